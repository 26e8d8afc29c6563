/** Who has a duty in a clause: our client (and the webhook endpoint), the service (so its stand-in), or both. */
export type By = "client" | "service" | "both";

/** One demand of the print service's interface. Ids carry the section numbers of the service's own description. */
export interface Clause {
  /** Section, slash, what it is about; `-open` at the end: the interface does not show it, and care is the demand. */
  id: string;
  by: By;
  /** What it demands, in our words. */
  demands: string;
}

type Row = [name: string, by: By, demands: string];

/** Clauses of one section. */
export const section = (number: string, rows: Row[]): Clause[] =>
  rows.map(([name, by, demands]) => ({ id: `${number}/${name}`, by, demands }));
