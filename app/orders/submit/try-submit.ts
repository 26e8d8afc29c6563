import { paidAmounts } from "../../quotes/margin.ts";
import { dayOf } from "../../settings/wall-time.ts";
import { readSettings } from "../../settings/settings.ts";
import { RemoteError, retryAfterOf } from "../../ports/errors.ts";
import type { PrintAccountCalls } from "../../ports/print-service.ts";
import { transact } from "../core/append.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/sql.ts";
import { idsOf } from "../core/history.ts";
import { isTooOldToRead } from "../core/order-access.ts";
import { withOrderLock } from "../core/lock.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { changeOrder, changeOrderIn } from "../core/change-orders.ts";
import { paidForItems } from "../receive/order-row.ts";
import { decryptPayload } from "../core/provider-order.ts";
import { isPreSendCurrent, type PreSendResult, type ReadySubmission } from "../receive/build-submission.ts";
import { holdTooOld } from "../receive/not-printed.ts";
import { applySnapshots } from "../receive/apply-snapshot.ts";
import { readSnapshot } from "../receive/receive-order.ts";
import { isReprint } from "../core/reprints.ts";
import { readShopLocked, sendingFingerprint, type ShopRow } from "../core/shop-row.ts";
import { moveSubmission, raiseReason, setColumns, submissionIn, type OrderRows } from "../core/order-rows.ts";
import type { PrintAccountId, SubmissionId } from "../../ports/ids.ts";
import { lockAccounts, rateLimitDelay, withOneCallMore, type RateLimitRow } from "./rate-limit.ts";
import { readClaimGates, type ClaimGate, claim, type Claim } from "./claim.ts";
import { readFollowed, type FollowedSubmission } from "../fulfill/read-followed.ts";
import { readStep, type StepRow, type SubmissionStep } from "./read-step.ts";
import { lookUpBeforeResend, NEVER_SENT, type ResendLookup } from "./lookup-before-resend.ts";
import { newHold } from "../core/attention.ts";
import { makePrintFiles } from "./make-print-files.ts";
import { runPreSendChecks } from "./pre-send-checks.ts";
import { recheckLater, reschedule, rescheduleForRateLimit } from "./reschedule.ts";
import { becomeUncertain, create, recordAnswers, type AnsweredClaim } from "./record-answers.ts";

/**
 * Waits for a place among the create calls that this process may have open, and does `call` in that place. Null: the process
 * stops, and nothing was called.
 */
export type CreatePlaces = <T>(call: () => Promise<T>) => Promise<T | null>;

/** What a step does together with those of other orders. */
export interface SubmitTogether {
  readStep(id: SubmissionId): Promise<SubmissionStep | null | undefined>;
  readFollowed(id: SubmissionId): Promise<FollowedSubmission | null | undefined>;
  inPlace: CreatePlaces;
  claim(input: SubmissionToClaim): Promise<ClaimResult>;
  recordAnswer(answered: AnsweredClaim): Promise<"accepted" | "not_accepted">;
}

/** The same for a step alone. */
export const alone = (ctx: OrdersContext): SubmitTogether => ({
  readStep: (id) => readStep(ctx, id),
  readFollowed: (id) => readFollowed(ctx, id),
  inPlace: (call) => call(),
  async claim(input) {
    const [result] = await claimSubmissions(ctx, [input]);
    if (!result) throw new Error("a submission without its outcome");
    return result;
  },
  async recordAnswer(answered) {
    const [recorded] = await recordAnswers(ctx, [answered]);
    if (!recorded) throw new Error("an answer that was not recorded");
    return recorded;
  },
});

/** A step that has waited longer for its place, in milliseconds, reads the order and checks its content once more. */
const MAX_WAIT_FOR_PLACE_MS = 1_000;

/**
 * Reads the Shopify order again, applies what changed, claims and sends. Inputs that changed in between start the step again.
 * A place is taken for claim and call alone. Returns the order as it was read before, where the service has accepted it.
 */
export async function trySubmit(
  ctx: OrdersContext,
  step: SubmissionStep,
  together: SubmitTogether = alone(ctx),
): Promise<OrderSnapshot | null> {
  const prepared = await prepare(ctx, step);
  if (!prepared) return null;
  const preparedAt = ctx.clock.now().getTime();
  const sent = await together.inPlace(async () => {
    const isStale = ctx.clock.now().getTime() - preparedAt > MAX_WAIT_FOR_PLACE_MS;
    const current = isStale ? await prepare(ctx, step) : prepared;
    const claimed = current && (await claimPrepared(ctx, step, current, together));
    if (!claimed) return null;
    return { ...claimed, snapshot: current.snapshot, answer: await create(ctx, claimed.claim, current.calls) };
  });
  if (!sent) return null;
  const recorded = await together.recordAnswer(sent);
  await sent.acceptPrinted();
  return recorded === "accepted" ? sent.snapshot : null;
}

