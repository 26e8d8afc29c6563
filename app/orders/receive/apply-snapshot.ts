import type { IgnoredReason, Order } from "@prisma/client";
import { firstText } from "../../common/clean-text.ts";
import { decidingShippingChoice } from "../print-order/shipping-method.ts";
import { readSettings, type ShopSettings } from "../../settings/settings.ts";
import { needsProductFacts } from "../print-order/decide-line.ts";
import type { OrdersContext } from "../core/context.ts";
import { sendUnread, type Tx } from "../../database/transaction.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { paidForPrintable } from "./paid-amount.ts";
import { adoptOrphans, findUndecidedOrphans } from "./adopt-orphans.ts";
import { NOT_DUE } from "../core/reschedule.ts";
import { updateRows, type Changes } from "../core/update-rows.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { MUTABLE_STATES, SENT_STATES, SHIPPED_STATES } from "../core/states.ts";
import { syncFulfilledElsewhere } from "./fulfilled-elsewhere.ts";
import { holdUndecidedLines } from "./too-old.ts";
import { warnAfterSent } from "./warn-after-sent.ts";
import { applyLines, type DecidedLine } from "./apply-lines.ts";
import { newSubmission } from "./new-submission.ts";
import { cancelUnsent, type LineToSend, type SubmissionWithLines } from "./open-submission.ts";
import { customerColumns } from "./customer-columns.ts";
import { fulfillmentOrdersColumn } from "../fulfil/known-fulfillment-orders.ts";
import {
  addressHash,
  contradictsStored,
  findIgnoredReason,
  findOrCreateOrder,
  isDueSinceRead,
  lacksRemaining,
  type LockedOrder,
} from "./order-row.ts";
import { buildNewSubmission, buildSubmission, type PreSendResult, type ReadySubmission } from "./build-submission.ts";
import { applyReprints, type AppliedInput } from "./apply-reprints.ts";
import { withoutReprints } from "../core/reprints.ts";
import { NO_CHANGES, readCurrentChanges } from "./current-changes.ts";
import { syncAddressWrite } from "./sync-address-write.ts";
import { partsByLine, findLinesToSend } from "./lines-to-send.ts";
import { readOrderFacts, readStoredSubmissions, type OrderFacts } from "./order-facts.ts";
import type { OrderId } from "../../ports/ids.ts";

/**
 * stale: a newer snapshot was applied before. ignored: the whole order is ignored. ready: these submissions can be sent, of
 * which all but one are reprints; `created`: they are as new as the order. not_ready: none can.
 */
export type AppliedSnapshot = { orderId: OrderId } & (
  | { outcome: "ready"; created: boolean; submissions: ReadySubmission[] }
  | { outcome: "not_ready" | "stale" | "ignored" }
);

interface ApplyOptions {
  /** Of the order's row, which the caller has seen. */
  knownId?: OrderId;
  preSendResult?: PreSendResult | null;
  /** Shopify does not show the order for its age: a webhook's snapshot is all that there is. */
  unreadable?: boolean;
  /** Sends what the caller reads as well, behind the order's lock: that costs no further wait. */
  sendAlong?: () => Promise<unknown>;
}

/**
 * The order has to be read from Shopify: a webhook's snapshot lacks facts that the shop's rule needs by now, cannot tell fulfilled
 * pieces from held ones, or nobody can say whether it is newer than what is stored.
 */
export class NeedsRead extends Error {}

/** The shop's data was erased since its row was read: nothing new about its orders is stored. */
export class ErasedShop extends Error {}

/**
 * Applies a snapshot of a Shopify order: lines with their eligibility, orphans, what is still to be sent, holds, warnings about
 * what was sent. Webhooks, sweeps, refreshes and the re-read before sending all end here. Safe to repeat; older snapshots change
 * nothing. The shop is read under the order's lock: what the caller read before may be outdated.
 * @throws NeedsRead
 * @throws ErasedShop for an order that has no row
 */
