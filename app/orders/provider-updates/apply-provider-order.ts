import { Decimal } from "decimal.js";
import { Prisma, type Submission } from "../../../prisma/client/client.ts";
import type { BilledAmounts, SyncedOrder, SyncedRecipient } from "../../ports/print-service.ts";
import { cutText } from "../../common/clean-text.ts";
import { idsOf } from "../core/history.ts";
import { trackingNumbersIn } from "../core/tracking-number.ts";
import { transact } from "../core/append.ts";
import { raiseUnlessAnswered } from "./raise-once.ts";
import type { DecideContext, OrdersContext } from "../core/context.ts";
import { clearReasons, setColumns, submissionIn, type OrderRows } from "../core/order-rows.ts";
import type { SubmissionRow, SubmissionWithLines } from "../core/submission-row.ts";
import type { Tx } from "../../database/sql.ts";
import {
  artworkHash,
  decryptPayload,
  dateIn,
  providerOrderColumns,
  differingFields,
  LABEL_FIELDS,
} from "../core/provider-order.ts";
import { changeUpdated, loadUpdated, type UpdatedSubmission } from "./load-updated.ts";
import { differingSkus } from "./match-lines.ts";
import { applyStatus } from "./status.ts";
import { applyTracking } from "./tracking.ts";
import { comparedHash } from "./comparison-row.ts";
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
  const { submissionId: id, synced } = update;
  const [applied] = await transact(ctx, async (tx) => {
    const [loaded, payloadEncrypted] = await Promise.all([
      loadUpdated(tx, Prisma.sql`x."id" = ${id}::uuid AND x."reference" = ${synced.reference}`),
      readPayload(tx, id),
    ]);
    const items = loaded.submissions.map((submission) => ({ submission }));
    const updated = await changeUpdated(tx, loaded, items, (rows, { submission }) =>
      decideUpdate(rows, ctx, submission, { ...update, payloadEncrypted }),
    );
    // Last: the row of a submission that is just found at the service is there now.
    // Of what has shipped, fewer items are shown, and all of the bill.
    const isPart = updated[0]?.isPart === true && synced.trackings.length === 0;
    if (synced.billed && updated.length > 0 && !isPart) await keepBilled(tx, ctx, update, synced.billed);
    return updated;
  });
  if (!applied) return { isPart: false };
  if (applied.wake) ctx.wake.submission(id);
  for (const parcelId of applied.parcelIds) ctx.wake.parcel(parcelId);
  return { isPart: applied.isPart };
}

/**
 * The order is locked. What was billed has the order counted again (a trigger of SubmissionCost). What shows some of the service's orders
 * for this one shows a part of the bill.
 */
async function keepBilled(
  tx: Tx,
  { clock }: Pick<OrdersContext, "clock">,
  { submissionId: id, synced }: Pick<ProviderOrderUpdate, "submissionId" | "synced">,
  billed: BilledAmounts,
) {
  // print-service: an order without its final price has a price of 0.
  if (billed.total === null || new Decimal(billed.total).isZero()) return;
  await tx.execute`
    UPDATE "SubmissionCost" c SET "billedBase" = ${billed.base}, "billedShipping" = ${billed.shipping}, "billedTax" = ${billed.tax},
      "billedSurcharge" = ${billed.surcharge}, "billedTotal" = ${billed.total}, "billedAt" = ${clock.now()}::timestamptz,
      "billedSource" = 'service', "currency" = coalesce(c."currency", s."settings" ->> 'serviceCurrency', 'USD')
    FROM "Submission" x JOIN "Shop" s ON s."id" = x."shopId" WHERE x."id" = c."submissionId" AND x."id" = ${id}::uuid
      AND x."serviceOrderIds" <@ ${synced.serviceOrderIds ?? []}::text[] AND c."billedSource" IS DISTINCT FROM 'bill'
      AND (c."billedBase", c."billedShipping", c."billedTax", c."billedSurcharge", c."billedTotal") IS DISTINCT FROM
        (${billed.base}::text, ${billed.shipping}::text, ${billed.tax}::text, ${billed.surcharge}::text, ${billed.total}::text)`;
}

async function readPayload(tx: Tx, id: SubmissionId): Promise<Payload> {
  const [row] = await tx.query<{ payloadEncrypted: Payload }>`
    SELECT "payloadEncrypted" FROM "Submission" WHERE "id" = ${id}::uuid`;
  return row?.payloadEncrypted ?? null;
}

type Payload = Submission["payloadEncrypted"];