/** What a claim is made with. */
interface PreparedSubmission {
  /** The order as Shopify has it now. */
  snapshot: OrderSnapshot;
  preSend: CheckedContent | null;
  /** How many the service was asked about. */
  attempts: number;
  /** Of the shop's account, ready for the create. Undefined: the checks found something, and most likely nothing is sent. */
  calls: PrintAccountCalls | undefined;
}

/** Null: nothing is sent now. */
async function prepare(ctx: OrdersContext, step: SubmissionStep): Promise<PreparedSubmission | null> {
  const { row, shop } = step;
  if (shop.uninstalledAt) return nothing(holdUntilInstalled(ctx, row));
  // Checked here so that an account at its limit costs no read of Shopify, and once more with the claim.
  if (row.state === "ready" && step.waitMs > 0) return nothing(rescheduleForRateLimit(ctx, row, step.waitMs));
  const earlier = row.sentAt ? await lookUpEarlierAttempts(ctx, shop, row) : NEVER_SENT;
  if (earlier.outcome === "found") return null;
  if (earlier.outcome === "unreadable")
    return nothing(reschedule(ctx, row, { code: "not_sent_yet", atLeastMs: earlier.retryAfterMs }));
  if (earlier.outcome === "unproven") return nothing(lookUpOnAccount(ctx, row, earlier.account));
  const read = await rereadOrder(ctx, step);
  if (read.outcome === "rescheduled") return null;
  const { snapshot } = read;
  const preSend = await runChecks(ctx, step, snapshot);
  if (preSend === "rescheduled") return null;
  const calls = preSend?.holds.length === 0 ? await prepareCalls(ctx, shop) : undefined;
  return { snapshot, preSend, attempts: earlier.attempts, calls };
}

async function prepareCalls(ctx: OrdersContext, { printAccountId }: ShopRow): Promise<PrintAccountCalls | undefined> {
  if (!printAccountId) return undefined;
  const calls = ctx.printService.forAccount(printAccountId);
  try {
    await calls.prepareCreate();
  } catch (error) {
    // The create throws the same, and that is recorded with its attempt. An error of our own ends the run before a claim.
    if (!(error instanceof RemoteError)) throw error;
  }
  return calls;
}

type ClaimedSubmission = { claim: Claim } & Pick<CheckedContent, "acceptPrinted">;

/** The claim, committed; null: nothing is sent now. */
async function claimPrepared(
  ctx: OrdersContext,
  { row, shop }: SubmissionStep,
  prepared: PreparedSubmission,
  together: SubmitTogether,
): Promise<ClaimedSubmission | null> {
  const submissionId = row.id;
  const result = await together.claim({ shop, row, ...prepared });
  switch (result.outcome) {
    case "claimed":
      return prepared.preSend && { claim: result.claim, acceptPrinted: prepared.preSend.acceptPrinted };
    case "rate_limited":
      return nothing(rescheduleForRateLimit(ctx, row, result.waitMs));
    case "inputs_changed":
      ctx.wake.submission(submissionId);
      return null;
    // Shopify's API lags behind a webhook: the next read may show more.
    case "stale":
      return nothing(reschedule(ctx, row, { code: "order_unreadable" }));
    case "history_unverified":
      return nothing(reschedule(ctx, row, { code: "history_unverified" }));
    case "not_ready":
      return null;
  }
}

const nothing = (instead: Promise<void>): Promise<null> => instead.then(() => null);

async function holdUntilInstalled(ctx: OrdersContext, row: StepRow): Promise<void> {
  await withOrderLock(ctx, row.orderId, async (tx) => {
    // Read again: an installation in between wakes only submissions that wait already.
    const shop = await readShopLocked(tx, row.shopId);
    if (!shop?.uninstalledAt) return;
    await changeOrderIn(tx, row.orderId, (rows) => {
      raiseReason(rows, ctx, { ...idsOf(row), code: "shop_uninstalled" });
      moveSubmission(rows, ctx, row.id, "wait", { dueAt: null });
    });
  });
}