export async function applySnapshot(
  tx: Tx,
  ctx: OrdersContext,
  ofShop: Pick<ShopRow, "id" | "domain">,
  snapshot: OrderSnapshot,
  { knownId, preSendResult = null, unreadable = false, sendAlong }: ApplyOptions = {},
): Promise<AppliedSnapshot> {
  const shopId = ofShop.id;
  const { order, created, facts } = await lockWithFacts(tx, ctx, ofShop, snapshot, { knownId, sendAlong });
  const orderId = order.id;
  if (!facts) return { orderId, outcome: "stale" };
  const { shop, attentions } = facts;
  // The erasure waits for new rows that were decided before it began (privacy/orders-under-way.ts).
  if (created && shop.redactedAt) throw new ErasedShop();
  const settings = readSettings(shop.settings);
  const lacksFacts = !snapshot.complete && needsProductFacts(settings);
  const inDoubt =
    lacksFacts ||
    lacksRemaining(facts.lines, snapshot) ||
    contradictsStored(ctx, { order, created, lines: facts.lines }, snapshot);
  if (inDoubt && !unreadable) throw new NeedsRead();
  const lineFacts = {
    settings,
    mappings: facts.mappings,
    existingRows: facts.lines,
    partsOf: partsByLine(facts.submissions),
  };
  const lines = await applyLines(tx, ctx, { id: orderId, shopId, created }, snapshot, lineFacts);
  const ignoredReason = findIgnoredReason(order, created, facts);
  if (lacksFacts && !ignoredReason) await holdUndecidedLines(tx, ctx, order, { lines, known: facts.lines });
  const cancelled = snapshot.cancelledAt !== null;
  const adopted =
    ignoredReason || !facts.hasOrphans
      ? []
      : await adoptOrphans(tx, ctx, { shop, order, lines, submissions: facts.submissions, cancelled });
  const submissions = adopted.length > 0 ? await readStoredSubmissions(tx, orderId) : facts.submissions;
  const partsOf = partsByLine(submissions);
  const changes = facts.hasChanges ? await readCurrentChanges(tx, ctx, orderId) : NO_CHANGES;
  if (!ignoredReason)
    await warnAfterSent(tx, ctx, { order, snapshot, lines, submissions, partsOf, changes, attentions });
  const own = withoutReprints(submissions);
  const linesToSend =
    ignoredReason || cancelled
      ? []
      : findLinesToSend(lines, {
          partsOf: partsByLine(own),
          printFulfilled: order.printFulfilledAt !== null,
          changes,
        });
  await updateOrder(tx, ctx, order, snapshot, { settings, lines, ignoredReason, submissions, linesToSend });
  if (changes.ofOrder) await syncAddressWrite(tx, ctx, order, changes.ofOrder, snapshot);
  if (ignoredReason) return { orderId, outcome: "ignored" };

  await syncFulfilledElsewhere(tx, ctx, { order, created, cancelled, lines, submissions: own });
  const applied = { shop, settings, order, snapshot, lines, submissions, changes, attentions, preSendResult };
  const justAdopted = withoutReprints(adopted).length > 0;
  const built = await applyOrdered(tx, ctx, { ...applied, submissions: own, linesToSend, justAdopted });
  const ready = [...built, ...(await applyReprints(tx, ctx, applied))];
  return ready.length > 0
    ? { orderId, outcome: "ready", created, submissions: ready }
    : { orderId, outcome: "not_ready" };
}

/**
 * Finds or creates the order's row, locks it and reads the facts; null for a stale snapshot. Where the id of the row is known, or
 * the order is most likely new (a webhook's snapshot), the facts are asked for together with the lock: a statement of its own, which
 * PostgreSQL begins once the lock is there.
 */
async function lockWithFacts(
  tx: Tx,
  ctx: OrdersContext,
  shop: Pick<ShopRow, "id" | "domain">,
  snapshot: OrderSnapshot,
  { knownId, sendAlong }: Pick<ApplyOptions, "knownId" | "sendAlong">,
): Promise<LockedOrder & { facts: OrderFacts | null }> {
  const isKnown = knownId !== undefined;
  const id: OrderId = knownId ?? ctx.ids.uuid();
  const read = (orderId: OrderId) =>
    readOrderFacts(tx, ctx, { shop, order: { id: orderId, shopifyGid: snapshot.gid }, lines: snapshot.lines });
  const [locked, early] = await Promise.all([
    findOrCreateOrder(tx, ctx, shop.id, snapshot, { id, isKnown }),
    isKnown || !snapshot.complete ? read(id) : null,
    sendAlong?.(),
  ]);
  if (locked.stale) return { ...locked, facts: null };
  return { ...locked, facts: early && locked.order.id === id ? early : await read(locked.order.id) };
}

