import { readSettings } from "../../settings/settings.ts";
import { needsProductFacts } from "../print-order/decide-line.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { paidForOurs } from "./paid-amount.ts";
import { adoptStrays, foundUndecided } from "./adopt-orphans.ts";
import { readShop } from "../core/shop-row.ts";
import { SENT_STATES } from "../core/transitions.ts";
import { warnAfterSent } from "./warn-after-sent.ts";
import { takeInLines, type DecidedLine } from "./apply-lines.ts";
import { cancelOpen, createDraft, openOne, type KnownSubmission } from "./open-submission.ts";
import { addressHash, openOrder, whyLeftAlone, type ShopRow } from "./order-row.ts";
import { settle, type PreSend, type Ready } from "./build-submission.ts";
import { partsByLine, stillNeeded } from "./lines-to-send.ts";

export interface TakenIn {
  orderId: string;
  /** ignored: an older picture, or an order that is left alone. */
  outcome: "taken_in" | "stale" | "left_alone";
  /** The submission that is ready and due now, with its content. */
  ready: Ready | null;
}

/** A webhook's snapshot lacks facts that the shop's rule wants by now: the order has to be read from Shopify. */
export class NeedsProductFacts extends Error {}

/**
 * Takes a picture of a Shopify order in: what was found at the service after a gap, lines with their fate, what is still to be sent, holds, warnings about what was sent.
 * The one function behind webhook, sweep, "sync now" and the re-read before sending. Safe to repeat; older pictures change nothing.
 * The shop is read once the order is locked: what the caller saw of it before may be over. @throws NeedsProductFacts
 */
export async function takeIn(
  tx: Tx,
  ctx: OrdersContext,
  { id: shopId }: Pick<ShopRow, "id">,
  snapshot: OrderSnapshot,
  preSend: PreSend | null = null,
): Promise<TakenIn> {
  const { order, created, stale } = await openOrder(tx, ctx, { id: shopId }, snapshot);
  if (stale) return { orderId: order.id, outcome: "stale", ready: null };
  const shop = await readShop(tx, { id: shopId });
  if (!shop) throw new Error("an order without its shop");
  const settings = readSettings(shop.settings);
  if (!snapshot.complete && needsProductFacts(settings)) throw new NeedsProductFacts();
  const lines = await takeInLines(tx, ctx, { id: order.id, shopId: shop.id, created }, snapshot, settings);
  const leftAlone = await whyLeftAlone(tx, ctx, shop, order, created);
  const before = created ? [] : await readSubmissions(tx, order.id);
  const cancelled = snapshot.cancelledAt !== null;
  const adopted = leftAlone ? 0 : await adoptStrays(tx, ctx, { shop, order, lines, submissions: before, cancelled });
  const submissions = adopted > 0 ? await readSubmissions(tx, order.id) : before;
  const partsOf = partsByLine(submissions);
  if (!leftAlone) await warnAfterSent(tx, ctx, { order, snapshot, lines, submissions, partsOf });
  await writeFacts(tx, ctx, order, snapshot, { lines, leftAlone, submissions });
  if (leftAlone) return { orderId: order.id, outcome: "left_alone", ready: null };

  const shares = cancelled ? [] : stillNeeded(lines, partsOf);
  const open = openOne(submissions);
  if (shares.length === 0) {
    if (open) await cancelOpen(tx, ctx, open, cancelled ? "order_cancelled" : "nothing_left");
    return { orderId: order.id, outcome: "taken_in", ready: null };
  }
  const undecided = await foundUndecided(tx, ctx, { order, submissions, unsure: adopted > 0 });
  const submission = open ?? (await createDraft(tx, ctx, { ...order, shopDomain: shop.domain }, submissions));
  const ready = await settle(tx, ctx, { shop, settings, order, snapshot, submission, shares, preSend, undecided });
  return { orderId: order.id, outcome: "taken_in", ready };
}

async function writeFacts(
  tx: Tx,
  ctx: OrdersContext,
  order: { id: string; addressHash: string | null },
  snapshot: OrderSnapshot,
  known: { lines: readonly DecidedLine[]; leftAlone: string | null; submissions: readonly KnownSubmission[] },
): Promise<void> {
  const ours = new Set(known.lines.filter(({ row }) => row.fate === "ours").map(({ row }) => row.shopifyGid));
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
      subtotal: paidForOurs(snapshot.lines, (gid) => ours.has(gid)),
      shippingPaid: snapshot.shippingPaid,
      test: snapshot.test,
      leftAlone: known.leftAlone,
      version: { increment: 1 },
      ...(sent && order.addressHash !== null ? {} : { addressHash: addressHash(ctx, snapshot.shippingAddress) }),
      ...(snapshot.complete ? { readAt: ctx.clock.now(), dueAt: null, attempts: 0 } : {}),
    },
  });
}

function readSubmissions(tx: Tx, orderId: string): Promise<KnownSubmission[]> {
  return tx.submission.findMany({ where: { orderId }, include: { lines: true }, orderBy: { createdAt: "asc" } });
}
