import type { NotPrinted, OrderLine, Prisma } from "../../../prisma/client/client.ts";
import type { ShopId, OrderId } from "../../ports/ids.ts";
import { NEEDS_MAPPING } from "../core/attention.ts";
import type { OrdersContext, WriteContext } from "../core/context.ts";
import { commitThenWake, wakeHeld, wakeUnmatched, wakeOrders } from "./wake-orders.ts";
import type { Gid } from "../../ports/gid.ts";
import { changeOrder } from "../core/change-orders.ts";
import { idsOf } from "../core/history.ts";
import { moveSubmission, raiseReason, type OrderRows } from "../core/order-rows.ts";
import { readableSince } from "../core/order-access.ts";
import { stateIn } from "../core/state-in.ts";
import { UNSENT_STATES } from "../core/states.ts";
import { ALL_ORDERS_SCOPE } from "../../ports/shopify.ts";
import type { DecidedLine } from "../compose/decide-lines.ts";

type MarkContext = Pick<OrdersContext, "db" | "clock" | "ids" | "wake">;

/** A variant, or with null every variant of the product that has no mapping. */
interface PrintMark {
  productGid: Gid<"Product">;
  variantGid: Gid<"ProductVariant"> | null;
}

/**
 * Says that the print service does not print a variant or a product: orders that wait for a mapping of it continue without it.
 * `alsoCommit` is committed with the mark; `isNew`: it was not marked before.
 */
export async function markNotPrinted(
  ctx: MarkContext,
  shopId: ShopId,
  { productGid, variantGid }: PrintMark,
  alsoCommit?: (tx: Prisma.TransactionClient, isNew: boolean) => Promise<void>,
): Promise<void> {
  const row: NotPrinted = {
    id: ctx.ids.uuid(),
    shopId,
    productGid,
    variantGid: variantGid ?? "",
    createdAt: ctx.clock.now(),
  };
  await commitThenWake(ctx, async (inTransaction) => {
    const { count } = await inTransaction.db.notPrinted.createMany({ data: [row], skipDuplicates: true });
    await alsoCommit?.(inTransaction.db, count > 0);
    await wakeHeld(inTransaction, shopId, NEEDS_MAPPING);
  });
}

/** Takes that back: open items of the product are decided again. */
export async function unmarkNotPrinted(
  ctx: MarkContext,
  shopId: ShopId,
  { productGid, variantGid }: PrintMark,
  alsoCommit?: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<void> {
  await commitThenWake(ctx, async (inTransaction) => {
    const where = { shopId, productGid, variantGid: variantGid ?? ("" as const) };
    if ((await inTransaction.db.notPrinted.deleteMany({ where })).count > 0) await alsoCommit?.(inTransaction.db);
    await wakeUnmatched(inTransaction, shopId, [productGid]);
  });
}

/**
 * Holds what is unsent of an order that Shopify does not show for its age. Time changes nothing: the order continues once the
 * merchant allows access to older orders.
 */
export const holdTooOld = (ctx: OrdersContext, orderId: OrderId): Promise<void> =>
  changeOrder(ctx, orderId, (rows) => {
    for (const row of rows.submissions.filter(({ state }) => UNSENT_STATES.includes(state))) {
      raiseReason(rows, ctx, { ...idsOf(row), code: "order_too_old_to_send" });
      moveSubmission(rows, ctx, row.id, "wait", { dueAt: null });
    }
  });

/**
 * Holds an order with new items of which nobody can say whether the print service prints them: the shop's rule asks for what only
 * Shopify shows, and Shopify does not show the order for its age. `known`: the lines as they were stored before.
 */
export function holdUndecidedLines(
  rows: OrderRows,
  ctx: WriteContext,
  { lines, known }: { lines: readonly DecidedLine[]; known: readonly OrderLine[] },
): void {
  const { id: orderId, shopId } = rows.order;
  const knownGids = new Set(known.map(({ shopifyGid }) => shopifyGid));
  const undecided = lines.filter(({ row }) => row.eligibilityReason === "no_match" && !knownGids.has(row.shopifyGid));
  if (undecided.some(({ row }) => row.remaining > 0))
    raiseReason(rows, ctx, { shopId, orderId, code: "order_too_old_to_send" });
}

/** Woken in one run; the others follow in the next. */
const BATCH_SIZE = 1_000;

/**
 * Has orders that grew too old while something held them read once more: nothing else would report it before somebody releases
 * them. Returns how many.
 */
export async function wakeTooOld(ctx: Pick<OrdersContext, "db" | "clock" | "wake">): Promise<number> {
  const rows = await ctx.db.$queryRaw<{ id: OrderId }[]>`
    SELECT DISTINCT o."id"::text AS "id" FROM "Submission" s
      JOIN "Order" o ON o."id" = s."orderId" JOIN "Shop" h ON h."id" = s."shopId"
    WHERE s."replacedAt" IS NULL AND ${stateIn("s", UNSENT_STATES)} AND o."shopifyCreatedAt" < ${readableSince(ctx)}
      AND h."uninstalledAt" IS NULL AND strpos(h."scopes", ${ALL_ORDERS_SCOPE}) = 0
      AND NOT EXISTS (SELECT FROM "Attention" a
        WHERE a."orderId" = o."id" AND a."code" = 'order_too_old_to_send' AND a."clearedAt" IS NULL)
    LIMIT ${BATCH_SIZE}`;
  return rows.length === 0 ? 0 : wakeOrders(ctx, { id: { in: rows.map(({ id }) => id) } });
}

/**
 * Follows a start date that was moved back: orders that were ignored for the later date are decided again, and the next sweep
 * reads from the earlier one on, for orders that no webhook reported. Canceled and erased orders stay as they are. Needs the
 * lock of the shop's row.
 */
export async function includeOrdersSince(
  tx: Prisma.TransactionClient,
  ctx: Pick<OrdersContext, "clock">,
  shopId: ShopId,
  goLiveAt: Date,
): Promise<void> {
  await tx.order.updateMany({
    where: {
      shopId,
      ignoredReason: "before_go_live",
      shopifyCreatedAt: { gte: goLiveAt },
      cancelledAt: null,
      redactedAt: null,
    },
    data: { ignoredReason: null, dueAt: ctx.clock.now() },
  });
  // Only back: a sweep that has not come as far as the new date yet continues where it is.
  await tx.shop.updateMany({
    where: { id: shopId, ordersCursor: { gt: goLiveAt } },
    data: { ordersCursor: goLiveAt },
  });
}