/** What the customer ordered and nobody has sent yet: one open submission has all of it. */
async function applyOrdered(
  tx: Tx,
  ctx: OrdersContext,
  input: AppliedInput & { order: Order; linesToSend: LineToSend[]; justAdopted: boolean },
): Promise<ReadySubmission[]> {
  const { shop, order, snapshot, submissions, linesToSend, justAdopted } = input;
  const cancelled = snapshot.cancelledAt !== null;
  const openSubmission = submissions.find((s) => MUTABLE_STATES.includes(s.state));
  if (linesToSend.length === 0) {
    if (openSubmission) await cancelUnsent(tx, ctx, openSubmission, cancelled ? "order_cancelled" : "nothing_left");
    return [];
  }
  const undecidedOrphans = await findUndecidedOrphans(tx, ctx, { submissions, justAdopted });
  const facts = { ...input, undecidedOrphans };
  const built = openSubmission
    ? await buildSubmission(tx, ctx, { ...facts, submission: openSubmission })
    : await buildNewSubmission(tx, ctx, {
        ...facts,
        submission: newSubmission(ctx, order, { shopDomain: shop.domain, earlier: submissions }),
      });
  return built.outcome === "ready" ? [built.submission] : [];
}

async function updateOrder(
  tx: Tx,
  ctx: OrdersContext,
  order: Order,
  snapshot: OrderSnapshot,
  known: {
    settings: ShopSettings;
    lines: DecidedLine[];
    ignoredReason: IgnoredReason | null;
    submissions: SubmissionWithLines[];
    linesToSend: LineToSend[];
  },
): Promise<void> {
  const printable = new Set(
    known.lines.filter(({ row }) => row.eligibility === "printable").map(({ row }) => row.shopifyGid),
  );
  // While something sent has not shipped, the hash stays that of the address it was sent to, so that a change shows.
  const underWay = known.submissions.some(
    (s) => SENT_STATES.includes(s.state) && !SHIPPED_STATES.includes(s.state) && s.replacedAt === null,
  );
  const changes: Changes<Order> = {
    name: snapshot.name,
    shopifyUpdatedAt: snapshot.updatedAt,
    cancelledAt: snapshot.cancelledAt,
    financialStatus: snapshot.financialStatus,
    ...(snapshot.paymentKind ? { paymentKind: snapshot.paymentKind } : {}),
    currency: snapshot.currency,
    subtotal: paidForPrintable(snapshot.lines, (gid) => printable.has(gid)),
    shippingPaid: snapshot.shippingPaid,
    ...shippingTitleColumn(order, snapshot, known),
    ...customerColumns(ctx, order, snapshot, known.ignoredReason),
    test: snapshot.test,
    ...fulfillmentOrdersColumn(snapshot.fulfillmentOrders),
    ignoredReason: known.ignoredReason,
    version: { increment: 1 },
    // One submission has them when the transaction ends. Its trigger would find the row wanting, and write the row again.
    ...(known.linesToSend.length > 0 ? { hasStandingSubmission: true } : {}),
    ...(underWay && order.addressHash !== null ? {} : { addressHash: addressHash(ctx, snapshot.shippingAddress) }),
    ...(snapshot.complete ? { readAt: snapshot.readAt ?? ctx.clock.now() } : {}),
    // Else the snapshot may not show what the order was made due for, such as the metafields of new settings.
    ...(snapshot.complete && !isDueSinceRead(ctx, order.dueAt, snapshot) ? NOT_DUE : {}),
  };
  await sendUnread(tx, () => updateRows(tx, "Order", { id: order.id }, changes));
}

/** What the customer chose for what is printed. Only a complete snapshot tells the shipping of each line: a webhook replaces none of those. */
function shippingTitleColumn(
  { readAt }: Pick<Order, "readAt">,
  snapshot: OrderSnapshot,
  { settings, lines }: { settings: ShopSettings; lines: readonly DecidedLine[] },
): Partial<Pick<Order, "shippingTitle">> {
  if (!snapshot.complete && readAt !== null) return {};
  const printed = lines.filter(({ row }) => row.eligibility === "printable").map((line) => line.snapshot);
  const country = snapshot.shippingAddress?.countryCode ?? "";
  return {
    shippingTitle: firstText(decidingShippingChoice(snapshot, printed, country, settings.shippingRules)?.title) || null,
  };
}
