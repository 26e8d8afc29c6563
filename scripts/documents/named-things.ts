/** What pages name exists: files, headings, npm scripts, tests, messages of the log. */
import { basename } from "node:path";
import { exists, filesBelow, linked, matches, pages, read } from "./files.ts";

const FOLDERS = "app|bench|docs|extensions|prisma|sandbox|scripts|server|tests";
/** Pages with a table whose last column names the tests that show each row. */
const PAGES_WITH_TESTS = ["docs/complaints.md", "docs/threat-model.md", "docs/fault-run.md"];

export function checkFiles(): string[] {
  return pages().flatMap((page) => {
    const text = read(page);
    const files = matches(text, new RegExp(`\`((?:${FOLDERS})/[^\`\\s]*\\.\\w+)\``, "g"));
    const links = matches(text, /\]\((?!https?:|#)([^)#]+)/g).map((link) => linked(page, link));
    return [...files, ...links].filter((file) => !exists(file)).map((file) => `${page} names ${file}: no such file`);
  });
}

export function checkHeadings(): string[] {
  return pages().flatMap((page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
    const dead = links.filter(([, file = "", anchor = ""]) => {
      const target = file === "" ? page : linked(page, file);
      return !target.endsWith(".md") || !exists(target) || !anchorsOf(target).has(anchor);
    });
    return dead.map(([link]) => `${page} links to ${link.slice(2, -1)}: no such heading`);
  });
}

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

export function checkNpmScripts(): string[] {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  return pages().flatMap((page) =>
    matches(read(page), /npm run (?:--silent )?([\w:-]+)/g)
      .filter((name) => !Object.hasOwn(scripts, name))
      .map((name) => `${page} names npm run ${name}: no such script`),
  );
}

export function checkNamedTests(): string[] {
  const named = PAGES_WITH_TESTS.flatMap(namedTests);
  const dead = named.filter(({ file, title }) => {
    const text = exists(file) ? read(file) : "";
    return !/\b(test|it)(\.each)?\b/.test(text) || !(title === "" || text.includes(`"${title}"`));
  });
  const few = named.filter(({ page }) => page === "docs/threat-model.md").length <= 30;
  return [
    ...dead.map(({ page, file, title }) => `${page} names ${file}: ${title}: no such test`),
    ...(few ? ["docs/threat-model.md names few tests: can its table still be read?"] : []),
  ];
}

/** The cells `file`: title of a test. An empty title stands for the file as a whole. */
function namedTests(page: string): { page: string; file: string; title: string }[] {
  const rows = read(page)
    .split("\n")
    .filter((line) => line.startsWith("|"));
  const cells = rows.flatMap((row) => (row.split("|").at(-2) ?? "").split(" · "));
  return cells.flatMap((cell) => {
    const [, file, title = ""] = /^\s*`([^`]+\.test(?:ing)?\.tsx?)`: ?(.*?)\s*$/.exec(cell) ?? [];
    return file ? [{ page, file, title }] : [];
  });
}

export function checkQuotedMessages(): string[] {
  const messages = matches(`${read("docs/operations.md")}${read("docs/runbook.md")}`, /`"([^"`]+)"`/g);
  const sources = ["app", "server"].flatMap(filesBelow).filter((file) => /(?<!\.test|\.testing)\.tsx?$/.test(file));
  const code = sources.map(read).join("\n");
  return [
    ...messages.filter((message) => !code.includes(`"${message}"`)).map((one) => `nothing logs the quoted "${one}"`),
    ...(messages.length > 5 ? [] : ["docs/operations.md and docs/runbook.md quote few messages of the log"]),
  ];
}

export function checkDecisions(): string[] {
  const decisions = pages().filter((page) => page.startsWith("docs/decisions/"));
  return decisions.flatMap((page) => {
    const text = read(page);
    const number = Number(basename(page).slice(0, 4));
    const head = `^# ${number}\\. .+\\n\\nDate: \\d{4}-\\d\\d-\\d\\d\\\\\\nStatus: .+\\n\\n## Context\\n`;
    const headings = matches(text, /^## (.+)$/gm).filter((heading) => heading !== "Rejected");
    const isAlike = new RegExp(head).test(text) && headings.join() === "Context,Decision,Consequences";
    return isAlike ? [] : [`${page} is not built as the other decisions: number, date, status, headings`];
  });
}
