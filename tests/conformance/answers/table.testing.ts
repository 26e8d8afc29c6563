import { readFile } from "node:fs/promises";

/** Cells of the first table under a heading of ARCHITECTURE.md, without its head; backticks are left out. */
export async function tableUnder(heading: string): Promise<string[][]> {
  const text = await readFile(new URL("../../../ARCHITECTURE.md", import.meta.url), "utf8");
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const lines = section.split("\n");
  const first = lines.findIndex((line) => line.startsWith("|"));
  const length = lines.slice(first).findIndex((line) => !line.startsWith("|"));
  return lines.slice(first + 2, first + length).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.replaceAll("`", "").trim()),
  );
}
