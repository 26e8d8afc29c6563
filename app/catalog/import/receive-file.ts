import type { Prisma } from "../../../prisma/client/client.ts";
import pLimit from "p-limit";
import { batchRows, limitBytes, readCsv, UnreadableCsvError, type CsvProblem } from "../../csv/read-csv.ts";
import type { Gid } from "../../ports/gid.ts";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import type { CatalogContext } from "../context.ts";
import { newLinks } from "../check-mappings.ts";
import type { MappingInput } from "../mappings.ts";
import { COLUMNS, readHeader, type Column } from "../columns.ts";
import {
  readKnownVariants,
  isEmptyRow,
  planRow,
  readVariantId,
  type FileRow,
  type KnownVariant,
  type RowPlan,
  type RowProblem,
} from "./plan-row.ts";

type ReceiveContext = Pick<CatalogContext, "db" | "clock" | "ids">;

/** Empty ones count, too: each takes the parser's time. */
const MAX_ROWS = 100_000;
const HEADER_ROW = 1;
/** Of the file as the spreadsheet wrote it: it comes compressed. */
const MAX_MEGABYTES = 200;
const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024;
/** Compared and written together. */
const BATCH = 500;
/** A file that takes longer was given up by its sender. */
const RECEIVE_MS = 15 * 60_000;

/** Parsing takes the time of the process: files of several shops take turns. */
const inTurn = pLimit(1);

/** Why nothing of a file can be imported. `columns`: names in the header. `row`: null for the file as a whole. */
export type FileProblem =
  | { kind: CsvProblem; row: number | null }
  | { kind: "missing_columns" | "repeated_columns"; columns: string[] }
  | { kind: "no_rows" }
  | { kind: "too_large"; maxMegabytes: number }
  | { kind: "too_many_rows"; max: number };

export type ReceiveResult =
  | { outcome: "received" }
  /** Another import of the shop is not finished. */
  | { outcome: "busy" }
  /** Staff discarded it meanwhile, or the sender is gone. */
  | { outcome: "discarded" }
  | { outcome: "unreadable"; problem: FileProblem };

