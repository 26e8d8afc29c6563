import type { PrismaClient, MappingImportRow } from "../../../prisma/client/client.ts";
import type { Sql } from "../../database/sql.ts";
import type { MappingImportId, PrintAccountId, ShopId } from "../../ports/ids.ts";
import { readSkuHints, type SkuHint } from "../catalog-skus.ts";
import { MAPPING_FIELDS } from "../field-problems.ts";
import { COLUMNS, DESCRIPTIONS, sidesText, type Column } from "../columns.ts";
import type { StoredMapping } from "../stored-mapping.ts";
import type { ArtworkWarning } from "../../ports/artwork.ts";
import { readFindingsOf } from "../../print-files/findings.ts";
import { linkFields } from "../mapping-drafts.ts";
import { FURTHER_SIDES, linkField } from "../../ports/sides.ts";
import type { FileRow, ImportProblem, RowProblem } from "./plan-row.ts";
import { guardCell } from "../../csv/guard-cell.ts";
import type { Gid } from "../../ports/gid.ts";

/** A cell of a file that would change a stored mapping, and the stored text. `row`: as a spreadsheet counts. */
export interface ChangedCell {
  row: number;
  /** null: the variant was not read from Shopify. */
  name: VariantName | null;
  column: Column;
  before: string;
  after: string;
}

/** A row of the file with the cells that change its mapping. */
export interface ChangedRow {
  row: number;
  cells: ChangedCell[];
}

type Db = { db: PrismaClient };
interface Target {
  id: MappingImportId;
  shopId: ShopId;
}

/** The rows of a checked import that change mappings, in the order of the file. `after`: the last row that is known. */
export async function readChanges(
  { db }: Db,
  { id, shopId }: Target,
  { after, take }: { after: number; take: number },
): Promise<ChangedRow[]> {
  const rows = await db.mappingImportRow.findMany({
    where: { importId: id, storedAt: { not: null }, row: { gt: after } },
    orderBy: { row: "asc" },
    take,
  });
  const variantGid = { in: rows.map((row) => row.variantGid) };
  const mappings = await db.mapping.findMany({ where: { shopId, variantGid } });
  const storedOf = new Map(mappings.map((mapping) => [mapping.variantGid, mapping]));
  const names = await readVariantNames({ db }, shopId, variantGid.in);
  return rows.map((row) => {
    const stored = storedOf.get(row.variantGid);
    // Removed meanwhile: nothing of the file can be saved.
    const cells = stored ? changedCells(stored, row) : [];
    const name = names.get(row.variantGid) ?? null;
    return { row: row.row, cells: cells.map((cell) => ({ row: row.row, name, ...cell })) };
  });
}

function changedCells(stored: StoredMapping, input: StoredMapping): Omit<ChangedCell, "row" | "name">[] {
  const texts = (mapping: StoredMapping) => [
    ...MAPPING_FIELDS.map((field) => [field, mapping[field].trim()] as const),
    ...FURTHER_SIDES.map((side) => [side, mapping.artworkSides[side] ?? ""] as const),
    ["requiredSides", sidesText(mapping.requiredSides)] as const,
  ];
  const before = new Map<Column, string>(texts(stored));
  return texts(input)
    .map(([column, after]) => ({ column, before: before.get(column) ?? "", after }))
    .filter((cell) => cell.before !== cell.after);
}

/** All of them, in batches. */
export const allChanges = (ctx: Db, target: Target): AsyncGenerator<ChangedRow[]> =>
  rowBatches((range) => readChanges(ctx, target, range));

/**
 * What staff should know of a cell of a mapping file, and what keeps no row from being saved: what may spoil the print of the artwork, or
 * what the print service's catalog says of the SKU. `rows` rows of the file have it, `row` is the first.
 */
export type RowWarning = { row: number; rows: number } & CellWarning;

type CellWarning =
  | { column: Exclude<Column, "itemSku">; warning: ArtworkWarning }
  | { column: "itemSku"; itemSku: string; warning: SkuHint };

