/**
 * workbook: Excel's own format. not_text: neither UTF-8 nor UTF-16. quotes: quotation marks that do not fit together.
 * row_too_large: a row of more than a megabyte, which an open quotation mark makes, too. too_many_cells: a row of more than 1,000.
 */
export type CsvProblem = "workbook" | "not_text" | "quotes" | "row_too_large" | "too_many_cells";

/** A file that is no CSV. `row`: as a spreadsheet counts, with the header as 1; null for the file as a whole. */
export class UnreadableCsvError extends Error {
  override name = "UnreadableCsvError";
  readonly problem: CsvProblem;
  readonly row: number | null;

  constructor(problem: CsvProblem, row: number | null = null, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
    this.row = row;
  }
}
