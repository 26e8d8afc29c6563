import type { BulkEdit, PrismaClient } from "@prisma/client";
import type { BulkEditId } from "../../ports/ids.ts";
import type { CatalogContext } from "../context.ts";
import { wakeForMappings } from "../wake-for-mappings.ts";
import { applyBulkAction, bulkActionSchema } from "./bulk-actions.ts";

/** Edits of many shops take turns of this length. */
const TURN_MS = 20_000;
/** Variants changed and recorded together. */
const BATCH = 200;

/** The bulk edits with work to do. */
export const bulkEditsAtWork = ({ db }: { db: PrismaClient }): Promise<{ id: BulkEditId }[]> =>
  db.bulkEdit.findMany({
    where: { state: { not: "done" }, shop: { uninstalledAt: null } },
    orderBy: { createdAt: "asc" },
    select: { id: true },
  });

/**
 * Goes on with a bulk edit: changes variants batch by batch for some time, then wakes the orders that wait for them. One
 * process at a time, under a lease. A batch that was cut off before its record is repeated.
 */
export async function runBulkEdit(ctx: CatalogContext, id: BulkEditId, stopping: AbortSignal): Promise<void> {
  const edit = await ctx.db.bulkEdit.findUnique({ where: { id } });
  if (!edit) return;
  const { shopId } = edit;
  const action = bulkActionSchema.parse(edit.action);
  const end = performance.now() + TURN_MS;
  while (edit.state === "editing") {
    if (stopping.aborted || performance.now() > end) return;
    const variants = await ctx.db.bulkEditVariant.findMany({
      where: { editId: id, outcome: "pending" },
      orderBy: { variantGid: "asc" },
      take: BATCH,
    });
    if (variants.length === 0) break;
    const outcomes = await applyBulkAction(ctx, shopId, variants, action);
    for (const outcome of new Set(outcomes.values())) {
      const gids = [...outcomes].filter(([, one]) => one === outcome).map(([gid]) => gid);
      await ctx.db.bulkEditVariant.updateMany({ where: { editId: id, variantGid: { in: gids } }, data: { outcome } });
    }
  }
  await ctx.db.bulkEdit.updateMany({ where: { id, state: "editing" }, data: { state: "waking" } });
  await wakeOrders(ctx, edit);
}

async function wakeOrders(ctx: CatalogContext, { id, shopId }: Pick<BulkEdit, "id" | "shopId">): Promise<void> {
  const products = await ctx.db.bulkEditVariant.findMany({
    where: { editId: id, outcome: "changed" },
    distinct: ["productGid"],
    select: { productGid: true },
  });
  const gids = products.map(({ productGid }) => productGid);
  const wokenOrders = await wakeForMappings(ctx, shopId, gids);
  await ctx.db.bulkEdit.updateMany({ where: { id, state: "waking" }, data: { state: "done", wokenOrders } });
}
