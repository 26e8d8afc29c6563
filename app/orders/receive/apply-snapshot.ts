import type { IgnoredReason, Order } from "@prisma/client";
import { firstText } from "../../common/clean-text.ts";
import { readSettings } from "../../settings/settings.ts";
import { needsProductFacts } from "../print-order/decide-line.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { paidForPrintable } from "./paid-amount.ts";
import { adoptOrphans, findUndecidedOrphans } from "./adopt-orphans.ts";
import { NOT_DUE } from "../core/reschedule.ts";
import { readShop, type ShopRow } from "../core/shop-row.ts";
import { MUTABLE_STATES, SENT_STATES, SHIPPED_STATES } from "../core/states.ts";
import { syncFulfilledElsewhere } from "./fulfilled-elsewhere.ts";
import { warnAfterSent } from "./warn-after-sent.ts";
import { applyLines, type DecidedLine } from "./apply-lines.ts";
import { cancelUnsent, createSubmission, type SubmissionWithLines } from "./open-submission.ts";
import { customerColumns } from "./customer-columns.ts";
import { fulfillmentOrdersColumn } from "../fulfil/known-fulfillment-orders.ts";
import { addressHash, findOrCreateOrder, findIgnoredReason } from "./order-row.ts";
import { buildSubmission, type PreSendResult, type ReadySubmission } from "./build-submission.ts";
import { applyReprints, type AppliedInput } from "./apply-reprints.ts";
import { withoutReprints } from "../core/reprints.ts";
import { NO_CHANGES, readCurrentChanges } from "./current-changes.ts";
import { syncAddressWrite } from "./sync-address-write.ts";
import { partsByLine, findLinesToSend } from "./needed-quantity.ts";
import type { OrderId } from "../../ports/ids.ts";

/**
 * stale: a newer snapshot was applied before. ignored: the whole order is ignored. ready: these submissions can be sent, of
 * which all but one are reprints. not_ready: none can.
 */
export type AppliedSnapshot = { orderId: OrderId } & (
  { outcome: "ready"; submissions: ReadySubmission[] } | { outcome: "not_ready" | "stale" | "ignored" }
);

/** A webhook's snapshot lacks facts that the shop's rule needs by now: the order has to be read from Shopify. */
export class NeedsProductFacts extends Error {}

/**
 * Applies a snapshot of a Shopify order: lines with their eligibility, orphans, what is still to be sent, holds, warnings about
 * what was sent. Webhooks, sweeps, refreshes and the re-read before sending all end here. Safe to repeat; older snapshots change
 * nothing. The shop is read under the order's lock: what the caller read before may be outdated. @throws NeedsProductFacts
 */
export async function applySnapshot(
  tx: Tx,
  ctx: OrdersContext,
  { id: shopId }: Pick<ShopRow, "id">,
  snapshot: OrderSnapshot,
  preSendResult: PreSendResult | null = null,
): Promise<AppliedSnapshot> {
  const { order, created, stale } = await findOrCreateOrder(tx, ctx, shopId, snapshot);
  const orderId = order.id;
  if (stale) return { orderId, outcome: "stale" };
  const shop = await readShop(tx, { id: shopId });
  if (!shop) throw new Error("an order without its shop");
  const settings = readSettings(shop.settings);
  if (!snapshot.complete && needsProductFacts(settings)) throw new NeedsProductFacts();
  const lines = await applyLines(tx, ctx, { id: orderId, shopId, created }, snapshot, settings);
  const ignoredReason = await findIgnoredReason(tx, ctx, shop, order, created);
  const submissionsBefore = created ? [] : await readSubmissions(tx, orderId);
  const cancelled = snapshot.cancelledAt !== null;
  const adopted = ignoredReason
    ? []
    : await adoptOrphans(tx, ctx, { shop, order, lines, submissions: submissionsBefore, cancelled });
  const submissions = adopted.length > 0 ? await readSubmissions(tx, orderId) : submissionsBefore;
  const partsOf = partsByLine(submissions);
  const changes = created ? NO_CHANGES : await readCurrentChanges(tx, ctx, orderId);
  if (!ignoredReason) await warnAfterSent(tx, ctx, { order, snapshot, lines, submissions, partsOf, changes });
  await updateOrder(tx, ctx, order, snapshot, { lines, ignoredReason, submissions });
  if (changes.ofOrder) await syncAddressWrite(tx, ctx, order, changes.ofOrder, snapshot);
  if (ignoredReason) return { orderId, outcome: "ignored" };

  const own = withoutReprints(submissions);
  await syncFulfilledElsewhere(tx, ctx, { order, created, cancelled, lines, submissions: own });
  const applied = { shop, settings, order, snapshot, lines, submissions, changes, preSendResult };
  const justAdopted = withoutReprints(adopted).length > 0;
  const built = await applyOrdered(tx, ctx, { ...applied, submissions: own, justAdopted });
  const ready = [...built, ...(await applyReprints(tx, ctx, applied))];
  return ready.length > 0 ? { orderId, outcome: "ready", submissions: ready } : { orderId, outcome: "not_ready" };
}

