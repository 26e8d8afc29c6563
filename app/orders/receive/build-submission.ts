import type { Attention } from "@prisma/client";
import type { ShopSettings } from "../../settings/settings.ts";
import { ATTENTION, codesWhere, REJECTIONS, type AttentionCode, type Hold } from "../core/attention.ts";
import { clearAttentions } from "../core/raise-attention.ts";
import { buildPrintOrder } from "../print-order/print-order.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { findHolds } from "./find-holds.ts";
import type { OrderSnapshot, PrintOrder } from "../../ports/order-model.ts";
import { applyTransition } from "../core/apply-transition.ts";
import { sendingFingerprint } from "../core/shop-row.ts";
import { forgiveAttempts } from "../core/failed-attempts.ts";
import { writeContent, type SubmissionWithLines, type LineToSend } from "./open-submission.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { syncHolds } from "./sync-holds.ts";

/** A submission that is ready and due now, with its content. */
export interface ReadySubmission {
  submissionId: string;
  payload: PrintOrder;
  payloadHash: string;
  sentAt: Date | null;
  /** As it was read under the order's lock. */
  shop: ShopRow;
}

/** What the checks just before sending found, for the content with that hash, and the shop as it was then. */
export interface PreSendResult {
  payloadHash: string;
  sendingFingerprint: string;
  holds: Hold[];
}

export interface SubmissionInput {
  shop: ShopRow;
  settings: ShopSettings;
  order: { id: string; shopId: string; shopifyCreatedAt: Date; redactedAt: Date | null };
  snapshot: OrderSnapshot;
  submission: SubmissionWithLines;
  linesToSend: LineToSend[];
  preSendResult: PreSendResult | null;
  /** What a person has to look at first, as it was found at the service; null where there is nothing. */
  undecidedOrphans: string | null;
}

/** Builds the content anew, brings the holds in line, and holds or releases the submission. */
export async function buildSubmission(
  tx: Tx,
  ctx: OrdersContext,
  input: SubmissionInput,
): Promise<ReadySubmission | null> {
  const { shop, settings, order, snapshot, submission, linesToSend } = input;
  const erased = order.redactedAt !== null;
  const unprintable = linesToSend.flatMap(unprintableHold);
  const items = linesToSend.flatMap((s) =>
    s.mapping ? [{ line: s.snapshot, mapping: s.mapping, quantity: s.quantity }] : [],
  );
  const built = buildPrintOrder({ reference: submission.reference, snapshot, settings, items });
  const payload = erased || unprintable.length > 0 ? null : built.order;
  const payloadHash = await writeContent(tx, ctx, submission, payload, linesToSend);
  const preSendCurrent = isPreSendCurrent(input.preSendResult, { payloadHash, shop });
  const holds: Hold[] = [
    ...unprintable,
    ...built.holds,
    ...findHolds({
      snapshot,
      lines: linesToSend.map((s) => s.snapshot),
      settings,
      printAccount: shop.printAccount ? (shop.printAccount.refusedAt ? "rejected" : "ok") : "none",
      installed: shop.uninstalledAt === null,
      erased,
      undecidedOrphans: input.undecidedOrphans,
      hash: (value) => ctx.encryptor.hash(value),
    }),
    ...(preSendCurrent ? (input.preSendResult?.holds ?? []) : []),
  ];
  const ids = { shopId: order.shopId, orderId: order.id, submissionId: submission.id };
  const open = await syncHolds(tx, ctx, {
    ...ids,
    holds,
    complete: snapshot.complete,
    payloadHash,
    preSendCurrent: preSendCurrent,
  });
  if (submission.state === "rejected" && !(await refusalFixed(tx, ctx, submission, payloadHash))) return null;
  return holdOrRelease(tx, ctx, { ...input, open, payload, payloadHash });
}

/** Whether the checks before sending were made for this content, by these settings, with this account. */
export function isPreSendCurrent(
  preSendResult: PreSendResult | null,
  { payloadHash, shop }: { payloadHash: string | null; shop: ShopRow },
): preSendResult is PreSendResult {
  return (
    preSendResult !== null &&
    preSendResult.payloadHash === payloadHash &&
    preSendResult.sendingFingerprint === sendingFingerprint(shop)
  );
}

/** Why a printable line cannot be sent as it is, if so. */
function unprintableHold({ row, snapshot, mapping }: LineToSend): Hold[] {
  const { eligibilityReason } = row;
  if (mapping && eligibilityReason !== "line_changed") return [];
  const code = LINE_HOLDS.find((one) => one === eligibilityReason) ?? "unmapped_line";
  return [{ code, subject: snapshot.gid, basis: "", detail: { eligibilityReason } }];
}

/** Some of them are reasons for a line's eligibility (eligibility.ts), too, by the same code. */
const LINE_HOLDS = codesWhere(({ excludable }) => excludable === true);

/** A rejected submission continues automatically only when its content has changed. */
async function refusalFixed(
  tx: Tx,
  ctx: OrdersContext,
  submission: SubmissionWithLines,
  payloadHash: string | null,
): Promise<boolean> {
  if (payloadHash === null || payloadHash === submission.payloadHash) return false;
  await clearAttentions(
    tx,
    ctx,
    { orderId: submission.orderId, submissionId: submission.id, codes: REJECTIONS },
    "facts",
  );
  await forgiveAttempts(tx, submission.id);
  return true;
}

async function holdOrRelease(
  tx: Tx,
  ctx: OrdersContext,
  input: SubmissionInput & { open: Attention[]; payload: PrintOrder | null; payloadHash: string | null },
): Promise<ReadySubmission | null> {
  const { submission, open, payload, payloadHash, settings, order, shop } = input;
  const now = ctx.clock.now();
  const account = { printAccountId: shop.printAccountId };
  if (open.length > 0 || !payload || !payloadHash) {
    const due = open.some((row) => ATTENTION[row.code as AttentionCode].recheck)
      ? new Date(now.getTime() + ctx.policy.recheckIntervalMs)
      : null;
    await applyTransition(tx, ctx, submission.id, "wait", { patch: { dueAt: due, ...account } });
    return null;
  }
  const windowEnds = new Date(order.shopifyCreatedAt.getTime() + settings.editWindowMinutes * 60_000);
  if (windowEnds > now && !submission.windowWaived && submission.kind !== "replacement") {
    await applyTransition(tx, ctx, submission.id, "wait", { patch: { dueAt: windowEnds, ...account } });
    return null;
  }
  const readyAt = submission.state === "ready" ? submission.dueAt : null;
  const ready: ReadySubmission = { submissionId: submission.id, payload, payloadHash, sentAt: submission.sentAt, shop };
  const release = (dueAt: Date) => applyTransition(tx, ctx, submission.id, "release", { patch: { dueAt, ...account } });
  if (readyAt && readyAt > now) {
    // A running backoff keeps its time: an update of the order does not shorten it.
    await release(readyAt);
    return null;
  }
  // Ready and due already, for the same account: there is nothing to write.
  if (readyAt && submission.printAccountId === shop.printAccountId) return ready;
  return (await release(now)) ? ready : null;
}
