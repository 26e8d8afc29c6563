import type { ImportView } from "../../catalog/import/mapping-import.ts";
import type { FileProblem } from "../../catalog/import/receive-file.ts";
import type { Column } from "../../catalog/columns.ts";
import type { VariantName } from "../../catalog/import/import-rows.ts";
import type { ImportProblem } from "../../catalog/import/plan-row.ts";
import { formatNumber, pluralize } from "../common/format.ts";
import { hintText } from "./catalog-picker-copy.ts";
import { problemMessage, waitingOrdersMessage, shownTitle } from "./copy.ts";

/** Texts of exporting and importing mappings. */
export const TRANSFER = {
  export: {
    action: "Export",
    title: "Export mappings",
    text: "The CSV file has a row for each variant. Fill in or change rows in a spreadsheet, then import the file.",
    label: "Variants",
    choices: [
      { label: "All variants", value: "all" },
      { label: "Mapped variants", value: "mapped" },
      { label: "Unmapped variants", value: "unmapped" },
    ],
    fileName: "mappings.csv",
    done: "Mappings exported",
    failed: "The file couldn't be downloaded. Try again in a moment.",
  },
  import: {
    action: "Import",
    title: "Import mappings",
    intro: "Each row maps one variant. Variants that aren't in the file stay as they are.",
    template: "Download a file with your unmapped variants",
    drop: "Add CSV file",
    dropHint: "CSV from Excel, Google Sheets, or Numbers",
    replace: "Choose another file",
    notCsv: "Choose a CSV file.",
    upload: "Upload and check",
    uploading: "Reading the file",
    close: "Close",
    discard: "Discard import",
    importFixed: "Import fixed file",
    checking: (checked: number, total: number) =>
      `Checked ${formatNumber(checked)} of ${pluralize(total, "SKU or link", "SKUs and links")}. You can close this window. The check continues.`,
    saving: "Saving mappings. All of them are saved, or none.",
    save: (mappings: number) => `Import ${pluralize(mappings, "mapping")}`,
    nothing: "The file changes nothing.",
    withProblems: (rows: number) =>
      `Import ${pluralize(rows, "row")} despite ${rows === 1 ? "its problem" : "problems"}`,
    outdated: {
      title: "Mappings changed since the file was checked",
      text: "Nothing was imported. Discard this import, then import the file again.",
    },
    unconfirmed: (skus: number) =>
      `${pluralize(skus, "SKU or link", "SKUs and links")} couldn't be checked, because the print service isn't connected or isn't responding.`,
    changes: {
      title: "What changes",
      first: (cells: number) => `The first ${pluralize(cells, "change")}:`,
      before: "Before",
      after: "After",
      blank: "Blank",
      download: "Download all changes",
      fileName: "import-changes.csv",
      headings: ["Row", "Column", "Before", "After"],
    },
    problems: {
      title: (rows: number) => `${pluralize(rows, "row")} with problems`,
      help: (rows: number) =>
        `${rows === 1 ? "This row isn't" : "These rows aren't"} imported. Fix ${rows === 1 ? "it" : "them"} in a file of ${rows === 1 ? "its" : "their"} own, then import that file.`,
      leftOut: (rows: number) =>
        `${pluralize(rows, "row")} with problems ${rows === 1 ? "wasn't" : "weren't"} imported`,
      fix: "Fix the problems in the file, then import that file.",
      first: (shown: number) => `The first ${formatNumber(shown)}:`,
      row: (row: number) => `Row ${row}`,
      download: (rows: number) => `Download ${pluralize(rows, "row")} to fix`,
      fileName: "rows-to-fix.csv",
      headings: ["Row in the imported file", "Problem"],
    },
    warnings: {
      title: (rows: number) => `${pluralize(rows, "row")} with artwork that may print badly`,
      titleWithSkus: (rows: number) => `${pluralize(rows, "row")} to look at`,
      rows: (rows: number) => pluralize(rows, "row"),
    },
    done: (mappings: number) => `${pluralize(mappings, "mapping")} imported`,
    doneOrders: (orders: number) =>
      orders === 0 ? "No waiting order has an item of these products." : waitingOrdersMessage(orders),
    failed: "Inkbridge couldn't be reached. Try again in a moment.",
    busy: "Another import isn't finished yet.",
    running: {
      title: "Mapping import",
      text: {
        receiving: "The file is being read.",
        checking: "SKUs and links are being checked.",
        checked: "The file is checked. Review the result, then import the mappings or discard the import.",
        saving: "Mappings are being saved.",
        saved: "Mappings are being saved.",
        done: "Mappings were imported.",
      },
      someLeftOut: (rows: number) =>
        `Mappings were imported without ${pluralize(rows, "row")} with problems. Fix ${rows === 1 ? "the row" : "the rows"}, then import ${rows === 1 ? "it" : "them"}.`,
      action: "View import",
    },
  },
} as const;