/** A rejected account holds its orders, and nothing can be looked up on it. The lookup follows once it is accepted again. */
function lookUpEarlierAttempts(ctx: OrdersContext, shop: ShopRow, row: StepRow): Promise<ResendLookup> {
  if (shop.printAccount?.refusedAt) return Promise.resolve(NEVER_SENT);
  return lookUpBeforeResend(ctx, row, shop.printAccountId);
}

/** Nothing is sent to the shop's new account until the former one is proven not to have the order, or staff decides. */
const lookUpOnAccount = (ctx: OrdersContext, row: StepRow, printAccountId: PrintAccountId): Promise<void> =>
  changeOrder(ctx, row.orderId, (rows) => {
    const { state } = submissionIn(rows, row.id);
    if (state !== "waiting" && state !== "ready") return;
    setColumns(rows.submissions, row.id, { printAccountId });
    becomeUncertain(rows, ctx, row.id, "account_changed");
  });

type RereadResult = { outcome: "read"; snapshot: OrderSnapshot } | { outcome: "rescheduled" };

/** Reads the order from Shopify; where that fails, tries again later, or holds the order. */
async function rereadOrder(ctx: OrdersContext, { row, order, shop }: SubmissionStep): Promise<RereadResult> {
  try {
    const snapshot = await readSnapshot(ctx, shop, order.shopifyGid);
    if (snapshot) return { outcome: "read", snapshot };
    if (isTooOldToRead(ctx, order, shop)) await holdTooOld(ctx, row.orderId);
    else await recheckLater(ctx, row, "order_not_found");
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const { name, httpStatus } = error;
    ctx.log.warn({ submission: row.id, error: name, httpStatus }, "order not readable in Shopify");
    await reschedule(ctx, row, { code: "order_unreadable", atLeastMs: retryAfterOf(error) });
  }
  return { outcome: "rescheduled" };
}

/** What the checks found, and the accepted files that they were made with. */
type CheckedContent = PreSendResult & Pick<Awaited<ReturnType<typeof runPreSendChecks>>, "checked" | "acceptPrinted">;

/**
 * Checks the stored content. Where the re-read changes the content, the step starts again with the new one; so it does once print files
 * were made, whose links the content then has, or set aside.
 */
async function runChecks(
  ctx: OrdersContext,
  { row, shop, itemLines }: SubmissionStep,
  snapshot: OrderSnapshot,
): Promise<CheckedContent | "rescheduled" | null> {
  const payload = decryptPayload(ctx, row);
  if (!payload || !row.payloadHash) return null;
  const items = payload.items.flatMap(({ quantity }, index) => {
    const gid = itemLines[index];
    return gid ? [{ gid, quantity }] : [];
  });
  // The order's shipping was paid for what was sent first: a supplement costs its own.
  const shipping = row.kind === "supplement" ? "0" : snapshot.shippingPaid;
  const settings = readSettings(shop.settings);
  const day = dayOf(ctx.clock.now(), shop.timezone);
  const sold = { ...snapshot, subtotal: paidForItems(snapshot.lines, snapshot.currency, items), shipping, day };
  const found = await runPreSendChecks(ctx, {
    shopId: shop.id,
    orderId: row.orderId,
    submissionId: row.id,
    snapshotLines: snapshot.lines,
    payload,
    itemLines,
    payloadHash: row.payloadHash,
    settings,
    printAccountId: shop.printAccountId,
    paid: isReprint(row) ? null : paidAmounts(sold, (gid) => itemLines.includes(gid), settings),
    day,
  });
  const result = { payloadHash: row.payloadHash, sendingFingerprint: sendingFingerprint(shop), ...found };
  if (found.holds.length > 0) return result;
  const files = await makePrintFiles(ctx, { shop, orderId: row.orderId, checked: found.files }, payload);
  if (files.outcome !== "not_made") return files.outcome === "current" ? result : null;
  const { at, reason, temporary, retryAfterMs } = files;
  if (temporary) {
    await reschedule(ctx, row, { code: "print_file_not_made", atLeastMs: retryAfterMs });
    return "rescheduled";
  }
  const subject = itemLines[at.position] ?? "";
  const hold = newHold("print_file_not_made", { subject, basis: row.payloadHash, detail: { [at.side]: reason } });
  return { ...result, holds: [hold] };
}

export interface SubmissionToClaim extends PreparedSubmission {
  shop: ShopRow;
  row: StepRow;
}

export type ClaimResult =
  | { outcome: "claimed"; claim: Claim }
  | { outcome: "rate_limited"; waitMs: number }
  /** inputs_changed: the checks were made for another content, shop, account or settings. */
  | { outcome: "not_ready" | "inputs_changed" | "stale" | "history_unverified" };

