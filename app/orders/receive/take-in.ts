import type { Attention } from "@prisma/client";
import { readSettings, type ShopSettings } from "../../shops/settings.ts";
import { ATTENTION, type AttentionCode } from "../attention.ts";
import { clear } from "../attentions.ts";
import { buildPrintOrder } from "../build/print-order.ts";
import type { OrdersContext, Tx } from "../context.ts";
import { findHolds, type Hold } from "../holds.ts";
import { move } from "../move.ts";
import type { OrderSnapshot, PrintOrder } from "../model.ts";
import { SENT_STATES } from "../transitions.ts";
import { warnAfterSent } from "./after-sent.ts";
import { readMappings, takeInLines, type DecidedLine } from "./lines.ts";
import { neededQuantity, type LinePart } from "./needed.ts";
import { cancelOpen, createDraft, openOne, writeContent, type KnownSubmission, type Share } from "./open-submission.ts";
import { addressHash, openOrder, whyLeftAlone, type ShopRow } from "./order-row.ts";
import { syncHolds } from "./sync-holds.ts";

export interface TakenIn {
  orderId: string;
  /** ignored: an older picture, or an order that is left alone. */
  outcome: "taken_in" | "stale" | "left_alone";
  /** The submission that is ready and due now, with its content. */
  ready: { submissionId: string; payload: PrintOrder; payloadHash: string; sentAt: Date | null } | null;
}

/** What the checks just before sending found, for the content with that hash. */
export interface PreSend {
  payloadHash: string;
  holds: Hold[];
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
  await writeFacts(tx, ctx, order.id, snapshot, leftAlone, submissions);
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

interface Settling {
  shop: ShopRow;
  settings: ShopSettings;
  order: { id: string; shopId: string; shopifyCreatedAt: Date; redactedAt: Date | null };
  snapshot: OrderSnapshot;
  submission: KnownSubmission;
  shares: Share[];
  preSend: PreSend | null;
}

/** Builds the content anew, brings the holds in line, and lets the submission wait or go. */
async function settle(tx: Tx, ctx: OrdersContext, input: Settling): Promise<TakenIn["ready"]> {
  const { shop, settings, order, snapshot, submission, shares } = input;
  const erased = order.redactedAt !== null;
  const unmapped = shares.filter((s) => !s.mapping);
  const items = shares.flatMap((s) =>
    s.mapping ? [{ line: s.snapshot, mapping: s.mapping, quantity: s.quantity }] : [],
  );
  const built = buildPrintOrder({ reference: submission.reference, snapshot, settings, items });
  const payload = erased || unmapped.length > 0 ? null : built.order;
  const payloadHash = await writeContent(tx, ctx, submission, payload, shares);
  const checked = input.preSend !== null && input.preSend.payloadHash === payloadHash;
  const holds: Hold[] = [
    ...unmapped.map((s): Hold => ({
      code: "unmapped_line",
      subject: s.snapshot.gid,
      basis: "",
      detail: { fateReason: s.row.fateReason },
    })),
    ...built.holds,
    ...findHolds({
      snapshot,
      lines: shares.map((s) => s.snapshot),
      settings,
      printAccount: shop.printAccount ? (shop.printAccount.refusedAt ? "refused" : "ok") : "none",
      installed: shop.uninstalledAt === null,
      erased,
      hash: (value) => ctx.seal.hash(value),
    }),
    ...(checked ? (input.preSend?.holds ?? []) : []),
  ];
  const ids = { shopId: order.shopId, orderId: order.id, submissionId: submission.id };
  const open = await syncHolds(tx, ctx, {
    ...ids,
    holds,
    complete: snapshot.complete,
    payloadHash,
    preSendChecked: checked,
  });
  if (submission.state === "rejected" && !(await mended(tx, ctx, submission, payloadHash))) return null;
  return waitOrGo(tx, ctx, { ...input, open, payload, payloadHash });
}

/** A refused submission goes on by itself only when what it says has changed. */
async function mended(
  tx: Tx,
  ctx: OrdersContext,
  submission: KnownSubmission,
  payloadHash: string | null,
): Promise<boolean> {
  if (payloadHash === null || payloadHash === submission.payloadHash) return false;
  await clear(tx, ctx, { orderId: submission.orderId, submissionId: submission.id, codes: ["rejected"] }, "facts");
  return true;
}

async function waitOrGo(
  tx: Tx,
  ctx: OrdersContext,
  input: Settling & { open: Attention[]; payload: PrintOrder | null; payloadHash: string | null },
): Promise<TakenIn["ready"]> {
  const { submission, open, payload, payloadHash, settings, order, shop } = input;
  const now = ctx.clock.now();
  const account = { printAccountId: shop.printAccountId };
  const blocking = open.filter((row) => row.code !== "not_sent_yet");
  if (blocking.length > 0 || !payload || !payloadHash) {
    const due = blocking.some((row) => askAgain(row.code as AttentionCode))
      ? new Date(now.getTime() + ctx.policy.recheckMs)
      : null;
    await move(tx, ctx, submission.id, "wait", { patch: { dueAt: due, ...account } });
    return null;
  }
  const windowEnds = new Date(order.shopifyCreatedAt.getTime() + settings.editWindowMinutes * 60_000);
  if (windowEnds > now && !submission.windowWaived && submission.kind !== "replacement") {
    await move(tx, ctx, submission.id, "wait", { patch: { dueAt: windowEnds, ...account } });
    return null;
  }
  // A back-off that runs keeps its time: news of the order does not shorten it.
  const kept =
    submission.state === "ready" && submission.dueAt !== null && submission.dueAt > now ? submission.dueAt : now;
  // Ready and due already, for the same account: there is nothing to write.
  const stands =
    submission.state === "ready" && submission.dueAt !== null && submission.printAccountId === shop.printAccountId;
  const moved =
    (stands && kept === now) || (await move(tx, ctx, submission.id, "release", { patch: { dueAt: kept, ...account } }));
  return moved && kept === now
    ? { submissionId: submission.id, payload, payloadHash, sentAt: submission.sentAt }
    : null;
}

/** Holds whose cause goes away without any news of it. */
function askAgain(code: AttentionCode): boolean {
  const quiet: readonly AttentionCode[] = [
    "risk_pending",
    "held_in_shopify",
    "artwork_unreadable",
    "quote_unavailable",
    "order_not_found",
    "order_unreadable",
  ];
  return ATTENTION[code].clears !== "person" && quiet.includes(code);
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
  leftAlone: string | null,
  submissions: readonly KnownSubmission[],
): Promise<void> {
  // Once something is sent, the hash stays that of the address it was sent to, so that a change keeps showing.
  const sent = submissions.some((s) => SENT_STATES.includes(s.state) && s.replacedAt === null);
  await tx.order.update({
    where: { id: orderId },
    data: {
      name: snapshot.name,
      shopifyUpdatedAt: snapshot.updatedAt,
      cancelledAt: snapshot.cancelledAt,
      financialStatus: snapshot.financialStatus,
      currency: snapshot.currency,
      subtotal: snapshot.subtotal,
      shippingPaid: snapshot.shippingPaid,
      test: snapshot.test,
      leftAlone,
      version: { increment: 1 },
      ...(sent ? {} : { addressHash: addressHash(ctx, snapshot.shippingAddress) }),
      ...(snapshot.complete ? { readAt: ctx.clock.now(), dueAt: null, attempts: 0 } : {}),
    },
  });
}
