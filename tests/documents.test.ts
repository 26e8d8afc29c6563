import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const THREATS = "docs/threat-model.md";

/** `file`: name of a test, as a page names what shows it. An empty name stands for the file as a whole. */
function namedTests(text: string): { file: string; name: string }[] {
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  const shown = rows.flatMap((row) => (row.split("|").at(-2) ?? "").split(" · "));
  return shown.flatMap((one) => {
    const [, file, name = ""] = /^\s*`([^`]+\.test\.tsx?)`: ?(.*?)\s*$/.exec(one) ?? [];
    return file ? [{ file, name }] : [];
  });
}

/** Files of the repository in backticks. */
const namedFiles = (text: string): string[] =>
  [...text.matchAll(/`((?:app|server|tests|sandbox|scripts|docs)\/[^`\s]*\.(?:ts|tsx|md))`/g)].map(
    ([, file = ""]) => file,
  );

describe("the threat model", () => {
  it.each(namedTests(read(THREATS)))("names a test that there is: $file: $name", ({ file, name }) => {
    const text = existsSync(join(ROOT, file)) ? read(file) : "";
    expect(text).toMatch(/\b(test|it)(\.each)?\(/);
    expect([file, name, text.includes(`"${name}"`) || name === ""]).toEqual([file, name, true]);
  });

  it("names a test for most of its rows", () => {
    expect(namedTests(read(THREATS)).length).toBeGreaterThan(30);
  });
});

describe("documents", () => {
  const pages = ["docs", "docs/decisions"].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith(".md"))
      .map((file) => `${folder}/${file}`),
  );

  it.each(pages)("%s names files that there are", (page) => {
    const text = read(page);
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to = ""]) => join(dirname(page), to));
    expect([...namedFiles(text), ...links].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
