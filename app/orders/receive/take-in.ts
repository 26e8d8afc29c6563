import { readSettings } from "../../shops/settings.ts";
import type { OrdersContext, Tx } from "../context.ts";
import type { OrderSnapshot } from "../model.ts";
import { paidForOurs } from "../paid.ts";
import { SENT_STATES } from "../transitions.ts";
import { warnAfterSent } from "./after-sent.ts";
import { readMappings, takeInLines, type DecidedLine } from "./lines.ts";
import { neededQuantity, type LinePart } from "./needed.ts";
import { cancelOpen, createDraft, openOne, type KnownSubmission, type Share } from "./open-submission.ts";
import { addressHash, openOrder, whyLeftAlone, type ShopRow } from "./order-row.ts";
import { settle, type PreSend, type Ready } from "./settle.ts";

export interface TakenIn {
  orderId: string;
  /** ignored: an older picture, or an order that is left alone. */
  outcome: "taken_in" | "stale" | "left_alone";
  /** The submission that is ready and due now, with its content. */
  ready: Ready | null;
}

/**
 * Takes a picture of a Shopify order in: lines with their fate, what is still to be sent, holds, warnings about what was sent.
 * The one function behind webhook, sweep, "sync now" and the re-read before sending. Safe to repeat; older pictures change nothing.
 */
export async function takeIn(
  tx: Tx,
  ctx: OrdersContext,
  shop: ShopRow,
  snapshot: OrderSnapshot,
  preSend: PreSend | null = null,
): Promise<TakenIn> {
  const { order, created, stale } = await openOrder(tx, ctx, shop, snapshot);
  if (stale) return { orderId: order.id, outcome: "stale", ready: null };
  const settings = readSettings(shop.settings);
  const book = await readMappings(tx, shop.id, snapshot.lines);
  const lines = await takeInLines(tx, ctx, { id: order.id, created }, snapshot, book, settings);
  const leftAlone = await whyLeftAlone(tx, ctx, shop, order, created);
  const submissions: KnownSubmission[] = created
    ? []
    : await tx.submission.findMany({
        where: { orderId: order.id },
        include: { lines: true },
        orderBy: { createdAt: "asc" },
      });
  const partsOf = partsByLine(submissions);
  if (!leftAlone) await warnAfterSent(tx, ctx, { order, snapshot, lines, submissions, partsOf });
  await writeFacts(tx, ctx, order.id, snapshot, { lines, leftAlone, submissions });
  if (leftAlone) return { orderId: order.id, outcome: "left_alone", ready: null };

  const shares = snapshot.cancelledAt ? [] : stillNeeded(lines, partsOf);
  const open = openOne(submissions);
  if (shares.length === 0) {
    if (open) await cancelOpen(tx, ctx, open, snapshot.cancelledAt ? "order_cancelled" : "nothing_left");
    return { orderId: order.id, outcome: "taken_in", ready: null };
  }
  const submission = open ?? (await createDraft(tx, ctx, order, submissions));
  const ready = await settle(tx, ctx, { shop, settings, order, snapshot, submission, shares, preSend });
  return { orderId: order.id, outcome: "taken_in", ready };
}

function partsByLine(submissions: readonly KnownSubmission[]): (orderLineId: string) => LinePart[] {
  const parts = new Map<string, LinePart[]>();
  for (const s of submissions) {
    const counts = s.replacedAt === null && s.kind !== "reprint";
    for (const l of s.lines) {
      const part = { quantity: l.quantity, fulfilled: l.fulfilled, state: s.state, counts };
      parts.set(l.orderLineId, [...(parts.get(l.orderLineId) ?? []), part]);
    }
  }
  return (orderLineId) => parts.get(orderLineId) ?? [];
}

function stillNeeded(lines: readonly DecidedLine[], partsOf: (id: string) => LinePart[]): Share[] {
  return lines
    .filter((line) => line.row.fate === "ours")
    .map((line) => ({ ...line, quantity: neededQuantity(line.snapshot, partsOf(line.row.id)) }))
    .filter((share) => share.quantity > 0);
}

async function writeFacts(
  tx: Tx,
  ctx: OrdersContext,
  orderId: string,
  snapshot: OrderSnapshot,
  known: { lines: readonly DecidedLine[]; leftAlone: string | null; submissions: readonly KnownSubmission[] },
): Promise<void> {
  const ours = new Set(known.lines.filter(({ row }) => row.fate === "ours").map(({ row }) => row.shopifyGid));
  // Once something is sent, the hash stays that of the address it was sent to, so that a change keeps showing.
  const sent = known.submissions.some((s) => SENT_STATES.includes(s.state) && s.replacedAt === null);
  await tx.order.update({
    where: { id: orderId },
    data: {
      name: snapshot.name,
      shopifyUpdatedAt: snapshot.updatedAt,
      cancelledAt: snapshot.cancelledAt,
      financialStatus: snapshot.financialStatus,
      currency: snapshot.currency,
      subtotal: paidForOurs(snapshot.lines, (gid) => ours.has(gid)),
      shippingPaid: snapshot.shippingPaid,
      test: snapshot.test,
      leftAlone: known.leftAlone,
      version: { increment: 1 },
      ...(sent ? {} : { addressHash: addressHash(ctx, snapshot.shippingAddress) }),
      ...(snapshot.complete ? { readAt: ctx.clock.now(), dueAt: null, attempts: 0 } : {}),
    },
  });
}
