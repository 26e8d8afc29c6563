import type { BulkEdit } from "../../../prisma/client/client.ts";
import type { BulkEditId, ShopId } from "../../ports/ids.ts";
import type { CatalogContext } from "../context.ts";
import { wakeForMappings } from "../wake-for-mappings.ts";
import { applyBulkAction, bulkActionSchema } from "./bulk-actions.ts";
import { countProgress, defineRun } from "../../long-runs/engine.ts";

/** Variants changed and recorded together. */
const BATCH = 200;
/** Of a rule: each new SKU is asked for. */
const RULE_BATCH = 40;

/** Changes the variants of bulk edits batch by batch, then wakes the orders that wait for them. */
export const bulkEditRun = defineRun<CatalogContext, BulkEditId>({
  kind: "bulk_edit",
  everyMs: 2_000,
  /**
   * A rule needs what the copy of the shop's variants says of them: where it lacks some, and all variants are not read yet, the edit
   * waits for them.
   */
  due: ({ db }) => db.$queryRaw`
    SELECT e."id", e."shopId" FROM "BulkEdit" e JOIN "Shop" s ON s."id" = e."shopId" LEFT JOIN "CatalogRead" r USING ("shopId")
    WHERE e."state" <> 'done' AND s."uninstalledAt" IS NULL AND (
      e."action" ->> 'kind' <> 'map_by_rule' OR r."completedAt" IS NOT NULL OR NOT EXISTS (
        SELECT FROM "BulkEditVariant" b WHERE b."editId" = e."id" AND b."outcome" = 'pending' AND NOT EXISTS (
          SELECT FROM "ProductVariant" v WHERE v."shopId" = e."shopId" AND v."variantGid" = b."variantGid")))
    ORDER BY e."createdAt"`,
  /** A batch that was cut off before its record is repeated, also when staff stopped the edit since: what is recorded is what was changed. */
  async step(ctx, id, turn) {
    const edit = await ctx.db.bulkEdit.findUnique({ where: { id } });
    if (!edit) return;
    if (edit.batchUnderWay) await changeBatch(ctx, edit);
    while (await beginBatch(ctx, id)) {
      if ((await changeBatch(ctx, edit)) === 0) await ctx.db.bulkEdit.updateMany(toWaking(id));
      else if (turn.isOver()) return;
    }
    await wakeOrders(ctx, edit);
  },
  progress: ({ db }, editId) => countProgress(db.bulkEditVariant, { editId }, { outcome: "pending" }),
});

/** Whether there is more to do: false once staff stopped the edit, and once it is done. */
async function beginBatch({ db }: CatalogContext, id: BulkEditId): Promise<boolean> {
  const { count } = await db.bulkEdit.updateMany({ where: { id, state: "editing" }, data: { batchUnderWay: true } });
  return count > 0;
}

/** Returns the number of variants. */
async function changeBatch(ctx: CatalogContext, { id, shopId, action }: BulkEdit): Promise<number> {
  const parsed = bulkActionSchema.parse(action);
  const variants = await ctx.db.bulkEditVariant.findMany({
    where: { editId: id, outcome: "pending" },
    orderBy: { variantGid: "asc" },
    take: parsed.kind === "map_by_rule" ? RULE_BATCH : BATCH,
  });
  const outcomes = await applyBulkAction(ctx, shopId, variants, parsed);
  const records = [...new Set(outcomes.values())].map((outcome) => {
    const gids = [...outcomes].filter(([, one]) => one === outcome).map(([gid]) => gid);
    // The first record counts: a worker that lost its lease may come later.
    const where = { editId: id, variantGid: { in: gids }, outcome: "pending" as const };
    return ctx.db.bulkEditVariant.updateMany({ where, data: { outcome } });
  });
  await ctx.db.$transaction([
    ...records,
    ctx.db.bulkEdit.updateMany({ where: { id }, data: { batchUnderWay: false } }),
  ]);
  return variants.length;
}

const toWaking = (id: BulkEditId) => ({ where: { id, state: "editing" as const }, data: { state: "waking" as const } });

/** Ends a bulk edit of the shop after the variants that are being changed; those stay changed, and their orders are woken. */
export async function stopBulkEdit(
  { db, clock }: Pick<CatalogContext, "db" | "clock">,
  shopId: ShopId,
  id: BulkEditId,
): Promise<void> {
  const { where, data } = toWaking(id);
  await db.bulkEdit.updateMany({ where: { ...where, shopId }, data: { ...data, stoppedAt: clock.now() } });
}

async function wakeOrders(ctx: CatalogContext, { id, shopId }: Pick<BulkEdit, "id" | "shopId">): Promise<void> {
  const products = await ctx.db.bulkEditVariant.findMany({
    where: { editId: id, outcome: "changed" },
    distinct: ["productGid"],
    select: { productGid: true },
  });
  const gids = products.map(({ productGid }) => productGid);
  const { length: wokenOrders } = await wakeForMappings(ctx, shopId, gids);
  await ctx.db.bulkEdit.updateMany({ where: { id, state: "waking" }, data: { state: "done", wokenOrders } });
}
