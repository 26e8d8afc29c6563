import type { Attention } from "@prisma/client";
import type { ShopSettings } from "../../settings/settings.ts";
import { ATTENTION, REFUSALS, TELLING, type AttentionCode } from "../core/attention.ts";
import { clear } from "../core/raise-attention.ts";
import { buildPrintOrder } from "../print-order/print-order.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import { findHolds, type Hold } from "./find-holds.ts";
import type { OrderSnapshot, PrintOrder } from "../../ports/order-model.ts";
import { move } from "../core/apply-transition.ts";
import { sendingFacts } from "../core/shop-row.ts";
import { forgiveAttempts } from "../core/failed-attempts.ts";
import { writeContent, type KnownSubmission, type Share } from "./open-submission.ts";
import type { ShopRow } from "./order-row.ts";
import { syncHolds } from "./sync-holds.ts";

/** A submission that is ready and due now, with its content. */
export interface Ready {
  submissionId: string;
  payload: PrintOrder;
  payloadHash: string;
  sentAt: Date | null;
  /** As it was read under the order's lock. */
  shop: ShopRow;
}

/** What the checks just before sending found, for the content with that hash, and the shop as it was then. */
export interface PreSend {
  payloadHash: string;
  sendingFacts: string;
  holds: Hold[];
}

export interface Settling {
  shop: ShopRow;
  settings: ShopSettings;
  order: { id: string; shopId: string; shopifyCreatedAt: Date; redactedAt: Date | null };
  snapshot: OrderSnapshot;
  submission: KnownSubmission;
  shares: Share[];
  preSend: PreSend | null;
  /** What a person has to look at first, as it was found at the service; null where there is nothing. */
  undecided: string | null;
}

/** Builds the content anew, brings the holds in line, and lets the submission wait or go. */
export async function settle(tx: Tx, ctx: OrdersContext, input: Settling): Promise<Ready | null> {
  const { shop, settings, order, snapshot, submission, shares } = input;
  const erased = order.redactedAt !== null;
  const unprintable = shares.flatMap(unprintableHold);
  const items = shares.flatMap((s) =>
    s.mapping ? [{ line: s.snapshot, mapping: s.mapping, quantity: s.quantity }] : [],
  );
  const built = buildPrintOrder({ reference: submission.reference, snapshot, settings, items });
  const payload = erased || unprintable.length > 0 ? null : built.order;
  const payloadHash = await writeContent(tx, ctx, submission, payload, shares);
  const checked = wasChecked(input.preSend, { payloadHash, shop });
  const holds: Hold[] = [
    ...unprintable,
    ...built.holds,
    ...findHolds({
      snapshot,
      lines: shares.map((s) => s.snapshot),
      settings,
      printAccount: shop.printAccount ? (shop.printAccount.refusedAt ? "refused" : "ok") : "none",
      installed: shop.uninstalledAt === null,
      erased,
      undecided: input.undecided,
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

/** Whether the checks before sending were made for this content, by these settings, with this account. */
export function wasChecked(
  preSend: PreSend | null,
  { payloadHash, shop }: { payloadHash: string | null; shop: ShopRow },
): preSend is PreSend {
  return preSend !== null && preSend.payloadHash === payloadHash && preSend.sendingFacts === sendingFacts(shop);
}

/** Why a line of ours cannot be printed as it stands, if so. */
function unprintableHold({ row, snapshot, mapping }: Share): Hold[] {
  const { fateReason } = row;
  if (mapping && fateReason !== "line_changed") return [];
  const code = UNPRINTABLE.find((one) => one === fateReason) ?? "unmapped_line";
  return [{ code, subject: snapshot.gid, basis: "", detail: { fateReason } }];
}

/** Reasons of a line (eligibility.ts) that are reasons for attention, too. */
const UNPRINTABLE = ["mapping_removed", "product_deleted", "line_changed"] as const satisfies readonly AttentionCode[];

/** A refused submission goes on by itself only when what it says has changed. */
async function mended(
  tx: Tx,
  ctx: OrdersContext,
  submission: KnownSubmission,
  payloadHash: string | null,
): Promise<boolean> {
  if (payloadHash === null || payloadHash === submission.payloadHash) return false;
  await clear(tx, ctx, { orderId: submission.orderId, submissionId: submission.id, codes: REFUSALS }, "facts");
  await forgiveAttempts(tx, submission.id);
  return true;
}

async function waitOrGo(
  tx: Tx,
  ctx: OrdersContext,
  input: Settling & { open: Attention[]; payload: PrintOrder | null; payloadHash: string | null },
): Promise<Ready | null> {
  const { submission, open, payload, payloadHash, settings, order, shop } = input;
  const now = ctx.clock.now();
  const account = { printAccountId: shop.printAccountId };
  const blocking = open.filter((row) => !TELLING.includes(row.code as AttentionCode));
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
  const readyAt = submission.state === "ready" ? submission.dueAt : null;
  const ready: Ready = { submissionId: submission.id, payload, payloadHash, sentAt: submission.sentAt, shop };
  const release = (dueAt: Date) => move(tx, ctx, submission.id, "release", { patch: { dueAt, ...account } });
  if (readyAt && readyAt > now) {
    // A back-off that runs keeps its time: news of the order does not shorten it.
    await release(readyAt);
    return null;
  }
  // Ready and due already, for the same account: there is nothing to write.
  if (readyAt && submission.printAccountId === shop.printAccountId) return ready;
  return (await release(now)) ? ready : null;
}

/** Holds whose cause goes away without any news of it. */
function askAgain(code: AttentionCode): boolean {
  const quiet: readonly AttentionCode[] = [
    "risk_pending",
    "held_in_shopify",
    "line_changed",
    "artwork_unreadable",
    "quote_unavailable",
    "order_not_found",
    "order_unreadable",
  ];
  return ATTENTION[code].clears !== "person" && quiet.includes(code);
}
