import type { Prisma } from "@prisma/client";
import type { SyncedOrder } from "../../ports/print-service.ts";
import { idsOf } from "../core/history.ts";
import { raiseUnlessAnswered } from "./raise-once.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { withOrderLock } from "../core/lock.ts";
import { artworkHash } from "../core/payload.ts";
import { differingSkus } from "./match-lines.ts";
import { recordStatus } from "./status.ts";
import { recordTracking } from "./tracking.ts";
import { compareRecipient } from "./compare-recipient.ts";
import { dateIn, providerOrderColumns } from "../core/provider-order.ts";
import { SHIPPED_STATES } from "../core/states.ts";
import type { SubmissionId } from "../../ports/ids.ts";

export interface ProviderOrderUpdate {
  submissionId: SubmissionId;
  synced: SyncedOrder;
  /** The date (YYYY-MM-DD) under which detail showed the order; a list row has its own. */
  date?: string;
  reportedBy: "list" | "detail";
}

/**
 * Applies a list row or the detail of one submission (print-service: SyncedOrder): statuses and trackings whose events
 * were lost, the service's id and date, and a comparison of the items with those sent. A row of another reference is
 * not applied.
 */
export async function applyProviderOrder(ctx: OrdersContext, update: ProviderOrderUpdate): Promise<void> {
  const { synced, reportedBy } = update;
  const row = await ctx.db.submission.findUnique({ where: { id: update.submissionId } });
  if (!row || row.reference !== synced.reference) return;
  const items = synced.items.map((item) => ({
    itemSku: item.itemSku,
    orderStatus: item.orderStatus,
    messageError: null,
    paymentStatus: item.paymentStatus,
    artworkHash: artworkHash(ctx, item.artworkFront, item.artworkBack),
  }));
  await withOrderLock(ctx, row.orderId, (tx) => saveProviderFields(tx, ctx, row.id, update));
  await recordStatus(ctx, { reference: row.reference, items, deliveryId: null, reportedBy });
  // After the status: markSeenAtProvider may restore the content that was sent (sent-content.ts).
  await withOrderLock(ctx, row.orderId, async (tx) => {
    const sent = await tx.submission.findUniqueOrThrow({ where: { id: row.id }, include: { lines: true } });
    await compareItems(tx, ctx, sent, synced);
    await compareRecipient(tx, ctx, sent, synced.recipient);
  });
  for (const tracking of synced.trackings) {
    if (tracking.trackingNumber.trim() === "") continue;
    await recordTracking(ctx, { reference: row.reference, ...tracking, reportedBy });
  }
}

async function saveProviderFields(
  tx: Tx,
  ctx: OrdersContext,
  id: SubmissionId,
  { synced, date }: ProviderOrderUpdate,
): Promise<void> {
  const row = await tx.submission.findUniqueOrThrow({ where: { id }, include: { order: true } });
  await tx.submission.update({
    where: { id },
    data: {
      serviceOrderId: row.serviceOrderId ?? synced.serviceOrderId,
      // The date of the list is a guess; the date under which detail answered is certain.
      serviceDate: date ?? row.serviceDate ?? dateIn(synced.enteredAt),
      ...providerOrderColumns(ctx, row, synced),
      checkedAt: ctx.clock.now(),
      version: { increment: 1 },
    },
  });
}

/**
 * Raises attention when the service has other SKUs or quantities than were sent. Only before anything ships: the wire's
 * quantity is the unfulfilled one. A row without items is no evidence. An answer of staff stays.
 */
async function compareItems(
  tx: Tx,
  ctx: OrdersContext,
  row: Prisma.SubmissionGetPayload<{ include: { lines: true } }>,
  synced: SyncedOrder,
): Promise<void> {
  const shipped = SHIPPED_STATES.includes(row.state) || synced.trackings.length > 0;
  if (shipped || synced.items.length === 0) return;
  const differ = differingSkus(row.lines, synced.items);
  if (differ.length === 0) return;
  const basis = ctx.encryptor.hash(JSON.stringify(synced.items.map((item) => [item.itemSku, item.quantity]).sort()));
  const detail = { skus: differ.map((sku) => sku.slice(0, 200)) };
  await raiseUnlessAnswered(tx, ctx, { ...idsOf(row), code: "items_differ", basis, detail });
}
