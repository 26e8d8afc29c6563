import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import type { SubmissionState } from "../core/states.ts";
import { claimsOf, PAYLOAD } from "./claim.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
let claims: ReturnType<typeof claimsOf>;

beforeAll(async () => {
  world = await openOrdersWorld();
  claims = claimsOf(world);
});
afterAll(() => world.close());

const row = (id: SubmissionId) => world.db.submission.findUniqueOrThrow({ where: { id } });
const attempts = (submissionId: SubmissionId) =>
  world.db.attempt.findMany({ where: { submissionId }, orderBy: { number: "asc" } });

describe("a claim", () => {
  it("is recorded with its attempt, and is due when it expires", async () => {
    const before = world.ctx.clock.now();
    const given = await claims.claimed();
    expect(await row(given.submissionId)).toMatchObject({
      state: "submitting",
      claimToken: given.claimToken,
      claimedAt: before,
      sentAt: before,
      lastAttemptAt: before,
      printAccountId: given.printAccountId,
      dueAt: new Date(before.getTime() + world.ctx.policy.claimTtlMs),
    });
    expect(await attempts(given.submissionId)).toMatchObject([
      { id: given.attemptId, number: 1, startedAt: before, endedAt: null, outcome: null },
    ]);
    expect(given).toMatchObject({ shopId: expect.any(String), orderId: expect.any(String), payload: PAYLOAD });
  });

  it("keeps the time of the first attempt, and is given once", async () => {
    const input = await claims.ready();
    const sentAt = new Date("2026-11-20T09:00:00Z");
    await claims.claimOf({ ...input, sentAt });
    expect(await row(input.submissionId)).toMatchObject({ sentAt, lastAttemptAt: world.ctx.clock.now() });
    expect(await claims.claimOf(input)).toBeNull();
    expect(await attempts(input.submissionId)).toHaveLength(1);
  });

  it.each<[string, SubmissionState, number]>([
    ["past an attempt that was not looked up", "ready", 1],
    ["for a submission that is not ready", "waiting", 0],
  ])("is not given %s", async (_what, state, asked) => {
    const input = await claims.ready();
    await world.db.submission.update({ where: { id: input.submissionId }, data: { state } });
    expect(await claims.claimOf({ ...input, attempts: asked })).toBeNull();
    expect(await row(input.submissionId)).toMatchObject({ state, claimToken: null });
    expect(await attempts(input.submissionId)).toEqual([]);
  });

  it("is not given past an attempt that another worker made meanwhile", async () => {
    const input = await claims.ready();
    expect(await claims.claimOf({ ...input, attempts: 1, attemptsMade: 2 })).toBeNull();
    expect(await attempts(input.submissionId)).toEqual([]);
  });
});
