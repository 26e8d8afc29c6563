import type { PrismaClient } from "../../../prisma/client/client.ts";
import type { ArtworkWarning } from "../../ports/artwork.ts";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import { readFindingsOf } from "../artwork-findings.ts";
import { rowBatches } from "./row-batches.ts";

/** What may spoil the print of the artwork in a cell of a mapping file: `rows` rows of the file have it, `row` is the first. */
export interface RowWarning {
  row: number;
  rows: number;
  column: "artworkFront" | "artworkBack";
  warning: ArtworkWarning;
}

/** The warnings that a page shows. */
const SHOWN = 50;
const COLUMN_OF = { front: "artworkFront", back: "artworkBack" } as const;

/**
 * The warnings of the rows that an import would save, by what was found at their links, equal ones together; the number of
 * all such rows.
 */
export async function findWarnings(
  ctx: { db: PrismaClient },
  { id, shopId }: { id: MappingImportId; shopId: ShopId },
): Promise<{ warnedRows: number; warnings: RowWarning[] }> {
  const known = new Map<string, RowWarning>();
  let warnedRows = 0;
  const batches = rowBatches(({ after, take }) =>
    ctx.db.mappingImportRow.findMany({
      where: { importId: id, wrong: false, row: { gt: after } },
      orderBy: { row: "asc" },
      take,
      select: { row: true, artworkFront: true, artworkBack: true },
    }),
  );
  for await (const rows of batches) {
    const findingsOf = await readFindingsOf(ctx, shopId, rows);
    for (const { row, ...links } of rows) {
      const found = findingsOf(links).flatMap(({ side, warnings }) =>
        warnings.map((warning) => ({ column: COLUMN_OF[side], warning })),
      );
      if (found.length > 0) warnedRows += 1;
      for (const one of found) {
        const key = JSON.stringify(one);
        const same = known.get(key);
        if (same) same.rows += 1;
        else if (known.size < SHOWN) known.set(key, { ...one, row, rows: 1 });
      }
    }
  }
  return { warnedRows, warnings: [...known.values()] };
}