/** The warnings that a page shows. */
const SHOWN = 50;

/**
 * The warnings of the rows that an import would save, by what was found at their links and in the account's catalog, equal ones together;
 * the number of all such rows.
 */
export async function findWarnings(
  ctx: { db: PrismaClient; sql: Sql },
  { id, shopId, printAccountId }: { id: MappingImportId; shopId: ShopId; printAccountId: PrintAccountId | null },
): Promise<{ warnedRows: number; warnings: RowWarning[] }> {
  const known = new Map<string, RowWarning>();
  let warnedRows = 0;
  const batches = rowBatches(({ after, take }) =>
    ctx.db.mappingImportRow.findMany({
      where: { importId: id, wrong: false, row: { gt: after } },
      orderBy: { row: "asc" },
      take,
      select: { row: true, itemSku: true, artworkFront: true, artworkBack: true, artworkSides: true },
    }),
  );
  for await (const rows of batches) {
    const findingsOf = await readFindingsOf(ctx, shopId, rows);
    const skus = rows.map(({ itemSku }) => itemSku);
    // What is only counted needs no nearest SKU: a file of another print service has none.
    const hints = await readSkuHints(ctx, printAccountId, skus, SHOWN - known.size);
    for (const { row, itemSku, ...links } of rows) {
      const hint = hints.get(itemSku);
      const ofSku: CellWarning[] = hint ? [{ column: "itemSku", itemSku, warning: hint }] : [];
      const ofArtwork = findingsOf({ itemSku, ...links }).flatMap(({ side, warnings }) =>
        warnings.map((warning): CellWarning => ({ column: linkField(side), warning })),
      );
      const found = [...ofSku, ...ofArtwork];
      if (found.length > 0) warnedRows += 1;
      for (const one of found) {
        const key = one.column === "itemSku" ? one.itemSku : JSON.stringify(one);
        const same = known.get(key);
        if (same) same.rows += 1;
        else if (known.size < SHOWN) known.set(key, { ...one, row, rows: 1 });
      }
    }
  }
  return { warnedRows, warnings: [...known.values()] };
}

/** A row of the file with what is wrong with it. */
export interface ProblemRow {
  row: number;
  /** null: neither the shop's products nor the file name the variant. */
  name: VariantName | null;
  problems: RowProblem[];
}

/** The same with its text in the file. */
type ProblemFileRow = ProblemRow & { fileRow: FileRow };

/** The rows of an import that have problems, in the order of the file. `after`: the last row that is known. */
export async function readProblems(
  { db }: Db,
  { id: importId, shopId }: Target,
  { after, take }: { after: number; take: number },
): Promise<ProblemFileRow[]> {
  const rows = await db.mappingImportRow.findMany({
    where: { importId, wrong: true, row: { gt: after } },
    orderBy: { row: "asc" },
    take,
  });
  const texts = [...new Set(rows.flatMap((row) => cellsOf(row).map(({ value }) => value)))];
  const [values, names] = await Promise.all([
    db.mappingImportValue.findMany({ where: { importId, value: { in: texts }, checked: true } }),
    readVariantNames(
      { db },
      shopId,
      rows.map(({ variantGid }) => variantGid),
    ),
  ]);
  const found = new Map(values.map(({ kind, value, problem }) => [`${kind} ${value}`, problem]));
  return rows.map((row) => {
    const name = names.get(row.variantGid);
    const fileRow = fileRowOf(row, name ? [name.product, name.variant, name.sku] : ["", "", ""]);
    const [product = "", variant = "", sku = ""] = fileRow.descriptions;
    return {
      row: row.row,
      name: name ?? (product === "" ? null : { product, variant, sku }),
      problems: [
        // Written by receiveFile and checkValues alone.
        ...(row.problems as unknown as RowProblem[]),
        ...cellsOf(row).flatMap(({ column, kind, value }) => {
          const problem = (found.get(`${kind} ${value}`) ?? null) as unknown as ImportProblem | null;
          return problem ? [{ column, problem }] : [];
        }),
      ],
      fileRow,
    };
  });
}

