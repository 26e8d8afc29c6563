import type { FieldProblem } from "../field-problems.ts";
import type { Column } from "../columns.ts";

/** What is wrong with a cell of a mapping file. `text`: as it stands in the file. */
export type ImportProblem =
  | FieldProblem
  /** Neither the shop's products nor its mappings have the variant. */
  | { kind: "unknown_variant" }
  | { kind: "bad_variant_id" }
  /** The variant has an earlier row. */
  | { kind: "repeated"; row: number }
  /** A spreadsheet turned a number or text into this: 5.01E+13, 4-Mar, 10:00 AM. */
  | { kind: "converted"; as: "number" | "date" | "time"; text: string }
  /** The row has more cells than the header: a separator within a text, which stands for none, moved those behind it. */
  | { kind: "extra_cells" }
  /** The variant is mapped: an import removes no mapping. */
  | { kind: "cleared" }
  | { kind: "sides" };

export interface RowProblem {
  column: Column;
  problem: ImportProblem;
}