/**
 * Applies the snapshots of different orders and claims what can be sent, in one transaction. Orders, shops, accounts and settings count
 * as they are in it; earlier reads only save work. Accounts are locked behind the orders, and the gates are read with the orders'
 * facts. null: another transaction has locked this order, or its account (`skipLocked`).
 */
export const claimSubmissions = (
  ctx: OrdersContext,
  inputs: readonly SubmissionToClaim[],
  { skipLocked = false } = {},
): Promise<(ClaimResult | null)[]> =>
  transact(ctx, async (tx) => {
    let gates = new Map<SubmissionId, ClaimGate | "locked">();
    const results = new Map<number, ClaimResult | null>();
    const rateLimits = new Map<PrintAccountId, RateLimitRow>();
    const items = inputs.map(({ shop, row, snapshot, preSend }) => {
      return { shop, snapshot, knownId: row.orderId, preSendResult: preSend };
    });
    const applied = await applySnapshots(tx, ctx, items, {
      skipLocked,
      sendAlong: async () => void (gates = await lockAndReadGates(tx, ctx, inputs, skipLocked)),
      onReady(at, rows, submissions) {
        const input = inputs[at];
        // The order may have other submissions that can be sent: they have steps of their own.
        const ready = submissions.find((one) => one.submissionId === input?.row.id);
        if (!input || !ready) return;
        const gate = gates.get(input.row.id);
        results.set(at, gate === "locked" ? null : claimReady(rows, ctx, { ...input, ready, gate, rateLimits }));
      },
    });
    return applied.map((one, at) => {
      if (!one) return null;
      if (one instanceof Error) throw one;
      const result = results.get(at);
      return result === undefined ? { outcome: one.outcome === "stale" ? "stale" : "not_ready" } : result;
    });
  });

interface ReadyToClaim extends SubmissionToClaim {
  ready: ReadySubmission;
  /** undefined: there is no account or content to send with, or somebody changes the shop. */
  gate: ClaimGate | undefined;
  /** Of accounts, with the calls that were claimed in this transaction. */
  rateLimits: Map<PrintAccountId, RateLimitRow>;
}

function claimReady(rows: OrderRows, ctx: OrdersContext, input: ReadyToClaim): ClaimResult {
  const { ready, preSend, gate, attempts, rateLimits } = input;
  const { printAccountId } = ready.shop;
  if (!printAccountId) return { outcome: "not_ready" };
  if (!preSend || !isPreSendCurrent(preSend, ready)) return { outcome: "inputs_changed" };
  if (!gate || sendingFingerprint(gate.shop) !== sendingFingerprint(ready.shop)) return { outcome: "inputs_changed" };
  // Found by another check meanwhile: a file was replaced.
  if (gate.acceptance !== preSend.checked.acceptance) return { outcome: "inputs_changed" };
  if (!gate.historyComplete) return { outcome: "history_unverified" };
  const rateLimit = rateLimits.get(printAccountId) ?? gate.rateLimit;
  const waitMs = rateLimitDelay(ctx, rateLimit);
  if (waitMs > 0) return { outcome: "rate_limited", waitMs };
  const { files } = preSend;
  const made = claim(rows, ctx, { ...ready, printAccountId, files, attempts, attemptsMade: gate.attempts });
  if (!made) return { outcome: "not_ready" };
  rateLimits.set(printAccountId, withOneCallMore(rateLimit));
  return { outcome: "claimed", claim: made };
}

async function lockAndReadGates(
  tx: Tx,
  ctx: OrdersContext,
  inputs: readonly SubmissionToClaim[],
  skipLocked: boolean,
): Promise<Map<SubmissionId, ClaimGate | "locked">> {
  const asked = inputs.flatMap(({ shop, row, preSend }) => {
    const { id: shopId, printAccountId } = shop;
    if (!printAccountId || !preSend) return [];
    return [{ submissionId: row.id, shopId, printAccountId, links: preSend.checked.links }];
  });
  if (asked.length === 0) return new Map();
  const accountIds = asked.map(({ printAccountId }) => printAccountId);
  // The gates are read behind the locks, without waiting for their answer.
  const [locked, gates] = await Promise.all([
    lockAccounts(tx, accountIds, { skipLocked }),
    readClaimGates(tx, ctx, asked),
  ]);
  const left = skipLocked ? asked.filter(({ printAccountId }) => !locked.has(printAccountId)) : [];
  return new Map<SubmissionId, ClaimGate | "locked">([
    ...gates,
    ...left.map(({ submissionId }) => [submissionId, "locked"] as const),
  ]);
}