/** What a row is about: `Row 142, Tee · Black / M`. */
export function rowName(row: number, name: VariantName | null): string {
  const parts = name ? [name.product, shownTitle(name.variant)].filter(Boolean) : [];
  return [TRANSFER.import.problems.row(row), ...(parts.length > 0 ? [parts.join(" · ")] : [])].join(", ");
}

/** What a file does, besides its problems. */
export function summaryLines({ rows }: ImportView): string[] {
  const { created, changed, unchanged, blank } = rows;
  return [
    ...(created > 0 ? [pluralize(created, "new mapping")] : []),
    ...(changed > 0 ? [pluralize(changed, "changed mapping")] : []),
    ...(unchanged > 0 ? [pluralize(unchanged, "unchanged mapping")] : []),
    ...(blank > 0 ? [`${pluralize(blank, "variant")} left blank`] : []),
  ];
}

/** Why a file cannot be read, and what to do. */
export function fileProblemMessage(problem: FileProblem): string {
  switch (problem.kind) {
    case "workbook":
      return "This is a workbook. In your spreadsheet, save or download it as CSV.";
    case "not_text":
      return "The file isn't saved as UTF-8. In Excel, save it as “CSV UTF-8”. In LibreOffice, choose the character set “Unicode (UTF-8)”.";
    case "quotes":
      return `The quotation marks${inRow(problem.row)} don't match. Open the file in a spreadsheet and save it as CSV again.`;
    case "row_too_large":
      return `The text${inRow(problem.row)} is too long. A quotation mark may be missing.`;
    case "too_many_cells":
      return `There are more than 1,000 cells${inRow(problem.row)}. In a spreadsheet, delete the columns without a name, and save the file as CSV again.`;
    case "missing_columns":
      return `${columnNames(problem.columns)} missing. Keep the first row of the exported file.`;
    case "repeated_columns":
      return `${columnNames(problem.columns)} in the file twice. Delete one of them.`;
    case "no_rows":
      return "The file has no rows below the header.";
    case "too_large":
      return `The file is larger than ${problem.maxMegabytes} MB. Import it in parts.`;
    case "too_many_rows":
      return `The file has more than ${formatNumber(problem.max)} rows, blank ones included. Delete blank rows, or import the file in parts.`;
  }
}

const inRow = (row: number | null): string => (row === null ? "" : ` in row ${row}`);

const columnNames = (columns: readonly string[]): string =>
  columns.length === 1 ? `The column ${columns[0] ?? ""} is` : `The columns ${columns.join(" and ")} are`;

/** What is wrong with a cell, and what to do. */
export function importProblemMessage(column: Column, problem: ImportProblem): string {
  switch (problem.kind) {
    case "unknown_variant":
      return "Your store has no variant with this ID. Copy the ID from a new export.";
    case "bad_variant_id":
      return "This isn't a variant ID. Copy the ID from a new export.";
    case "not_in_catalog":
      return [...(problem.rejected ? [rejectedText(problem.providerMessage)] : []), hintText(problem.hint)].join(" ");
    case "repeated":
      return `Row ${problem.row} has the same variant. Keep one of the rows.`;
    case "converted":
      return convertedMessage(column, problem);
    case "extra_cells":
      return "This row has more cells than the header. Put text with commas or semicolons in quotation marks.";
    case "cleared":
      return "This variant is mapped, and an import doesn't remove mappings. Enter a print SKU, or delete the row.";
    case "sides":
      return "Enter the sides, such as Front and back, or None.";
    default:
      // Only fields of a mapping have the others.
      return column === "variantId" || column === "requiredSides" ? "Enter a value" : problemMessage(column, problem);
  }
}

const rejectedText = (providerMessage: string | null): string =>
  providerMessage === null
    ? "The print service rejected this SKU."
    : `The print service rejected this SKU: “${providerMessage}”.`;

function convertedMessage(column: Column, { as, text }: Extract<ImportProblem, { kind: "converted" }>): string {
  const what =
    as === "number" ? "Your spreadsheet shortened a number" : `Your spreadsheet may have turned a SKU into a ${as}`;
  const fix =
    column === "variantId" ? "Copy the ID from a new export." : "Format the column as text, then enter the SKU.";
  return `${what}: ${text}. ${fix}`;
}
