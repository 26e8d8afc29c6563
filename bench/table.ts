import { median, isGoalMet, ratio, type Row } from "./figures.ts";

const HEADS = ["row", "ours", "baseline", "ratio", "goal", "met", "runs (ours / floor)"];

/** The rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const cells = [HEADS, ...rows.map(cellsOf)];
  const widths = HEADS.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const lines = cells.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}

function cellsOf(row: Row): string[] {
  const with2 = (figure: number) => `${brief(figure)} ${row.unit}`;
  const verdict = isGoalMet(row);
  return [
    row.name,
    with2(median(row.ours)),
    with2(median(row.baseline)),
    ratio(row).toFixed(2),
    row.goal ? ("atLeast" in row.goal ? `≥ ${row.goal.atLeast}` : `≤ ${row.goal.atMost}`) : "–",
    verdict === null ? "–" : verdict ? "yes" : "no",
    `${row.ours.map(brief).join(" ")} / ${row.baseline.map(brief).join(" ")}`,
  ];
}

function brief(figure: number): string {
  return figure >= 100 ? figure.toFixed(0) : figure.toFixed(2);
}
