import type { MappingImportRow, PrismaClient } from "../../../prisma/client/client.ts";
import { LINK_FIELDS } from "../check-mappings.ts";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import type { Column } from "../columns.ts";
import { sidesText } from "../sides.ts";
import type { FileRow } from "./plan-row.ts";
import { rowBatches } from "./row-batches.ts";
import type { ImportProblem, RowProblem } from "./row-problems.ts";
import { readVariantNames, type VariantName } from "./variant-names.ts";

/** A row of the file with what is wrong with it. */
export interface ProblemRow {
  row: number;
  /** null: neither the shop's products nor the file name the variant. */
  name: VariantName | null;
  problems: RowProblem[];
}

/** The same with its text in the file. */
type ProblemFileRow = ProblemRow & { fileRow: FileRow };

type Db = { db: PrismaClient };
interface Target {
  id: MappingImportId;
  shopId: ShopId;
}

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
  const { variantGid, itemSku, artworkFront, artworkBack, mockup, note } = row;
  const requiredSides = sidesText(row.requiredSides);
  return {
    descriptions: names,
    cells: { variantId: variantGid, itemSku, artworkFront, artworkBack, mockup, note, requiredSides },
    extra: [],
  };
}

const cellsOf = (row: MappingImportRow) => [
  { column: "itemSku" as Column, kind: "sku", value: row.itemSku },
  ...LINK_FIELDS.map((field) => ({ column: field, kind: "link", value: row[field] })),
];

/** All of them, in batches. */
export const allProblems = (ctx: Db, target: Target): AsyncGenerator<ProblemFileRow[]> =>
  rowBatches((range) => readProblems(ctx, target, range));
