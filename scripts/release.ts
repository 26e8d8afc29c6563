/**
 * `npm run release -- 0.1.0 [--ci-passed]`: on a clean main, runs `.ci/run` (or takes your word for it), dates the
 * changelog, keeps the release's schema, the checksums of its migrations and a row for every table in tests/upgrade,
 * commits and tags. Pushes nothing.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { releaseSection } from "./release/changelog.ts";
import { changedMigrations, migrationChecksums } from "./release/frozen-migrations.ts";
import { gitIn, ROOT } from "./release/git.ts";
import { RELEASES } from "./release/unreleased-migration.ts";
import { makeUpgradeFixture } from "./release/upgrade-fixture.ts";

const [version = "", ...options] = process.argv.slice(2);
const git = gitIn();

try {
  await release();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function release(): Promise<void> {
  const tag = `v${version}`;
  const changelog = releaseSection(read("CHANGELOG.md"), version, new Date().toISOString().slice(0, 10));
  if (git("branch", "--show-current") !== "main") throw new Error("A release is made on main.");
  if (git("status", "--porcelain") !== "") throw new Error("Commit or drop your changes first.");
  if (git("tag", "--list", tag) !== "") throw new Error(`The tag ${tag} exists.`);
  const changed = changedMigrations(ROOT);
  if (changed.length > 0) throw new Error(changed.join("\n"));
  passCi();

  write("CHANGELOG.md", changelog);
  for (const file of ["package.json", "package-lock.json"]) write(file, withVersion(read(file)));
  copyFileSync(`${ROOT}prisma/schema.prisma`, `${ROOT}${RELEASES}/${version}.prisma`);
  write(`${RELEASES}/${version}.sha256`, migrationChecksums(ROOT));
  write(`${RELEASES}/${version}.sql`, await makeUpgradeFixture(version));
  git("add", "CHANGELOG.md", "package.json", "package-lock.json", RELEASES);
  git("commit", "--quiet", "--message", `Release ${version}`);
  git("tag", "--annotate", tag, "--message", `Inkbridge ${version}`);
  console.log(`Tagged ${tag}. Its migrations are frozen. Publish it: git push --follow-tags`);
}

function passCi(): void {
  if (options.includes("--ci-passed")) return console.log("Taken as passed: .ci/run");
  const { status } = spawnSync(`${ROOT}.ci/run`, { stdio: "inherit" });
  if (status !== 0) throw new Error(".ci/run failed: nothing is released.");
}

/** The first version of package.json is the project's own, and so are the first two of the lock file. */
function withVersion(text: string): string {
  const present = (JSON.parse(text) as { version: string }).version;
  const own = text.split(`"version": "${present}"`);
  const count = text.includes('"lockfileVersion"') ? 2 : 1;
  return own.reduce((all, part, n) => `${all}"version": "${n <= count ? version : present}"${part}`);
}

function read(file: string): string {
  return readFileSync(`${ROOT}${file}`, "utf8");
}

function write(file: string, text: string): void {
  writeFileSync(`${ROOT}${file}`, text);
}
