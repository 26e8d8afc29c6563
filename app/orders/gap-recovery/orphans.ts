import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { artworkHash } from "../core/payload.ts";
import { orderTags, parseReference } from "../core/reference.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";
import type { PrintAccountId, OrderId } from "../../ports/ids.ts";

const BATCH_SIZE = 500;

/**
 * Stores the rows of the list that no submission is known to have at the service; their orders adopt them (adopt-orphans.ts). A
 * reading that was not complete may have shown some of the orders into which the service has split one: of a submission that
 * was found since the gap began, the others are stored, too.
 */
export async function recordOrphans(
  ctx: OrdersContext,
  { id: printAccountId, syncGapFrom }: { id: PrintAccountId; syncGapFrom: Date },
  rows: readonly SyncedOrder[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    const batch = rows.slice(at, at + BATCH_SIZE);
    const known = await ctx.db.submission.findMany({
      where: {
        reference: { in: batch.map((row) => row.reference) },
        state: { in: [...AT_PROVIDER_STATES] },
        OR: [{ foundAt: null }, { foundAt: { lt: syncGapFrom } }],
      },
      select: { reference: true },
    });
    const knownReferences = new Set(known.map((row) => row.reference));
    await ctx.db.orphan.createMany({
      data: batch
        .filter((row) => !knownReferences.has(row.reference))
        .map((row) => ({
          id: ctx.ids.uuid(),
          printAccountId,
          reference: row.reference,
          tag: parseReference(row.reference)?.tag ?? "",
          serviceOrderId: row.serviceOrderId,
          enteredAt: row.enteredAt,
          items: row.items.map((item) => ({
            itemSku: item.itemSku,
            quantity: item.quantity,
            artworkHash: artworkHash(ctx, item.artworkFront, item.artworkBack),
          })),
          foundAt: ctx.clock.now(),
        })),
      skipDuplicates: true,
    });
  }
}

/**
 * Makes every order due for which the account has an orphan, also orders of which nothing is to be sent any longer. Orders that
 * are not known yet adopt theirs when they are received.
 */
export async function wakeOrdersWithOrphans(ctx: OrdersContext, printAccountId: PrintAccountId): Promise<void> {
  const orphans = await ctx.db.orphan.findMany({ where: { printAccountId, adoptedAt: null }, select: { tag: true } });
  const tags = new Set(orphans.map((orphan) => orphan.tag));
  let after: OrderId | undefined;
  while (tags.size > 0) {
    const orders = await ctx.db.order.findMany({
      where: { shop: { uninstalledAt: null }, ...(after ? { id: { gt: after } } : {}) },
      orderBy: { id: "asc" },
      take: BATCH_SIZE,
      select: { id: true, shopifyGid: true, shop: { select: { domain: true } } },
    });
    const matching = orders.filter((order) =>
      [...orderTags(ctx.encryptor, order.shop.domain, order.shopifyGid).keys()].some((tag) => tags.has(tag)),
    );
    await ctx.db.order.updateMany({
      where: { id: { in: matching.map((order) => order.id) } },
      data: { dueAt: ctx.clock.now() },
    });
    for (const { id } of matching) ctx.wake.order(id);
    after = orders.at(-1)?.id;
    if (orders.length < BATCH_SIZE) return;
  }
}
