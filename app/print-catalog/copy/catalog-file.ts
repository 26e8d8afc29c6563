import pLimit from "p-limit";
import { batchRows, limitBytes, readCsv, UnreadableCsvError, type CsvProblem } from "../../csv/read-csv.ts";
import type { Prisma, PrismaClient } from "../../../prisma/client/client.ts";
import type { Clock, Ids } from "../../ports/clock.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import { CAPABILITIES, type CatalogProduct } from "../../ports/print-service.ts";
import type { NoteAction } from "../../shops/staff-actions.ts";
import { markGone, priceOf, storeProducts } from "../store.ts";

interface FileContext {
  db: PrismaClient;
  clock: Clock;
  ids: Ids;
}

/** The columns of a catalog file, as the template names them, and the other names that are read. */
const COLUMNS = {
  sku: { name: "SKU", also: ["item sku", "print sku", "variant sku", "sku code"] },
  product: { name: "Product", also: ["product name", "product title", "item"] },
  title: { name: "Variant title", also: ["variant", "variant name", "title"] },
  color: { name: "Color", also: ["colour", "color name"] },
  size: { name: "Size", also: ["size name"] },
  picture: { name: "Picture link", also: ["picture", "picture url", "image", "image link", "image url", "mockup url"] },
  price: { name: "Price", also: ["base cost", "base price", "cost", "unit price"] },
  oldSkus: { name: "Old SKUs", also: ["old sku", "earlier skus", "previous skus"] },
} as const;
type Column = keyof typeof COLUMNS;
const COLUMN_KEYS = Object.keys(COLUMNS) as Column[];
const REQUIRED: readonly Column[] = ["sku", "product"];

const MAX_ROWS = 100_000;
const HEADER_ROW = 1;
const MAX_BYTES = 100 * 1024 * 1024;
const MAX_SKU = 255;
const MAX_LINK = 2_000;
/** Rows that are written together. */
const BATCH = 500;
/** Problems that are told; the others are counted. */
export const SHOWN_PROBLEMS = 50;
const STORE_TIMEOUT_MS = 60_000;

/** Parsing takes the time of the process: files of several shops take turns. */
const inTurn = pLimit(1);

/**
 * What is wrong with a row. It is left out for its SKU or product, and taken without its price or picture otherwise. `row`: as a
 * spreadsheet counts.
 */
export type CatalogRowProblem = { row: number } & (
  | { kind: "sku_missing" | "product_missing" | "sku_too_long" | "price" | "picture" }
  | { kind: "repeated"; sku: string; first: number }
);

/** Why nothing of a file can be used. */
export type CatalogFileProblem =
  | { kind: CsvProblem; row: number | null }
  | { kind: "missing_columns" | "repeated_columns"; columns: string[] }
  | { kind: "no_rows" | "too_large" | "too_many_rows" };

export type CatalogFileResult =
  /** `problems`: the first of them. */
  | { outcome: "stored"; variants: number; leftOut: number; problemCount: number; problems: CatalogRowProblem[] }
  | { outcome: "unreadable"; problem: CatalogFileProblem; problems: CatalogRowProblem[] }
  /** The print service shows a catalog of its own, which a file never replaces. */
  | { outcome: "has_catalog" };

class UnusableFileError extends Error {
  override name = "UnusableFileError";
  readonly problem: CatalogFileProblem;

