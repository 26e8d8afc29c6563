import type { PrismaClient } from "../../../prisma/client/client.ts";
import { historyRow } from "../../orders/core/history.ts";
import type { Gid } from "../../ports/gid.ts";
import type { ShopId, DataRequestId } from "../../ports/ids.ts";
import type { ParsedWebhook } from "../../ports/webhooks.ts";
import type { ShopsContext } from "../../shops/context.ts";
import type { NoteAction } from "../../shops/staff-actions.ts";

type Asked = Omit<Extract<ParsedWebhook, { kind: "customer_data_request" }>, "kind">;

/**
 * customers/data_request: records the request for the merchant, who answers the customer, and notes it in the history of
 * each order. A request about orders that are not held ends at once. Safe to repeat.
 */
export async function recordDataRequest(
  ctx: ShopsContext,
  domain: string,
  { requestNumber, customerGid, orderGids }: Asked,
  requestedAt: Date,
): Promise<void> {
  const shop = await ctx.db.shop.findUnique({ where: { domain }, select: { id: true } });
  if (!shop) return;
  const orders = await heldOrders(ctx.db, shop.id, orderGids);
  const state = orders.length > 0 ? "open" : "nothing_held";
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.dataRequest.createMany({
      data: {
        ...{ id: ctx.ids.uuid(), shopId: shop.id, shopifyId: requestNumber, requestedAt, state },
        // Of a customer of whom nothing is held, nothing is kept either.
        ...(state === "open" ? { customerGid, orderGids: [...orderGids] } : { endedAt: ctx.clock.now() }),
      },
      skipDuplicates: true,
    });
    if (count === 0) return;
    const asked = { shopId: shop.id, code: "privacy.data_requested", actor: "shopify" } as const;
    await tx.history.createMany({ data: orders.map(({ id }) => historyRow(ctx, { ...asked, orderId: id })) });
  });
  ctx.log.info({ shop: domain, asked: orderGids.length, held: orders.length }, "a customer's data was asked for");
}

/** The orders of a request that hold something of the customer: not those that were erased. The oldest first. */
export const heldOrders = (db: PrismaClient, shopId: ShopId, orderGids: readonly Gid<"Order">[]) =>
  db.order.findMany({
    where: { shopId, shopifyGid: { in: [...orderGids] }, redactedAt: null },
    select: { id: true, name: true, shopifyGid: true, customerEncrypted: true },
    orderBy: [{ shopifyCreatedAt: "asc" }, { id: "asc" }],
  });

/**
 * After an erasure of orders: the requests about them no longer name the customer, and end where nothing is left to
 * send.
 */
export async function endErasedRequests(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shopId: ShopId,
  orderGids: readonly Gid<"Order">[],
): Promise<void> {
  const where = { shopId, orderGids: { hasSome: [...orderGids] } };
  for (const request of await ctx.db.dataRequest.findMany({ where })) {
    const isOver = request.state === "open" && (await heldOrders(ctx.db, shopId, request.orderGids)).length === 0;
    await ctx.db.dataRequest.updateMany({
      where: { id: request.id, state: request.state },
      data: { customerGid: null, ...(isOver && { state: "nothing_held", endedAt: ctx.clock.now() }) },
    });
  }
}

/** Ends an open request: staff sent the customer the export. unchanged: it is no open request of this shop. */
export async function markSent(
  ctx: Pick<ShopsContext, "db" | "clock">,
  { shopId, id, userId }: { shopId: ShopId; id: DataRequestId; userId: string },
  note?: NoteAction,
): Promise<"done" | "unchanged"> {
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.dataRequest.updateMany({
      where: { id, shopId, state: "open" },
      data: { state: "sent", endedAt: ctx.clock.now(), endedBy: userId },
    });
    if (count === 0) return "unchanged";
    await note?.(tx, "data_request_sent");
    return "done";
  });
}
