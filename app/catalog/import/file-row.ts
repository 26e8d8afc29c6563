import type { Column } from "../columns.ts";

/** A row of the file: the text of each column that the file has. */
export type Cells = Partial<Record<Column, string>>;

/** A row as it stands in the file. `descriptions`: of DESCRIPTIONS; empty without one. `extra`: the cells beyond the header. */
export interface FileRow {
  descriptions: string[];
  cells: Cells;
  extra: string[];
}
