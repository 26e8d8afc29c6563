import type { Prisma, Submission } from "../../../prisma/client/client.ts";
import type { SyncedOrder, SyncedRecipient } from "../../ports/print-service.ts";
import { cutText } from "../../common/clean-text.ts";
import { idsOf } from "../core/history.ts";
import { trackingNumbersIn } from "../core/tracking-number.ts";
import { clearAttentions } from "../core/raise-attention.ts";
import { raiseUnlessAnswered } from "./raise-once.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { withOrderLock } from "../core/lock.ts";
import { artworkHash, decryptPayload } from "../core/payload.ts";
import { differingSkus } from "./match-lines.ts";
import { applyStatus } from "./status.ts";
import { applyTracking } from "./tracking.ts";
import { comparedHash } from "./comparison-row.ts";
import { dateIn, providerOrderColumns, differingFields, LABEL_FIELDS } from "../core/provider-order.ts";
import { SHIPPED_STATES } from "../core/states.ts";
import type { ParcelId, PrintAccountId, SubmissionId } from "../../ports/ids.ts";

export interface ProviderOrderUpdate {
  submissionId: SubmissionId;
  synced: SyncedOrder;
  /** The date (YYYY-MM-DD) under which detail showed the order; a list row has its own. */
  date?: string;
  reportedBy: "list" | "detail";
  /** The account that has the order, where the submission may name another one. */
  account?: PrintAccountId;
}

/**
 * Applies a list row or the detail of one submission (print-service: SyncedOrder): statuses and trackings whose events
 * were lost, the service's id and date, and a comparison of the items with those sent. A row of another reference is
 * not applied. One transaction: what it stores last (`comparedHash`) says that all of the row was applied. `isPart`: the detail
 * shows fewer items than were sent, so the service may have split the order, which only the list shows.
 */
export async function applyProviderOrder(
  ctx: OrdersContext,
  update: ProviderOrderUpdate,
): Promise<{ isPart: boolean }> {
  const row = await ctx.db.submission.findUnique({
    where: { id: update.submissionId },
    select: { id: true, orderId: true, reference: true },
  });
  if (!row || row.reference !== update.synced.reference) return { isPart: false };
  const { wake, parcels, isPart } = await withOrderLock(ctx, row.orderId, (tx) => applyAll(tx, ctx, update));
  if (wake) ctx.wake.submission(row.id);
  for (const id of parcels) ctx.wake.parcel(id);
  return { isPart };
}

async function applyAll(
  tx: Tx,
  ctx: OrdersContext,
  update: ProviderOrderUpdate,
): Promise<{ wake: boolean; parcels: ParcelId[]; isPart: boolean }> {
  const { submissionId: id, synced, reportedBy } = update;
  const items = synced.items.map((item) => ({
    itemSku: item.itemSku,
    orderStatus: item.orderStatus,
    messageError: null,
    paymentStatus: item.paymentStatus,
    artworkHash: artworkHash(ctx, item.artworkFront, item.artworkBack),
  }));
  const { wake, parcelIds: shipped } = await applyStatus(tx, ctx, id, { items, deliveryId: null, reportedBy });
  // After the status: markSeenAtProvider may restore the content that was sent (sent-content.ts).
  const sent = await tx.submission.findUniqueOrThrow({ where: { id }, include: { lines: true } });
  const isPart = reportedBy === "detail" && showsPart(sent, synced);
  if (!isPart) await compareItems(tx, ctx, sent, update);
  await compareRecipient(tx, ctx, sent, synced.recipient);
  const parcels: ParcelId[] = [...shipped];
  for (const tracking of synced.trackings) {
    if (trackingNumbersIn(tracking.trackingNumber).length === 0) continue;
    const { parcelIds } = await applyTracking(tx, ctx, idsOf(sent), { ...tracking, reportedBy });
    parcels.push(...parcelIds);
  }
  await saveProviderFields(tx, ctx, update, isPart);
  return { wake, parcels, isPart };
}

async function saveProviderFields(
  tx: Tx,
  ctx: OrdersContext,
  update: ProviderOrderUpdate,
  isPart: boolean,
): Promise<void> {
  const { submissionId: id, synced, date, account } = update;
  const row = await tx.submission.findUniqueOrThrow({
    where: { id },
    select: {
      id: true,
      version: true,
      serviceOrderId: true,
      serviceDate: true,
      providerOrderHash: true,
      contentErasedAt: true,
      order: { select: { redactedAt: true } },
    },
  });
  const erased = row.contentErasedAt !== null || row.order.redactedAt !== null;
  await tx.submission.update({
    where: { id },
    data: {
      printAccountId: account,
      serviceOrderId: row.serviceOrderId ?? synced.serviceOrderId,
      // The date of the list is a guess; the date under which detail answered is certain.
      serviceDate: date ?? row.serviceDate ?? dateIn(synced.enteredAt),
      ...providerOrderColumns(ctx, row, synced),
      checkedAt: ctx.clock.now(),
      readFailingSince: null,
      comparedHash: isPart ? null : comparedHash(ctx, { version: row.version + 1, erased }, synced),
      version: { increment: 1 },
    },
    select: { id: true },
  });
}

type SentRow = Prisma.SubmissionGetPayload<{ include: { lines: true } }>;

/**
 * Whether the items may be one part of an order that the service has split. So may those of an order that has shipped in part:
 * the wire's quantity is the unfulfilled one. A row without items shows nothing.
 */
const showsPart = (row: SentRow, synced: SyncedOrder): boolean =>
  synced.items.length > 0 && differingSkus(row.lines, synced.items).isPart;

/**
 * Raises attention while the service has other SKUs or quantities than were sent. Only before anything ships: the wire's
 * quantity is the unfulfilled one. A row without items is no evidence. An answer of staff stays.
 */
async function compareItems(
  tx: Tx,
  ctx: OrdersContext,
  row: SentRow,
  { synced, reportedBy }: Pick<ProviderOrderUpdate, "synced" | "reportedBy">,
): Promise<void> {
  const shipped = SHIPPED_STATES.includes(row.state) || synced.trackings.length > 0;
  if (shipped || synced.items.length === 0) return;
  const { skus: differ } = differingSkus(row.lines, synced.items);
  if (differ.length === 0) {
    // The detail may show one order of several.
    if (reportedBy === "list") await clearAttentions(tx, ctx, { ...idsOf(row), codes: ["items_differ"] }, "facts");
    return;
  }
  const basis = ctx.encryptor.hash(JSON.stringify(synced.items.map((item) => [item.itemSku, item.quantity]).sort()));
  const detail = { skus: differ.map((sku) => cutText(sku, 200)) };
  await raiseUnlessAnswered(tx, ctx, { ...idsOf(row), code: "items_differ", basis, detail });
}

/**
 * Raises attention when the service ships to another address than was sent, before anything ships. A field that the service
 * leaves out is no evidence. An answer of staff stays. Needs the order's lock. @throws DecryptionError
 */
async function compareRecipient(tx: Tx, ctx: OrdersContext, row: Submission, seen: SyncedRecipient): Promise<void> {
  if (SHIPPED_STATES.includes(row.state)) return;
  const sent = decryptPayload(ctx, row);
  const fields = sent ? differingFields(sent, seen) : [];
  if (fields.length === 0) return;
  const basis = ctx.encryptor.hash(JSON.stringify(LABEL_FIELDS.map((field) => seen[field])));
  await raiseUnlessAnswered(tx, ctx, { ...idsOf(row), code: "address_differs", basis, detail: { differing: fields } });
}
