import { expect, it } from "vitest";
import { DEFAULT_POLICY } from "./policy.ts";
import { isAlertDue, isClaimExpired, newClaim, scheduleRetry } from "./reschedule.ts";
import { idOf } from "../../../tests/support/ids.ts";

const NOW = new Date("2026-11-21T09:00:00Z");
const ctx = { clock: { now: () => NOW }, random: () => 0.5, ids: { uuid: () => idOf("id") }, policy: DEFAULT_POLICY };
const { retryMinMs, retryMaxMs, alertAfterMs, claimTtlMs } = DEFAULT_POLICY;

it.each([
  ["the backoff of its tries", 3, {}, retryMinMs * 8],
  ["at most the longest backoff", 99, {}, retryMaxMs],
  ["a wait of its own in place of the backoff", 3, { waitMs: 5 }, 5],
  ["the backoff after another wait", 0, { afterMs: 60_000 }, 60_000 + retryMinMs],
  ["as long as the other side asks for", 0, { atLeastMs: 90_000 }, 90_000],
  ["longer than the other side asks for", 3, { atLeastMs: 1 }, retryMinMs * 8],
])("a retry waits for %s", (_what, tries, wait, expected) => {
  const { waitMs, data } = scheduleRetry(ctx, tries, wait);
  expect(waitMs).toBe(expected);
  expect(data).toEqual({ dueAt: new Date(NOW.getTime() + expected), tries: { increment: 1 } });
});

it("alerts once the waits have lasted, or the next one will have", () => {
  expect([0, 50].map((tries) => isAlertDue(DEFAULT_POLICY, tries, 0))).toEqual([false, true]);
  expect([alertAfterMs - 1, alertAfterMs].map((waitMs) => isAlertDue(DEFAULT_POLICY, 0, waitMs))).toEqual([
    false,
    true,
  ]);
});

it("a claim is due again at the instant when it expires", () => {
  const { claimedAt, dueAt } = newClaim(ctx);
  const at = (now: Date) => isClaimExpired({ ...ctx, clock: { now: () => now } }, claimedAt);
  expect(dueAt).toEqual(new Date(NOW.getTime() + claimTtlMs));
  expect([at(new Date(dueAt.getTime() - 1)), at(dueAt)]).toEqual([false, true]);
});