class UnusableFileError extends Error {
  override name = "UnusableFileError";
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/**
 * Reads a file of mappings, compares each row with what is stored, and keeps what the file would change. Nothing of an
 * unreadable file is kept, and of no file the bytes. `gone`: the sender has closed the connection; the reading ends.
 */
export async function receiveFile(
  ctx: ReceiveContext,
  shopId: ShopId,
  bytes: AsyncIterable<Uint8Array>,
  gone: AbortSignal,
): Promise<ReceiveResult> {
  const importId = await beginImport(ctx, shopId);
  if (importId === null) return { outcome: "busy" };
  try {
    const tooLarge = () => new UnusableFileError({ kind: "too_large", maxMegabytes: MAX_MEGABYTES });
    const limited = limitBytes(bytes, MAX_BYTES, tooLarge);
    const columns = await inTurn(() => receiveRows(ctx, { importId, shopId }, limited, gone));
    await ctx.db.mappingImport.update({ where: { id: importId }, data: { state: "checking", columns } });
    return { outcome: "received" };
  } catch (error) {
    const { count } = await ctx.db.mappingImport.deleteMany({ where: { id: importId } });
    if (count === 0 || gone.aborted) return { outcome: "discarded" };
    if (error instanceof UnusableFileError) return { outcome: "unreadable", problem: error.problem };
    if (!(error instanceof UnreadableCsvError)) throw error;
    return { outcome: "unreadable", problem: { kind: error.problem, row: error.row } };
  }
}

/** null while the shop has another import. One that is done, or whose sender is gone, makes room. */
async function beginImport(ctx: ReceiveContext, shopId: ShopId): Promise<MappingImportId | null> {
  const now = ctx.clock.now();
  const abandoned = { state: "receiving" as const, createdAt: { lt: new Date(now.getTime() - RECEIVE_MS) } };
  await ctx.db.mappingImport.deleteMany({ where: { shopId, OR: [{ state: "done" }, abandoned] } });
  const id = ctx.ids.uuid();
  const data = [{ id, shopId, state: "receiving" as const, createdAt: now }];
  const { count } = await ctx.db.mappingImport.createMany({ data, skipDuplicates: true });
  return count === 1 ? id : null;
}

interface Target {
  importId: MappingImportId;
  shopId: ShopId;
}

interface ReadRow extends FileRow {
  row: number;
  /** Or why the row is about none. */
  variant: Gid<"ProductVariant"> | RowProblem;
}

/**
 * Returns the columns that the file has.
 * @throws where the import was discarded, or its sender is gone
 */
async function receiveRows(
  ctx: ReceiveContext,
  target: Target,
  bytes: AsyncIterable<Uint8Array>,
  gone: AbortSignal,
): Promise<Column[]> {
  const columns = new Set<Column>();
  const repeats: Repeat[] = [];
  /** The first row of each variant. */
  const seen = new Map<string, number>();
  let isEmpty = true;
  for await (const batch of batchRows(readRows(bytes, gone), BATCH)) {
    isEmpty = false;
    const gids = batch.flatMap(({ variant }) => (typeof variant === "string" ? [variant] : []));
    const known = await readKnownVariants(ctx, target.shopId, gids);
    const planned = batch.map((one) => ({ ...one, plan: plan(one, seen, known) }));
    for (const { row, variant, cells } of planned) {
      for (const column of Object.keys(cells)) columns.add(column as Column);
      const first = typeof variant === "string" ? seen.get(variant) : undefined;
      if (first !== undefined && first !== row) repeats.push({ first, row });
    }
    await keepRows(ctx, target, planned, known);
  }
  if (isEmpty) throw new UnusableFileError({ kind: "no_rows" });
  await markRepeated(ctx, target, repeats);
  return [...columns];
}

/** A row, and the first row with the same variant. */
interface Repeat {
  first: number;
  row: number;
}

/** Nobody knows which of two rows of a variant is meant: the first row is not saved either. */
async function markRepeated({ db }: ReceiveContext, { importId }: Target, repeats: readonly Repeat[]): Promise<void> {
  if (repeats.length === 0) return;
  await db.$executeRaw`
    UPDATE "MappingImportRow" r SET "wrong" = TRUE, "problems" = jsonb_build_array(jsonb_build_object(
      'column', 'variantId', 'problem', jsonb_build_object('kind', 'repeated', 'row', x."row")))
    FROM unnest(${repeats.map(({ first }) => first)}::int[], ${repeats.map(({ row }) => row)}::int[]) AS x("first", "row")
    WHERE r."importId" = ${importId}::uuid AND r."row" = x."first" AND NOT r."wrong"`;
}

async function* readRows(bytes: AsyncIterable<Uint8Array>, gone: AbortSignal): AsyncGenerator<ReadRow> {
  let header: FileHeader | null = null;
  for await (const { row, cells } of readCsv(bytes)) {
    gone.throwIfAborted();
    if (row > HEADER_ROW + MAX_ROWS) throw new UnusableFileError({ kind: "too_many_rows", max: MAX_ROWS });
    if (header === null) {
      header = headerOf(cells);
      continue;
    }
    const read: FileRow["cells"] = Object.fromEntries(
      [...header.at].map(([column, place]) => [column, cells[place] ?? ""]),
    );
    if (isEmptyRow(read)) continue;
    const extra = findExtraCells(header, cells);
    yield {
      row,
      cells: read,
      descriptions: header.descriptionsAt.map((place) => cells[place] ?? ""),
      extra: extra ? cells.slice(header.width) : [],
      variant: extra ?? readVariantId(read.variantId ?? ""),
    };
  }
}

interface FileHeader {
  at: ReadonlyMap<Column, number>;
  descriptionsAt: number[];
  /** Cells of the header up to its last name: spreadsheets pad the header, too. */
  width: number;
}

/** Spreadsheets pad rows with empty cells. Any other cell beside the header may be the rest of a text with a separator. */
function findExtraCells({ at, width }: FileHeader, cells: readonly string[]): RowProblem | null {
  if (cells.slice(width).every((text) => text.trim() === "")) return null;
  const [column] = [...at.keys()].toSorted((a, b) => (at.get(b) ?? 0) - (at.get(a) ?? 0));
  return { column: column ?? "variantId", problem: { kind: "extra_cells" } };
}

function headerOf(cells: readonly string[]): FileHeader {
  const header = readHeader(cells);
  if (header.ok) return { ...header, width: cells.findLastIndex((name) => name.trim() !== "") + 1 };
  const [kind, columns] =
    header.missing.length > 0
      ? (["missing_columns", header.missing] as const)
      : (["repeated_columns", header.twice] as const);
  throw new UnusableFileError({ kind, columns: columns.map((column) => COLUMNS[column]) });
}

function plan(
  { row, cells, variant }: ReadRow,
  seen: Map<string, number>,
  known: ReadonlyMap<Gid<"ProductVariant">, KnownVariant>,
): RowPlan {
  if (typeof variant !== "string") return { effect: "wrong", problems: [variant] };
  const first = seen.get(variant);
  if (first !== undefined)
    return { effect: "wrong", problems: [{ column: "variantId", problem: { kind: "repeated", row: first } }] };
  seen.set(variant, row);
  return planRow(cells, variant, known.get(variant));
}

/** Of a row with a problem of its own, the text of the file is kept. */
const NO_INPUT = {
  productGid: "gid://shopify/Product/",
  variantGid: "gid://shopify/ProductVariant/",
  itemSku: "",
  artworkFront: "",
  artworkBack: "",
  mockup: "",
  artworkSides: {},
  note: "",
  requiredSides: [],
} satisfies Partial<Prisma.MappingImportRowCreateManyInput>;

async function keepRows(
  ctx: ReceiveContext,
  { importId }: Target,
  planned: readonly (ReadRow & { plan: RowPlan })[],
  known: ReadonlyMap<Gid<"ProductVariant">, KnownVariant>,
): Promise<void> {
  const rows = planned.flatMap(({ row, plan: one, variant, ...texts }): Prisma.MappingImportRowCreateManyInput[] => {
    const base = { id: ctx.ids.uuid(), importId, row };
    if (one.effect === "saved") return [{ ...base, storedAt: one.storedAt, wrong: false, problems: [], ...one.input }];
    if (one.effect !== "wrong") return [];
    const problems = one.problems.map(({ column, problem }) => ({ column, problem: { ...problem } }));
    const about = typeof variant === "string" ? { variantGid: variant } : {};
    return [{ ...base, wrong: true, problems, fileRow: fileRowOf(texts), ...NO_INPUT, ...about }];
  });
  const values = planned.flatMap(({ plan: one }) => {
    if (one.effect !== "saved") return [];
    return newValues(one.input, known.get(one.input.variantGid)).map((value) => ({ importId, ...value }));
  });
  const count = (effect: RowPlan["effect"]) => ({
    increment: planned.filter((row) => row.plan.effect === effect).length,
  });
  await ctx.db.$transaction([
    // Fails where the import was discarded.
    ctx.db.mappingImport.update({
      where: { id: importId },
      data: { unchanged: count("unchanged"), blank: count("blank") },
    }),
    ctx.db.mappingImportRow.createMany({ data: rows }),
    ctx.db.mappingImportValue.createMany({ data: values, skipDuplicates: true }),
  ]);
}

const fileRowOf = ({ descriptions, cells, extra }: FileRow) => ({ descriptions, cells: { ...cells }, extra });

/** What the stored mapping does not have, and so was never checked. */
function newValues(input: MappingInput, known: KnownVariant | undefined) {
  const stored = known?.mapping;
  return [
    ...(input.itemSku === stored?.itemSku ? [] : [{ kind: "sku" as const, value: input.itemSku }]),
    ...newLinks({ input, stored: stored ?? undefined }).map(({ link }) => ({ kind: "link" as const, value: link })),
  ];
}
