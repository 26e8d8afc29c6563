import { errorName, RemoteError } from "../../ports/errors.ts";
import type { Gid } from "../../ports/gid.ts";
import type { ShopId } from "../../ports/ids.ts";
import type { OrderSummary } from "../../ports/order-model.ts";
import type { OrdersContext } from "../core/context.ts";
import { MUTABLE_STATES } from "../core/states.ts";
import { differsFromStored, isReadAfter } from "./order-row.ts";

interface ListedOrder {
  gid: Gid<"Order">;
  updatedAt: Date;
}

interface ListingShop {
  id: ShopId;
  domain: string;
}

/**
 * Those of the listed orders that may have changed since they were stored, to be read. An order last read within the second of its
 * updated_at may have changed again in that second, as may one that a webhook brought: a summary tells.
 */
export async function findChangedOrders<Listed extends ListedOrder>(
  ctx: OrdersContext,
  shop: ListingShop,
  listed: readonly Listed[],
): Promise<Listed[]> {
  const known = await ctx.db.order.findMany({
    where: { shopId: shop.id, shopifyGid: { in: listed.map((one) => one.gid) } },
    select: { shopifyGid: true, shopifyUpdatedAt: true, readAt: true },
  });
  const rows = new Map(known.map((row) => [row.shopifyGid, row]));
  const suspects = listed.filter(({ gid, updatedAt }) => {
    const row = rows.get(gid);
    return !row || row.shopifyUpdatedAt < updatedAt || !isReadAfter(row, updatedAt);
  });
  const inDoubt = suspects.filter(({ gid, updatedAt }) => {
    const row = rows.get(gid);
    return row !== undefined && row.shopifyUpdatedAt.getTime() >= updatedAt.getTime();
  });
  const same = await findUnchanged(ctx, shop, inDoubt);
  return suspects.filter(({ gid }) => !same.has(gid));
}

/**
 * Those whose summary is what is stored. Asked only where nothing of an order waits for what a whole read alone shows: each unsent
 * submission has a due time, and reads the order then.
 */
async function findUnchanged(
  ctx: OrdersContext,
  shop: ListingShop,
  inDoubt: readonly ListedOrder[],
): Promise<Set<Gid<"Order">>> {
  if (inDoubt.length === 0) return new Set();
  const rows = await ctx.db.order.findMany({
    where: {
      shopId: shop.id,
      shopifyGid: { in: inDoubt.map(({ gid }) => gid) },
      submissions: { none: { state: { in: [...MUTABLE_STATES] }, dueAt: null } },
    },
    select: {
      shopifyGid: true,
      shopifyUpdatedAt: true,
      cancelledAt: true,
      financialStatus: true,
      addressHash: true,
      lines: { select: { shopifyGid: true, quantity: true, remaining: true } },
    },
  });
  const gids = rows.map(({ shopifyGid }) => shopifyGid);
  const summaries = new Map((await summarize(ctx, shop, gids)).map((one) => [one.gid, one]));
  const same = rows.filter((row) => {
    const summary = summaries.get(row.shopifyGid);
    if (!summary?.lines || summary.updatedAt > row.shopifyUpdatedAt) return false;
    return !differsFromStored(ctx, { order: row, lines: row.lines }, { ...summary, lines: summary.lines });
  });
  return new Set(same.map(({ shopifyGid }) => shopifyGid));
}

/** Where Shopify shows no summaries, the orders are read one by one: that tells which of them cannot be read. */
async function summarize(
  ctx: OrdersContext,
  shop: ListingShop,
  gids: readonly Gid<"Order">[],
): Promise<OrderSummary[]> {
  if (gids.length === 0) return [];
  try {
    return await ctx.shopify.summarizeOrders(shop.domain, gids);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ shop: shop.id, error: errorName(error) }, "orders could not be summarized");
    return [];
  }
}