function decideUpdate(
  rows: OrderRows,
  ctx: DecideContext,
  submission: UpdatedSubmission,
  update: ProviderOrderUpdate & { payloadEncrypted: Payload },
): { wake: boolean; parcelIds: ParcelId[]; isPart: boolean } {
  const { submissionId: id, synced, reportedBy } = update;
  const items = synced.items.map((item) => ({
    itemSku: item.itemSku,
    orderStatus: item.orderStatus,
    messageError: null,
    paymentStatus: item.paymentStatus,
    artworkHash: artworkHash(ctx, item.artworkFront, item.artworkBack),
  }));
  const { wake, parcelIds } = applyStatus(rows, ctx, submission, { items, deliveryId: null, reportedBy });
  // After the status: markSeenAtProvider may restore the content that was sent (sent-content.ts).
  const sent = submissionIn(rows, id);
  const isPart = reportedBy === "detail" && showsPart(sent, synced);
  if (!isPart) compareItems(rows, ctx, sent, update);
  const payloadEncrypted = sent.hasPayload ? update.payloadEncrypted : null;
  compareRecipient(rows, ctx, { ...sent, payloadEncrypted }, synced.recipient);
  for (const tracking of synced.trackings)
    if (trackingNumbersIn(tracking.trackingNumber).length > 0)
      parcelIds.push(...applyTracking(rows, ctx, submission, { ...tracking, reportedBy }).parcelIds);
  setProviderColumns(rows, ctx, update, isPart);
  return { wake, parcelIds, isPart };
}

function setProviderColumns(
  rows: OrderRows,
  ctx: DecideContext,
  { submissionId: id, synced, date, account }: ProviderOrderUpdate,
  isPart: boolean,
): void {
  const row = submissionIn(rows, id);
  const version = row.version + 1;
  const erased = row.contentErasedAt !== null || rows.order.redactedAt !== null;
  setColumns(rows.submissions, id, {
    ...(account ? { printAccountId: account } : {}),
    serviceOrderId: row.serviceOrderId ?? synced.serviceOrderId,
    ...newParts(row, synced),
    // The date of the list is a guess; the date under which detail answered is certain.
    serviceDate: date ?? row.serviceDate ?? dateIn(synced.enteredAt),
    ...providerOrderColumns(ctx, { ...row, order: rows.order }, synced),
    checkedAt: ctx.clock.now(),
    readFailingSince: null,
    comparedHash: isPart ? null : comparedHash(ctx, { version, erased }, synced),
    version,
  });
}

/** Orders of the service that were not known to be parts of this one. None is forgotten: the detail may show one of several. */
function newParts({ serviceOrderIds: known }: SubmissionRow, { serviceOrderIds = [] }: SyncedOrder) {
  const all = [...new Set([...known, ...serviceOrderIds])];
  return all.length === known.length ? {} : { serviceOrderIds: all.sort() };
}

/**
 * Whether the items may be one part of an order that the service has split. So may those of an order that has shipped in part:
 * the wire's quantity is the unfulfilled one. A row without items shows nothing.
 */
const showsPart = (row: SubmissionWithLines, synced: SyncedOrder): boolean =>
  synced.items.length > 0 && showsQuantities(synced) && differingSkus(row.lines, synced.items).isPart;

const showsQuantities = ({ items }: SyncedOrder): boolean => items.every(({ quantityShown = true }) => quantityShown);

/**
 * Raises attention while the service has other SKUs or quantities than were sent. Only before anything ships: the wire's
 * quantity is the unfulfilled one. A row without items is no evidence. An answer of staff stays.
 */
function compareItems(
  rows: OrderRows,
  ctx: DecideContext,
  row: SubmissionWithLines,
  { synced, reportedBy }: Pick<ProviderOrderUpdate, "synced" | "reportedBy">,
): void {
  const shipped = SHIPPED_STATES.includes(row.state) || synced.trackings.length > 0;
  if (shipped || synced.items.length === 0 || !showsQuantities(synced)) return;
  const { skus: differ } = differingSkus(row.lines, synced.items);
  if (differ.length === 0) {
    // The detail may show one order of several.
    if (reportedBy === "list") clearReasons(rows, ctx, { submissionId: row.id, codes: ["items_differ"] }, "facts");
    return;
  }
  const basis = ctx.encryptor.hash(JSON.stringify(synced.items.map((item) => [item.itemSku, item.quantity]).sort()));
  const detail = { skus: differ.map((sku) => cutText(sku, 200)) };
  raiseUnlessAnswered(rows, ctx, { ...idsOf(row), code: "items_differ", basis, detail });
}

/**
 * Raises attention when the service ships to another address than was sent, before anything ships. A field that the service
 * leaves out is no evidence. An answer of staff stays. @throws DecryptionError
 */
function compareRecipient(
  rows: OrderRows,
  ctx: DecideContext,
  row: SubmissionRow & Pick<Submission, "payloadEncrypted">,
  seen: SyncedRecipient,
): void {
  if (SHIPPED_STATES.includes(row.state)) return;
  const sent = decryptPayload(ctx, row);
  const fields = sent ? differingFields(sent, seen) : [];
  if (fields.length === 0) return;
  const basis = ctx.encryptor.hash(JSON.stringify(LABEL_FIELDS.map((field) => seen[field])));
  raiseUnlessAnswered(rows, ctx, { ...idsOf(row), code: "address_differs", basis, detail: { differing: fields } });
}