  constructor(problem: CatalogFileProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/**
 * Makes a file of staff the catalog of an account whose service shows none. It is read to its end before anything is written. What an
 * earlier file had, and this one has not, is gone. `open`: reads the file from its beginning.
 */
export async function storeCatalogFile(
  ctx: FileContext,
  printAccountId: PrintAccountId,
  open: () => AsyncIterable<Uint8Array>,
  note?: NoteAction,
): Promise<CatalogFileResult> {
  if (!(await takesFile(ctx, printAccountId))) return { outcome: "has_catalog" };
  const found = createProblems();
  try {
    return await inTurn(async () => {
      let rows = 0;
      for await (const _ of readRows(open(), found.add)) rows += 1;
      if (rows === 0) throw new UnusableFileError({ kind: "no_rows" });
      const usable = readRows(open(), () => {});
      const variants = await writeRows(ctx, printAccountId, usable, (tx) =>
        note?.(tx, "catalog_file_used", { count: rows }),
      );
      const { problems, count, leftOut } = found;
      return { outcome: "stored", variants, leftOut: leftOut(), problemCount: count(), problems };
    });
  } catch (error) {
    const { problems } = found;
    if (error instanceof UnusableFileError) return { outcome: "unreadable", problem: error.problem, problems };
    if (!(error instanceof UnreadableCsvError)) throw error;
    return { outcome: "unreadable", problem: { kind: error.problem, row: error.row }, problems: [] };
  }
}

/** Whether an account shows no catalog of its own. */
export async function takesFile({ db }: Pick<FileContext, "db">, printAccountId: PrintAccountId): Promise<boolean> {
  const account = await db.printAccount.findUnique({
    where: { id: printAccountId },
    select: { interfaceVersion: true },
  });
  return account !== null && !CAPABILITIES[account.interfaceVersion].catalog;
}

function createProblems() {
  const problems: CatalogRowProblem[] = [];
  let count = 0;
  let leftOut = 0;
  return {
    problems,
    count: () => count,
    leftOut: () => leftOut,
    add(problem: CatalogRowProblem): void {
      count += 1;
      if (problem.kind !== "price" && problem.kind !== "picture") leftOut += 1;
      if (problems.length < SHOWN_PROBLEMS) problems.push(problem);
    },
  };
}

interface FileRow {
  product: string;
  picture: string;
  variant: CatalogProduct["variants"][number];
}

/** The usable rows of a file. @throws UnusableFileError, UnreadableCsvError */
async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  tell: (problem: CatalogRowProblem) => void,
): AsyncGenerator<FileRow> {
  const firstOf = new Map<string, number>();
  let at: ReadonlyMap<Column, number> | null = null;
  const limited = limitBytes(bytes, MAX_BYTES, () => new UnusableFileError({ kind: "too_large" }));
  for await (const { row, cells } of readCsv(limited)) {
    if (row > HEADER_ROW + MAX_ROWS) throw new UnusableFileError({ kind: "too_many_rows" });
    if (at === null) {
      at = readHeader(cells);
      continue;
    }
    const places = at;
    const cell = (column: Column) => (cells[places.get(column) ?? -1] ?? "").trim();
    if (COLUMN_KEYS.every((column) => cell(column) === "")) continue;
    const [sku, product] = [cell("sku"), cell("product")];
    const first = firstOf.get(sku);
    if (sku === "") tell({ row, kind: "sku_missing" });
    else if (sku.length > MAX_SKU) tell({ row, kind: "sku_too_long" });
    else if (product === "") tell({ row, kind: "product_missing" });
    else if (first !== undefined) tell({ row, kind: "repeated", sku, first });
    else {
      firstOf.set(sku, row);
      yield { product, ...readCells(cell, sku, (kind) => tell({ row, kind })) };
    }
  }
}

function readCells(cell: (column: Column) => string, sku: string, tell: (kind: "price" | "picture") => void) {
  const price = readPrice(cell("price"));
  if (price === null && cell("price") !== "") tell("price");
  const picture = isLink(cell("picture")) ? cell("picture") : "";
  if (picture === "" && cell("picture") !== "") tell("picture");
  const attributes = (["color", "size"] as const).flatMap((column) =>
    cell(column) === "" ? [] : [{ name: COLUMNS[column].name, value: cell(column), hexColor: null }],
  );
  const title = cell("title") || attributes.map(({ value }) => value).join(" / ");
  const oldSkus = cell("oldSkus")
    .split(/[,;|\n]/)
    .map((one) => one.trim());
  const locations = price === null ? [] : [{ name: "", code: "", madeIn: "", baseCost: price, printAreas: [] }];
  const variant = {
    ...{ itemSku: sku, title, attributes, locations },
    ...{ oldSkus: oldSkus.filter((one) => one !== ""), variantId: null, availability: null },
  };
  return { picture, variant };
}

/** With a currency's sign or name beside it, or a decimal comma; null: no price, or one of 0. */
function readPrice(text: string): string | null {
  const number = text.replace(/^[\p{Sc}\p{L}\s]+|[\p{Sc}\p{L}\s]+$/gu, "");
  return priceOf(/^\d+,\d{1,2}$/.test(number) ? number.replace(",", ".") : number);
}

const isLink = (text: string): boolean =>
  text.length <= MAX_LINK && URL.canParse(text) && new URL(text).protocol === "https:";

const fold = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, "");

