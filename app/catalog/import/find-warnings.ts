import type { PrismaClient } from "@prisma/client";
import type { ArtworkWarning } from "../../ports/artwork.ts";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import { readFindingsOf } from "../artwork-findings.ts";
import { rowBatches } from "./row-batches.ts";

/** What may spoil the print of the artwork in a cell of a mapping file. */
export interface RowWarning {
  row: number;
  column: "artworkFront" | "artworkBack";
  warning: ArtworkWarning;
}

/** The warnings that a page shows. */
const SHOWN = 50;
const COLUMN_OF = { front: "artworkFront", back: "artworkBack" } as const;

/** The warnings of the rows that an import would save, by what was found at their links; the number of all such rows. */
export async function findWarnings(
  ctx: { db: PrismaClient },
  { id, shopId }: { id: MappingImportId; shopId: ShopId },
): Promise<{ warnedRows: number; warnings: RowWarning[] }> {
  const warnings: RowWarning[] = [];
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
      const found = findingsOf(links).flatMap(({ side, warnings: all }) =>
        all.map((warning) => ({ row, column: COLUMN_OF[side], warning })),
      );
      if (found.length > 0) warnedRows += 1;
      warnings.push(...found.slice(0, SHOWN - warnings.length));
    }
  }
  return { warnedRows, warnings };
}
