import type { Clock, Ids } from "../../ports/clock.ts";
import { backoff, totalBackoff, type Policy } from "./policy.ts";

/*
 * Makes what is written to the columns `dueAt` and `tries`, which every row that waits for work has: deliveries, orders,
 * submissions, parcels, events for Flow, rejected print accounts and long runs. Where two workers must not do the
 * same step, the row has `claimToken` and `claimedAt`, too.
 */

/** No step is due: the row waits for a person or an event, or is done. */
export const NOT_DUE = { dueAt: null, tries: 0 } as const;

/** The next step is due now, and earlier tries no longer count. */
export const dueNow = ({ clock }: { clock: Clock }): { dueAt: Date; tries: 0 } => ({ dueAt: clock.now(), tries: 0 });

/** The instant after a wait. */
export const dueIn = ({ clock }: { clock: Clock }, waitMs: number): Date => new Date(clock.now().getTime() + waitMs);

/** What a recheck waits for at most, in `recheckIntervalMs`. */
const LONGEST_RECHECK = 12;

/**
 * How long the recheck of a reason waits that opens now, or was opened then: a reason that lasts is looked for less and less often.
 * Some hundred orders and parcels that are held would else use up the shop's points at Shopify, which the orders that are to be sent
 * need. Changes that Shopify tells of do not wait for it.
 */
export function recheckWaitMs({ clock, policy }: RecheckContext, openedAt: Date = clock.now()): number {
  const { recheckIntervalMs } = policy;
  const ageMs = clock.now().getTime() - openedAt.getTime();
  return Math.min(Math.max(recheckIntervalMs, ageMs / 4), recheckIntervalMs * LONGEST_RECHECK);
}

interface RecheckContext {
  clock: Clock;
  policy: Pick<Policy, "recheckIntervalMs">;
}

/** No claim, or none any longer. */
export const NO_CLAIM = { claimToken: null, claimedAt: null } as const;

interface ClaimContext {
  clock: Clock;
  ids: Pick<Ids, "uuid">;
  policy: Pick<Policy, "claimTtlMs">;
}

/** A claim that begins now. The row is due again when the claim has lost its holder. */
export function newClaim(ctx: ClaimContext): { claimToken: string; claimedAt: Date; dueAt: Date } {
  return { claimToken: ctx.ids.uuid(), ...renewedClaim(ctx) };
}

/** The same claim, for its full time from now on. */
export function renewedClaim(ctx: Omit<ClaimContext, "ids">): { claimedAt: Date; dueAt: Date } {
  const claimedAt = ctx.clock.now();
  return { claimedAt, dueAt: new Date(claimedAt.getTime() + ctx.policy.claimTtlMs) };
}

/** When a claim that began then has lost its holder. */
export const claimEnd = ({ policy }: Pick<ClaimContext, "policy">, claimedAt: Date): Date =>
  new Date(claimedAt.getTime() + policy.claimTtlMs);

/** Whether a claim that began then has lost its holder. */
export const isClaimExpired = (ctx: Omit<ClaimContext, "ids">, claimedAt: Date): boolean =>
  claimEnd(ctx, claimedAt) <= ctx.clock.now();

interface RetryContext {
  clock: Clock;
  random(): number;
  policy: Pick<Policy, "retryMinMs" | "retryMaxMs">;
}

export interface RetryWait {
  /** In place of the backoff. */
  waitMs?: number | undefined;
  /** The backoff begins only after that. */
  afterMs?: number | undefined;
  /** Requested by the other side: no try sooner. */
  atLeastMs?: number | undefined;
}

export interface Retry {
  waitMs: number;
  /** For the row's columns. */
  data: { dueAt: Date; tries: { increment: 1 } };
}

/** When a step that has failed `tries` times before, and could not be done now, is tried again. */
export function scheduleRetry(ctx: RetryContext, tries: number, wait: RetryWait = {}): Retry {
  const backoffMs = wait.waitMs ?? (wait.afterMs ?? 0) + backoff(ctx.policy, tries, ctx.random());
  const waitMs = Math.max(backoffMs, wait.atLeastMs ?? 0);
  return { waitMs, data: { dueAt: dueIn(ctx, waitMs), tries: { increment: 1 } } };
}

/** Whether a step has failed, or is about to wait, for so long that a person should know. */
export const isAlertDue = (policy: Policy, tries: number, waitMs: number): boolean =>
  Math.max(waitMs, totalBackoff(policy, tries)) >= policy.alertAfterMs;
