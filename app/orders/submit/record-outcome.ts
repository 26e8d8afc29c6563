import type { Submission } from "@prisma/client";
import { ForeignError, Unavailable, type Rejected, type Unauthorized } from "../../ports/errors.ts";
import type { CreatedOrder } from "../../ports/print-service.ts";
import { TELLING, UNSENT_PROBLEMS } from "../core/attention.ts";
import { clear, raise } from "../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import { note } from "../core/history.ts";
import { lockOrder } from "../core/lock.ts";
import { move } from "../core/apply-transition.ts";
import { backoff } from "../core/policy.ts";
import { wakeForWitness } from "./lookup/wake-for-later-order.ts";
import { restoreSentContent } from "../core/sent-content.ts";
import { letAccountWait } from "./rate-limit.ts";
import { becomeUncertain } from "./become-uncertain.ts";
import type { Claim } from "./claim.ts";
import { recordItems } from "./record-items.ts";
import { vainAttempts } from "../core/failed-attempts.ts";

const TOO_MANY = 429;

const ids = (claim: Claim) => ({ shopId: claim.shopId, orderId: claim.orderId, submissionId: claim.submissionId });

/** 2.6: the service has it. A worker that lost its claim meanwhile still brings the news that it is there. */
export async function recordAccepted(ctx: OrdersContext, claim: Claim, created: CreatedOrder): Promise<void> {
  await recording(ctx, claim, { outcome: "accepted", httpStatus: 200 }, async (tx) => {
    const now = ctx.clock.now();
    const patch = { submittedAt: now, claimToken: null, dueAt: now, tries: 0 };
    const before = await tx.submission.findUniqueOrThrow({ where: { id: claim.submissionId } });
    const moved =
      (await move(tx, ctx, claim.submissionId, "accepted", { patch, claimToken: claim.claimToken })) ??
      (await move(tx, ctx, claim.submissionId, "alive", { patch }));
    if (!moved) return note(tx, ctx, { ...ids(claim), code: "submission.late_answer", data: { outcome: "accepted" } });
    await clear(tx, ctx, { ...ids(claim), codes: [...UNSENT_PROBLEMS, ...TELLING] }, "facts");
    await restoreSentContent(tx, ctx, before, claim.attemptId);
    await recordItems(tx, ctx, claim, created);
  });
  ctx.wake.submission(claim.submissionId);
  await wakeForWitness(ctx, claim.submissionId);
}

/**
 * An intelligible no. After an unclear attempt even that leads to a look-up: the refusal may be about the one that went through.
 * One that may be none is tried again a few times.
 */
export async function recordRefused(ctx: OrdersContext, claim: Claim, error: Rejected): Promise<void> {
  await recording(ctx, claim, { outcome: "refused", ...answer(ctx, claim, error) }, async (tx) => {
    const row = await tx.submission.findUniqueOrThrow({ where: { id: claim.submissionId } });
    if (row.claimToken !== claim.claimToken) return;
    if (error.perhaps && (await vainAttempts(tx, row)) < ctx.policy.mostAttempts) return tryLater(tx, ctx, row, error);
    if (row.everUncertain) return becomeUncertain(tx, ctx, row, "refused_after_unclear");
    const moved = await move(tx, ctx, row.id, "refused", {
      patch: { dueAt: null, claimToken: null },
      claimToken: claim.claimToken,
    });
    if (moved)
      await raise(tx, ctx, {
        ...ids(claim),
        code: "rejected",
        detail: { attemptId: claim.attemptId, httpStatus: error.httpStatus ?? null },
      });
  });
}

/** It did not process the request: the claim is given back and tried later. */
export async function recordNotProcessed(
  ctx: OrdersContext,
  claim: Claim,
  error: Unavailable | Unauthorized,
): Promise<void> {
  await recording(ctx, claim, { outcome: "not_processed", ...answer(ctx, claim, error) }, async (tx) => {
    const row = await tx.submission.findUniqueOrThrow({ where: { id: claim.submissionId } });
    if (row.claimToken !== claim.claimToken) return;
    const wait = await tryLater(tx, ctx, row, error);
    // The others of this account would only be told the same.
    const asked = askedToWait(error);
    if (asked > 0 || error.httpStatus === TOO_MANY)
      await letAccountWait(ctx, tx, claim.printAccountId, Math.max(asked, backoff(ctx.policy, 0, ctx.random())));
    const since = await tx.attempt.findFirst({
      where: { submissionId: row.id, outcome: "not_processed" },
      orderBy: { number: "asc" },
    });
    const lasted = since ? ctx.clock.now().getTime() - since.startedAt.getTime() : 0;
    if (Math.max(lasted, wait) >= ctx.policy.tellAfterMs) await raise(tx, ctx, { ...ids(claim), code: "not_sent_yet" });
  });
}

const askedToWait = (error: ForeignError): number => (error instanceof Unavailable ? (error.retryAfterMs ?? 0) : 0);

/**
 * submitting → ready, due after a wait, which it returns in milliseconds. What the service itself answered waits longer: it
 * may have made the order all the same, and is asked for it then (ask-before-resend.ts).
 */
async function tryLater(tx: Tx, ctx: OrdersContext, row: Submission, error: ForeignError): Promise<number> {
  const answered = error.httpStatus === undefined ? 0 : ctx.policy.resendAfterMs;
  const wait = Math.max(askedToWait(error), answered + backoff(ctx.policy, row.tries, ctx.random()));
  const patch = { claimToken: null, dueAt: new Date(ctx.clock.now().getTime() + wait), tries: row.tries + 1 };
  await move(tx, ctx, row.id, "not_processed", { patch });
  return wait;
}

/** Timeout, reset, 5xx, a body that the interface does not show, a bug of ours after sending: nobody knows. */
export async function recordUnclear(ctx: OrdersContext, claim: Claim, error: unknown): Promise<void> {
  const said = error instanceof ForeignError ? answer(ctx, claim, error) : {};
  await recording(ctx, claim, { outcome: "unclear", ...said }, async (tx) => {
    const row = await tx.submission.findUniqueOrThrow({ where: { id: claim.submissionId } });
    if (row.claimToken === claim.claimToken)
      await becomeUncertain(tx, ctx, row, error instanceof Error ? error.name : "unknown");
  });
}

async function recording(
  ctx: OrdersContext,
  claim: Claim,
  outcome: { outcome: string; httpStatus?: number | null; wordsSealed?: Uint8Array<ArrayBuffer> | null },
  write: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, claim.orderId);
    await tx.attempt.update({ where: { id: claim.attemptId }, data: { ...outcome, endedAt: ctx.clock.now() } });
    await write(tx);
  });
}

function answer(ctx: OrdersContext, claim: Claim, error: ForeignError) {
  const words = error.words?.slice(0, 2000);
  return {
    httpStatus: error.httpStatus ?? null,
    wordsSealed: words ? new Uint8Array(ctx.seal.seal(words, `attempt:${claim.attemptId}`)) : null,
  };
}
