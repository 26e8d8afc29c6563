import { RemoteError } from "../../ports/errors.ts";
import type { Tx } from "../../database/transaction.ts";
import type { OrdersContext } from "../core/context.ts";
import { lockOrderByGid } from "../core/lock.ts";
import type { ChangedValues } from "../core/order-change.ts";
import type { ShopRow } from "../core/shop-row.ts";
import type { Gid } from "../../ports/gid.ts";
import type { OrderLineId } from "../../ports/ids.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { applySnapshot } from "../receive/apply-snapshot.ts";
import { readSnapshot } from "../receive/receive-order.ts";
import { readChangeState, type ChangeState, type ChangeSubject } from "./change-state.ts";

/** Whether the shop has such an order. */
export const isKnown = async ({ db }: OrdersContext, { id: shopId }: ShopRow, shopifyGid: Gid<"Order">) =>
  (await db.order.count({ where: { shopId, shopifyGid } })) > 0;

/** The order as Shopify shows it now; null where that cannot be read. */
export async function readForChange(
  ctx: OrdersContext,
  shop: ShopRow,
  shopifyGid: Gid<"Order">,
): Promise<OrderSnapshot | null> {
  try {
    return await readSnapshot(ctx, shop, shopifyGid);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ error: error.name }, "order to change not readable");
    return null;
  }
}

/** Applies what Shopify shows, then finds what is to be changed. Locks the order. */
export async function findSubject(
  tx: Tx,
  ctx: OrdersContext,
  shop: ShopRow,
  snapshot: OrderSnapshot,
  lineId: OrderLineId | null,
  wanted?: ChangedValues,
): Promise<{ state: ChangeState; subject: ChangeSubject } | { result: "not_found" | "invalid_state" | "unreadable" }> {
  await lockOrderByGid(tx, shop.id, snapshot.gid);
  const where = { shopId: shop.id, shopifyGid: snapshot.gid };
  if (!(await tx.order.findFirst({ where, select: { id: true } }))) return { result: "not_found" };
  const applied = await applySnapshot(tx, ctx, shop, snapshot);
  if (applied.outcome === "stale") return { result: "unreadable" };
  const state = await readChangeState(tx, ctx, shop, snapshot, wanted);
  if (!state || state.order.redactedAt || state.order.cancelledAt) return { result: "invalid_state" };
  const subject = state.subjects.find(({ line }) => (line?.row.id ?? null) === lineId);
  return subject ? { state, subject } : { result: "invalid_state" };
}