/** What the customer ordered and nobody has sent yet: one open submission has all of it. */
async function applyOrdered(
  tx: Tx,
  ctx: OrdersContext,
  input: AppliedInput & { order: Order; justAdopted: boolean },
): Promise<ReadySubmission[]> {
  const { shop, order, snapshot, lines, submissions, changes, justAdopted } = input;
  const cancelled = snapshot.cancelledAt !== null;
  const printFulfilled = order.printFulfilledAt !== null;
  const partsOf = partsByLine(submissions);
  const linesToSend = cancelled ? [] : findLinesToSend(lines, { partsOf, printFulfilled, changes });
  const openSubmission = submissions.find((s) => MUTABLE_STATES.includes(s.state));
  if (linesToSend.length === 0) {
    if (openSubmission) await cancelUnsent(tx, ctx, openSubmission, cancelled ? "order_cancelled" : "nothing_left");
    return [];
  }
  const undecidedOrphans = await findUndecidedOrphans(tx, ctx, { submissions, justAdopted });
  const submission =
    openSubmission ?? (await createSubmission(tx, ctx, order, { shopDomain: shop.domain, earlier: submissions }));
  const built = await buildSubmission(tx, ctx, { ...input, submission, linesToSend, undecidedOrphans });
  return built.outcome === "ready" ? [built.submission] : [];
}

async function updateOrder(
  tx: Tx,
  ctx: OrdersContext,
  order: Order,
  snapshot: OrderSnapshot,
  known: { lines: DecidedLine[]; ignoredReason: IgnoredReason | null; submissions: SubmissionWithLines[] },
): Promise<void> {
  const printable = new Set(
    known.lines.filter(({ row }) => row.eligibility === "printable").map(({ row }) => row.shopifyGid),
  );
  // While something sent has not shipped, the hash stays that of the address it was sent to, so that a change shows.
  const underWay = known.submissions.some(
    (s) => SENT_STATES.includes(s.state) && !SHIPPED_STATES.includes(s.state) && s.replacedAt === null,
  );
  await tx.order.update({
    where: { id: order.id },
    data: {
      name: snapshot.name,
      shopifyUpdatedAt: snapshot.updatedAt,
      cancelledAt: snapshot.cancelledAt,
      financialStatus: snapshot.financialStatus,
      ...(snapshot.paymentKind ? { paymentKind: snapshot.paymentKind } : {}),
      currency: snapshot.currency,
      subtotal: paidForPrintable(snapshot.lines, (gid) => printable.has(gid)),
      shippingPaid: snapshot.shippingPaid,
      shippingTitle: firstText(snapshot.shippingMethod?.title) || null,
      ...customerColumns(ctx, order, snapshot, known.ignoredReason),
      test: snapshot.test,
      ...fulfillmentOrdersColumn(snapshot.fulfillmentOrders),
      ignoredReason: known.ignoredReason,
      version: { increment: 1 },
      ...(underWay && order.addressHash !== null ? {} : { addressHash: addressHash(ctx, snapshot.shippingAddress) }),
      ...(snapshot.complete ? { readAt: ctx.clock.now(), ...NOT_DUE } : {}),
    },
  });
}

function readSubmissions(tx: Tx, orderId: OrderId): Promise<SubmissionWithLines[]> {
  return tx.submission.findMany({ where: { orderId }, include: { lines: true }, orderBy: { createdAt: "asc" } });
}
