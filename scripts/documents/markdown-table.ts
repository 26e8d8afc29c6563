import { readFileSync } from "node:fs";

/** Cells of the first table below `heading` (or of the page), without the head row and without backticks. */
export function firstTable(page: string, heading?: string): string[][] {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), "utf8");
  const section =
    heading === undefined ? text : (text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? "");
  const lines = section.split("\n");
  const first = lines.findIndex((line) => line.startsWith("|"));
  if (first < 0) throw new Error(`${page} has no table${heading ? ` below "${heading}"` : ""}`);
  const length = lines.slice(first).findIndex((line) => !line.startsWith("|"));
  return lines.slice(first + 2, first + length).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.replaceAll("`", "").trim()),
  );
}
