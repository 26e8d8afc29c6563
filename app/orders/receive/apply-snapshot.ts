import type { IgnoredReason } from "@prisma/client";
import { readSettings } from "../../settings/settings.ts";
import { needsProductFacts } from "../print-order/decide-line.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { paidForPrintable } from "./paid-amount.ts";
import { adoptOrphans, findUndecidedOrphans } from "./adopt-orphans.ts";
import { NOT_DUE } from "../core/reschedule.ts";
import { readShop } from "../core/shop-row.ts";
import { SENT_STATES } from "../core/states.ts";
import { warnAfterSent } from "./warn-after-sent.ts";
import { applyLines, type DecidedLine } from "./apply-lines.ts";
import { cancelUnsent, createSubmission, findOpenSubmission, type SubmissionWithLines } from "./open-submission.ts";
import { addressHash, findOrCreateOrder, findIgnoredReason } from "./order-row.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { buildSubmission, type PreSendResult, type ReadySubmission } from "./build-submission.ts";
import { partsByLine, findLinesToSend } from "./lines-to-send.ts";

export interface AppliedSnapshot {
  orderId: string;
  /** ignored: an older picture, or an order that is ignored. */
  outcome: "applied" | "stale" | "ignored";
  /** The submission that is ready and due now, with its content. */
  ready: ReadySubmission | null;
}

/** A webhook's snapshot lacks facts that the shop's rule wants by now: the order has to be read from Shopify. */
export class NeedsProductFacts extends Error {}

/**
 * Takes a picture of a Shopify order in: what was found at the service after a gap, lines with their eligibility, what is still to be sent, holds, warnings about what was sent.
 * The one function behind webhook, sweep, "sync now" and the re-read before sending. Safe to repeat; older pictures change nothing.
 * The shop is read once the order is locked: what the caller saw of it before may be over. @throws NeedsProductFacts
 */
export async function applySnapshot(
  tx: Tx,
  ctx: OrdersContext,
  { id: shopId }: Pick<ShopRow, "id">,
  snapshot: OrderSnapshot,
  preSendResult: PreSendResult | null = null,
): Promise<AppliedSnapshot> {
  const { order, created, stale } = await findOrCreateOrder(tx, ctx, { id: shopId }, snapshot);
  if (stale) return { orderId: order.id, outcome: "stale", ready: null };
  const shop = await readShop(tx, { id: shopId });
  if (!shop) throw new Error("an order without its shop");
  const settings = readSettings(shop.settings);
  if (!snapshot.complete && needsProductFacts(settings)) throw new NeedsProductFacts();
  const lines = await applyLines(tx, ctx, { id: order.id, shopId: shop.id, created }, snapshot, settings);
  const ignoredReason = await findIgnoredReason(tx, ctx, shop, order, created);
  const submissionsBefore = created ? [] : await readSubmissions(tx, order.id);
  const cancelled = snapshot.cancelledAt !== null;
  const adoptedCount = ignoredReason
    ? 0
    : await adoptOrphans(tx, ctx, { shop, order, lines, submissions: submissionsBefore, cancelled });
  const submissions = adoptedCount > 0 ? await readSubmissions(tx, order.id) : submissionsBefore;
  const partsOf = partsByLine(submissions);
  if (!ignoredReason) await warnAfterSent(tx, ctx, { order, snapshot, lines, submissions, partsOf });
  await updateOrder(tx, ctx, order, snapshot, { lines, ignoredReason, submissions });
  if (ignoredReason) return { orderId: order.id, outcome: "ignored", ready: null };

  const linesToSend = cancelled ? [] : findLinesToSend(lines, partsOf);
  const openSubmission = findOpenSubmission(submissions);
  if (linesToSend.length === 0) {
    if (openSubmission) await cancelUnsent(tx, ctx, openSubmission, cancelled ? "order_cancelled" : "nothing_left");
    return { orderId: order.id, outcome: "applied", ready: null };
  }
  const undecidedOrphans = await findUndecidedOrphans(tx, ctx, { order, submissions, justAdopted: adoptedCount > 0 });
  const submission =
    openSubmission ?? (await createSubmission(tx, ctx, { ...order, shopDomain: shop.domain }, submissions));
  const ready = await buildSubmission(tx, ctx, {
    shop,
    settings,
    order,
    snapshot,
    submission,
    linesToSend,
    preSendResult,
    undecidedOrphans,
  });
  return { orderId: order.id, outcome: "applied", ready };
}

async function updateOrder(
  tx: Tx,
  ctx: OrdersContext,
  order: { id: string; addressHash: string | null },
  snapshot: OrderSnapshot,
  known: {
    lines: readonly DecidedLine[];
    ignoredReason: IgnoredReason | null;
    submissions: readonly SubmissionWithLines[];
  },
): Promise<void> {
  const printable = new Set(
    known.lines.filter(({ row }) => row.eligibility === "printable").map(({ row }) => row.shopifyGid),
  );
  // Once something is sent, the hash stays that of the address it was sent to, so that a change keeps showing.
  const sent = known.submissions.some((s) => SENT_STATES.includes(s.state) && s.replacedAt === null);
  await tx.order.update({
    where: { id: order.id },
    data: {
      name: snapshot.name,
      shopifyUpdatedAt: snapshot.updatedAt,
      cancelledAt: snapshot.cancelledAt,
      financialStatus: snapshot.financialStatus,
      currency: snapshot.currency,
      subtotal: paidForPrintable(snapshot.lines, (gid) => printable.has(gid)),
      shippingPaid: snapshot.shippingPaid,
      test: snapshot.test,
      ignoredReason: known.ignoredReason,
      version: { increment: 1 },
      ...(sent && order.addressHash !== null ? {} : { addressHash: addressHash(ctx, snapshot.shippingAddress) }),
      ...(snapshot.complete ? { readAt: ctx.clock.now(), ...NOT_DUE } : {}),
    },
  });
}

function readSubmissions(tx: Tx, orderId: string): Promise<SubmissionWithLines[]> {
  return tx.submission.findMany({ where: { orderId }, include: { lines: true }, orderBy: { createdAt: "asc" } });
}