/** As the file has the row, or would have it. `names`: of the variant; the file may lack them. */
function fileRowOf(row: MappingImportRow, names: string[]): FileRow {
  // Written by receiveFile alone.
  const kept = row.fileRow as unknown as FileRow | null;
  if (kept) return { ...kept, descriptions: kept.descriptions.some(Boolean) ? kept.descriptions : names };
  const { variantGid, itemSku, artworkFront, artworkBack, mockup, artworkSides, note } = row;
  const requiredSides = sidesText(row.requiredSides);
  return {
    descriptions: names,
    cells: { variantId: variantGid, itemSku, artworkFront, artworkBack, mockup, ...artworkSides, note, requiredSides },
    extra: [],
  };
}

const cellsOf = (row: MappingImportRow) => [
  { column: "itemSku" as Column, kind: "sku", value: row.itemSku },
  ...linkFields(row).map(({ field, link }) => ({ column: field, kind: "link", value: link })),
];

/** All of them, in batches. */
const allProblems = (ctx: Db, target: Target): AsyncGenerator<ProblemFileRow[]> =>
  rowBatches((range) => readProblems(ctx, target, range));

/** The texts that the file has besides those of an import: names of its last two columns, and each problem. */
interface FixTexts {
  headings: readonly [row: string, problem: string];
  problem(one: RowProblem): string;
}

/** The shop's import whose rows with problems can be fixed: checked, or saved without them; null without one. */
export async function readImportToFix(
  { db }: Db,
  shopId: ShopId,
): Promise<{ id: MappingImportId; columns: Column[] } | null> {
  const row = await db.mappingImport.findUnique({ where: { shopId, state: { in: ["checked", "done"] } } });
  // Written by receiveFile alone.
  return row && { id: row.id, columns: row.columns as Column[] };
}

/**
 * The rows of an import with problems as a file to fix and import, in batches, the header first; cells are guarded. The file
 * has the columns of the imported one: of a column more, blank cells would clear what is stored. Cells beyond the header stay
 * beyond the header, and so a problem.
 */
export async function* rowsToFix(
  ctx: Db,
  shopId: ShopId,
  { id, columns }: { id: MappingImportId; columns: Column[] },
  { headings, problem }: FixTexts,
): AsyncGenerator<string[][]> {
  yield [[...DESCRIPTIONS, ...columns.map((column) => COLUMNS[column]), ...headings]];
  for await (const rows of allProblems(ctx, { id, shopId })) {
    yield rows.map(({ row, problems, fileRow: { descriptions, cells, extra } }) =>
      [
        ...descriptions,
        ...columns.map((column) => cells[column] ?? ""),
        String(row),
        problems.map(problem).join(" "),
        ...extra,
      ].map(guardCell),
    );
  }
}

/** What a row of a mapping file is about, for staff. */
export interface VariantName {
  product: string;
  variant: string;
  /** In Shopify; empty: none. */
  sku: string;
}

/** The names of a shop's variants; none of a variant that was not read from Shopify. */
export async function readVariantNames(
  { db }: { db: PrismaClient },
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<Map<Gid<"ProductVariant">, VariantName>> {
  const rows = await db.productVariant.findMany({
    where: { shopId, variantGid: { in: [...variantGids] } },
    select: { variantGid: true, productTitle: true, title: true, sku: true },
  });
  return new Map(
    rows.map(({ variantGid, productTitle, title, sku }) => [
      variantGid,
      { product: productTitle, variant: title, sku: sku ?? "" },
    ]),
  );
}

const BATCH = 500;

/** What `read` finds in the rows of an import, in batches and in the sequence of the file. `after`: the last row that is known. */
async function* rowBatches<Found extends { row: number }>(
  read: (range: { after: number; take: number }) => Promise<Found[]>,
): AsyncGenerator<Found[]> {
  for (let after = 0; ;) {
    const found = await read({ after, take: BATCH });
    const last = found.at(-1);
    if (!last) return;
    yield found;
    after = last.row;
  }
}
