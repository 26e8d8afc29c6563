import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
/** Pages with a table whose last column names the tests that show each row. */
const PAGES_WITH_TESTS = ["docs/threat-model.md", "docs/fault-run.md"];

/** The cells `file`: title of a test. An empty title stands for the file as a whole. */
function namedTests(page: string): { page: string; file: string; title: string }[] {
  const rows = read(page)
    .split("\n")
    .filter((line) => line.startsWith("|"));
  const cells = rows.flatMap((row) => (row.split("|").at(-2) ?? "").split(" · "));
  return cells.flatMap((cell) => {
    const [, file, title = ""] = /^\s*`([^`]+\.test\.tsx?)`: ?(.*?)\s*$/.exec(cell) ?? [];
    return file ? [{ page, file, title }] : [];
  });
}

describe("tests that a page names", () => {
  it.each(PAGES_WITH_TESTS.flatMap(namedTests))("$page: $file: $title", ({ file, title }) => {
    const text = existsSync(join(ROOT, file)) ? read(file) : "";
    expect(text).toMatch(/\b(test|it)(\.each)?\b/);
    expect([file, title, text.includes(`"${title}"`) || title === ""]).toEqual([file, title, true]);
  });

  it("are named for most rows of the threat model", () => {
    expect(namedTests("docs/threat-model.md").length).toBeGreaterThan(30);
  });
});

const PAGES = ["", "docs", "docs/decisions", "docs/reference", "sandbox", "sandbox/shopify"].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(folder, file)),
);
const FOLDERS = "app|bench|docs|extensions|prisma|sandbox|scripts|server|tests";

describe("documents", () => {
  it.each(PAGES)("%s names existing files", (page) => {
    const text = read(page);
    const files = matches(text, new RegExp(`\`((?:${FOLDERS})/[^\`\\s]*\\.\\w+)\``, "g"));
    const links = matches(text, /\]\((?!https?:|#)([^)#]+)/g).map((link) => join(dirname(page), link));
    expect([...files, ...links].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it.each(PAGES)("%s links to existing headings", (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
    const dead = links.filter(([, file = "", anchor = ""]) => {
      const target = file === "" ? page : join(dirname(page), file);
      return !target.endsWith(".md") || !anchorsOf(target).has(anchor);
    });
    expect(dead.map(([link]) => link)).toEqual([]);
  });

  it.each(PAGES)("%s names existing npm scripts", (page) => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const names = matches(read(page), /npm run (?:--silent )?([\w:-]+)/g);
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it("quote messages that the log has", () => {
    const messages = matches(`${read("docs/operations.md")}${read("docs/runbook.md")}`, /`"([^"`]+)"`/g);
    const source = ["app", "server"].flatMap(sourceFiles).map(read).join("\n");
    expect(messages.length).toBeGreaterThan(5);
    expect(messages.filter((message) => !source.includes(`"${message}"`))).toEqual([]);
  });
});

it.each(PAGES.filter((page) => page.startsWith("docs/decisions/")))("%s is a decision as the others are", (page) => {
  const text = read(page);
  const number = Number(basename(page).slice(0, 4));
  expect(text).toMatch(
    new RegExp(`^# ${number}\\. .+\\n\\nDate: \\d{4}-\\d\\d-\\d\\d\\\\\\nStatus: .+\\n\\n## Context\\n`),
  );
  const headings = matches(text, /^## (.+)$/gm).filter((heading) => heading !== "Rejected");
  expect(headings).toEqual(["Context", "Decision", "Consequences"]);
});

it("the image copies existing files", () => {
  const sources = matches(read("Dockerfile"), /^COPY (?:--from=build )?(.+) \S+$/gm).flatMap((list) => list.split(" "));
  const made = ["build", "node_modules"];
  const paths = sources.map((path) => path.replace(/^\/app\//, "")).filter((path) => !made.includes(path));
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

/** As GitHub makes them of headings. */
function anchorsOf(page: string): Set<string> {
  const headings = matches(read(page).replace(/^```[\s\S]*?^```/gm, ""), /^#+ (.+)$/gm);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group = ""]) => group);
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test|\.testing)\.tsx?$/.test(file))
    .map((file) => join(folder, file));
}
