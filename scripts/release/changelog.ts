const UNRELEASED = "## [Unreleased]";
const VERSION = /^\d+\.\d+\.\d+$/;

/**
 * The changelog with what is unreleased under the version and its day (YYYY-MM-DD).
 * @throws Error when the version is none, has a section, or nothing is unreleased.
 */
export function releaseSection(changelog: string, version: string, day: string): string {
  if (!VERSION.test(version)) throw new Error(`"${version}" is no version: say npm run release -- 0.1.0`);
  if (changelog.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md has a section ${version} already.`);
  const [before, after] = changelog.split(`${UNRELEASED}\n`);
  if (after === undefined) throw new Error(`CHANGELOG.md has no section "${UNRELEASED}".`);
  const news = after.split(/^## \[/m)[0] ?? "";
  if (news.trim() === "") throw new Error(`CHANGELOG.md says nothing under "${UNRELEASED}".`);
  return `${before ?? ""}${UNRELEASED}\n\n## [${version}] - ${day}\n${after}`;
}