/** Where each column stands, by whatever name, capitals and sequence; others do not matter. @throws UnusableFileError */
function readHeader(cells: readonly string[]): ReadonlyMap<Column, number> {
  const names = cells.map(fold);
  const placesOf = (column: Column) => {
    const { name, also } = COLUMNS[column];
    const known = [name, ...also].map(fold);
    return names.flatMap((one, place) => (known.includes(one) ? [place] : []));
  };
  const named = (columns: readonly Column[]) => columns.map((column) => COLUMNS[column].name);
  const missing = REQUIRED.filter((column) => placesOf(column).length === 0);
  if (missing.length > 0) throw new UnusableFileError({ kind: "missing_columns", columns: named(missing) });
  const repeated = COLUMN_KEYS.filter((column) => placesOf(column).length > 1);
  if (repeated.length > 0) throw new UnusableFileError({ kind: "repeated_columns", columns: named(repeated) });
  return new Map(COLUMN_KEYS.flatMap((column) => placesOf(column).map((place) => [column, place] as const)));
}

/**
 * Writes the rows batch by batch, and with the first one `alsoCommit`. A process that dies in between leaves a mixture of both files,
 * which the next upload makes whole. Returns how many variants the catalog has then.
 */
async function writeRows(
  ctx: FileContext,
  printAccountId: PrintAccountId,
  rows: AsyncIterable<FileRow>,
  alsoCommit: (tx: Prisma.TransactionClient) => Promise<void> | undefined,
): Promise<number> {
  const seenAt = ctx.clock.now();
  let isFirst = true;
  for await (const batch of batchRows(rows, BATCH)) {
    await ctx.db.$transaction(
      async (tx) => {
        if (isFirst) await alsoCommit(tx);
        await storeProducts({ db: tx, ids: ctx.ids }, printAccountId, productsOf(batch), seenAt);
      },
      { timeout: STORE_TIMEOUT_MS },
    );
    isFirst = false;
  }
  return ctx.db.$transaction(
    async (tx) => {
      const now = ctx.clock.now();
      const variants = await markGone(tx, printAccountId, seenAt, now);
      const stored = { source: "file" as const, copiedAt: now, wholeAt: seenAt, variants, dueAt: null, problem: null };
      await tx.catalogCopy.upsert({
        where: { printAccountId },
        create: { printAccountId, ...stored },
        update: stored,
      });
      return variants;
    },
    { timeout: STORE_TIMEOUT_MS },
  );
}

/** Rows of one name are one product, and the first picture is the product's. */
function productsOf(rows: readonly FileRow[]): CatalogProduct[] {
  return [...Map.groupBy(rows, ({ product }) => product)].map(([name, all]) => ({
    ...{ code: name, name, templateUrl: "", variants: all.map(({ variant }) => variant) },
    pictureUrl: all.find(({ picture }) => picture !== "")?.picture ?? "",
  }));
}

/** Forgets the catalog of a file. Returns whether there was one. */
export function removeCatalogFile(
  { db }: Pick<FileContext, "db">,
  printAccountId: PrintAccountId,
  note?: NoteAction,
): Promise<boolean> {
  return db.$transaction(
    async (tx) => {
      const { count } = await tx.catalogCopy.deleteMany({ where: { printAccountId, source: "file" } });
      if (count === 0) return false;
      await tx.catalogProduct.deleteMany({ where: { printAccountId } });
      await note?.(tx, "catalog_file_removed");
      return true;
    },
    { timeout: STORE_TIMEOUT_MS },
  );
}

const EXAMPLES = [
  [
    "TEE-BLACK-M",
    "Classic T-shirt",
    "Black / M",
    "Black",
    "M",
    "https://example.com/tee-black.png",
    "7.80",
    "TEE-BLK-M",
  ],
  ["TEE-BLACK-L", "Classic T-shirt", "Black / L", "Black", "L", "", "7.80", ""],
];

/** The rows of a file to begin with. */
export const CATALOG_TEMPLATE: readonly (readonly string[])[] = [
  COLUMN_KEYS.map((column) => COLUMNS[column].name),
  ...EXAMPLES,
];
