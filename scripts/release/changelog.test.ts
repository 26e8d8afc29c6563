import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { releaseSection } from "./changelog.ts";

const CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A page\n\n## [0.1.0] - 2026-01-01\n\n- All\n";

it("what is unreleased goes under the version", () => {
  expect(releaseSection(CHANGELOG, "0.2.0", "2026-02-01")).toBe(
    "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-01\n\n### Added\n\n- A page\n\n## [0.1.0] - 2026-01-01\n\n- All\n",
  );
});

it.each([
  ["a version that was released", CHANGELOG, "0.1.0", /has a section/],
  ["a name that is no version", CHANGELOG, "v1", /is no version/],
  ["a changelog without news", CHANGELOG.replace("### Added\n\n- A page\n\n", ""), "0.2.0", /says nothing/],
])("%s is refused", (_, changelog, version, message) => {
  expect(() => releaseSection(changelog, version, "2026-02-01")).toThrow(message);
});

it("this project's changelog keeps the format", () => {
  const changelog = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8");
  expect(changelog.startsWith("# Changelog\n")).toBe(true);
  expect(changelog).toMatch(/^## \[Unreleased\]$/m);
});
