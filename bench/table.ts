import { isGoalMet, median, ratio, type Goal, type Line, type Row } from "./figures.ts";

const HEADS = ["row", "what", "ours", "floor", "ratio", "goal", "met", "measured", "runs (ours / floor)"];
const NONE = "–";

/** A row of the table, and the note below. */
export interface Entry {
  id: string;
  cells: string[];
  note: string | null;
}

/** @param date the day of the measurement */
export const entryOf = (line: Line, date: string): Entry => ({
  id: line.id,
  cells: cellsOf(line, date),
  note: ("note" in line && line.note) || null,
});

/** The entries as a Markdown table, and their notes below. */
export function table(entries: readonly Entry[]): string {
  const cells = [HEADS, ...entries.map((entry) => entry.cells)];
  const widths = HEADS.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const rows = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  const notes = entries.flatMap(({ id, cells: [, name], note }) =>
    note === null ? [] : [`- ${id}, ${name}: ${note}`],
  );
  return [rows[0], rule, ...rows.slice(1), ...(notes.length > 0 ? ["", ...notes] : [])].join("\n");
}

function cellsOf(line: Line, date: string): string[] {
  if ("problem" in line)
    return [line.id, line.name, NONE, NONE, NONE, NONE, NONE, date, `not measured: ${line.problem}`];
  const of = ratio(line);
  const met = isGoalMet(line);
  return [
    line.id,
    line.name,
    withUnit(line, line.ours),
    line.floor ? withUnit(line, line.floor) : NONE,
    of === null ? NONE : of.toFixed(2),
    line.goal ? goalText(line, line.goal) : NONE,
    met === null ? NONE : met ? "yes" : "no",
    date,
    [line.ours, line.floor ?? []].map((figures) => figures.map(brief).join(" ")).join(line.floor ? " / " : ""),
  ];
}

const withUnit = ({ unit }: Row, figures: readonly number[]): string => `${brief(median(figures))} ${unit}`.trim();

function goalText({ unit }: Row, goal: Goal): string {
  const bound = "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
  return goal.of === "ratio" ? bound : `${bound} ${unit}`.trim();
}

function brief(figure: number): string {
  return Number.isInteger(figure) || Math.abs(figure) >= 100 ? figure.toFixed(0) : figure.toFixed(2);
}
