import type { Shop } from "../../../prisma/client/client.ts";
import { errorName, RemoteError, retryAfterOf } from "../../ports/errors.ts";
import type { OrdersContext } from "../core/context.ts";
import { readShop } from "../core/shop-row.ts";
import { receiveOrderByGid } from "./receive-order.ts";
import type { ShopId } from "../../ports/ids.ts";
import type { Gid } from "../../ports/gid.ts";
import type { OrderSummary } from "../../ports/order-model.ts";
import { MUTABLE_STATES } from "../core/states.ts";
import { differsFromStored, isReadAfter } from "./order-row.ts";

/** Orders that Shopify does not show, one after the other: so many are a failure of Shopify, and not theirs. */
const MAX_FAILED_IN_ROW = 5;

/**
 * Reads a shop's orders by updated_at, from the stored cursor less an overlap, and receives what is new or changed, so that a
 * lost webhook loses nothing. The cursor moves page by page and never past an order that failed; the orders behind that one
 * are received all the same, also where Shopify does not show that one. `stopping` ends the sweep early.
 * @throws RemoteError when Shopify cannot be read, or the first order's failure; what was received stays received
 */
export async function sweepShop(ctx: OrdersContext, shopId: ShopId, stopping?: AbortSignal) {
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  const result = { seen: 0, received: 0 };
  if (shop.uninstalledAt) return result;
  const start = shop.ordersCursor ?? shop.goLiveAt;
  const since = new Date(start.getTime() - ctx.policy.sweepOverlapMs);
  let cursor = shop.ordersCursor;
  let after: string | null = null;
  let failure: unknown = null;
  let failedInRow = 0;
  do {
    const page = await ctx.shopify.ordersUpdatedSince(shop.domain, since, after);
    result.seen += page.orders.length;
    const changed = await findChangedOrders(ctx, shop, page.orders);
    for (const order of changed) {
      if (stopping?.aborted) return result;
      const failed = await tryReceive(ctx, shop, order.gid);
      failure ??= failed;
      failedInRow = failed instanceof RemoteError ? failedInRow + 1 : 0;
      if (failedInRow === MAX_FAILED_IN_ROW) throw failed;
    }
    result.received += changed.length;
    const last = page.orders.at(-1)?.updatedAt;
    if (last && failure === null && (cursor === null || cursor < last)) {
      await moveCursor(ctx, shop, { from: cursor, to: last });
      cursor = last;
    }
    after = page.next;
  } while (after !== null);
  if (failure !== null) throw failure;
  await ctx.db.shop.update({ where: { id: shopId }, data: { ordersSweptAt: ctx.clock.now() } });
  return result;
}

/** Returns the failure of an order that could not be read or applied, or null. @throws RemoteError when nothing can be read */
async function tryReceive(
  ctx: OrdersContext,
  shop: { id: ShopId; domain: string },
  gid: Gid<"Order">,
): Promise<unknown> {
  try {
    await receiveOrderByGid(ctx, await readShop(ctx.sql, { id: shop.id }), gid);
    return null;
  } catch (error) {
    if (error instanceof RemoteError && !mayBeOfOneOrder(error)) throw error;
    ctx.log.error({ shop: shop.id, order: gid, error: errorName(error) }, "an order could not be received");
    return error;
  }
}

/** Shopify answered, and refused the order or broke off at it: another order may be shown. */
const mayBeOfOneOrder = (error: RemoteError): boolean =>
  retryAfterOf(error) === 0 && (error.httpStatus === 200 || (error.httpStatus ?? 0) >= 500);

/**
 * Only from where this sweep left the cursor: settings with an earlier start date move the cursor back meanwhile. While there is
 * none yet, only the start date shows that.
 */
async function moveCursor(
  ctx: OrdersContext,
  { id, goLiveAt }: Pick<Shop, "id" | "goLiveAt">,
  { from, to }: { from: Date | null; to: Date },
): Promise<void> {
  const where = { id, ordersCursor: from, ...(from === null ? { goLiveAt } : {}) };
  await ctx.db.shop.updateMany({ where, data: { ordersCursor: to } });
}

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
