import { table, type Entry } from "./table.ts";

/** The committed results: what they were taken on, and their entries. */
export interface Results {
  heading: string;
  entries: Entry[];
}

/** As a file: the heading, the table by the numbers of its rows, and the notes. */
export const renderResults = ({ heading, entries }: Results): string =>
  `${heading}\n\n${table(entries.toSorted((a, b) => numberOf(a.id) - numberOf(b.id)))}\n`;

/** Reads what `renderResults` wrote. */
export function readResults(text: string): Results {
  const [heading = "", ...lines] = text.split("\n");
  const rows = lines.filter((line) => /^\| R\d/.test(line)).map(cellsOf);
  const notes = lines.filter((line) => line.startsWith("- "));
  const entries = rows.map(([id = "", name = "", ...cells]) => {
    const start = `- ${id}, ${name}: `;
    const note = notes.find((line) => line.startsWith(start))?.slice(start.length) ?? null;
    return { id, cells: [id, name, ...cells], note };
  });
  return { heading, entries };
}

/** The entries with those of the measured rows in place of the older ones. */
export const renewEntries = (entries: readonly Entry[], measured: readonly Entry[]): Entry[] => [
  ...entries.filter(({ id }) => !measured.some((one) => one.id === id)),
  ...measured,
];

const numberOf = (id: string): number => Number(id.slice(1));

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
