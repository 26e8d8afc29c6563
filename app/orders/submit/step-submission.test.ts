import { afterAll, beforeAll, expect, it } from "vitest";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import type { Claim } from "./claim.ts";
import { claimStored, unsent } from "./claim.testing.ts";
import { recordAnswers } from "./record-answers.ts";
import { expireClaim, stepSubmission } from "./step-submission.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import { gidOf } from "../../ports/gid.ts";
import { recordTracking } from "../provider-updates/record-events.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const listScan = { scanFor: () => Promise.reject(new Error("no list scan here")) };
const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
const row = (id: SubmissionId) => world.db.submission.findUniqueOrThrow({ where: { id } });
const attempts = (submissionId: SubmissionId) => world.db.attempt.findMany({ where: { submissionId } });

async function claimed(): Promise<Claim> {
  const { submission, account } = await world.order([LINE], "ready");
  const input = { ...(await unsent(world, submission)), printAccountId: account.id };
  return (await claimStored(world, input)) ?? expect.unreachable();
}

it("a claim whose holder is gone expires: the attempt is lost, and the submission is looked up, not sent again", async () => {
  const { submissionId } = await claimed();
  world.advance(world.ctx.policy.claimTtlMs);
  await stepSubmission({ ...world.ctx, listScan }, submissionId);
  expect(await row(submissionId)).toMatchObject({ state: "uncertain", everUncertain: true, tries: 0 });
  expect(await attempts(submissionId)).toMatchObject([{ outcome: "lost", endedAt: world.ctx.clock.now() }]);
  expect(await world.openAttentions(submissionId)).toEqual(["uncertain"]);
});

it("an attempt ends with an event of its order, and the answer that comes all the same is the one that counts", async () => {
  const [gone, late] = [await claimed(), await claimed()];
  for (const { submissionId } of [gone, late]) {
    const { reference } = await row(submissionId);
    const event = { reference, trackingNumber: `T-${reference}`, trackingUrl: "", reportedBy: "event" } as const;
    await recordTracking(world.ctx, event);
    expect(await row(submissionId)).toMatchObject({ state: "shipped" });
    expect(await attempts(submissionId)).toMatchObject([{ outcome: "lost", endedAt: world.ctx.clock.now() }]);
  }
  await recordAnswers(world.ctx, [
    { claim: late, answer: { created: { reference: "R", updatedAt: null, items: [] } } },
  ]);
  expect(await attempts(late.submissionId)).toMatchObject([{ outcome: "accepted" }]);
});

it("a claim does not expire before its time", async () => {
  const { submissionId, orderId } = await claimed();
  world.advance(world.ctx.policy.claimTtlMs - 1);
  await expireClaim(world.ctx, { id: submissionId, orderId });
  await stepSubmission({ ...world.ctx, listScan }, submissionId);
  expect(await row(submissionId)).toMatchObject({ state: "submitting" });
  expect(await attempts(submissionId)).toMatchObject([{ outcome: null }]);
});

it("many workers expire a claim once", async () => {
  const { submissionId, orderId } = await claimed();
  world.advance(world.ctx.policy.claimTtlMs);
  await Promise.all(Array.from({ length: 5 }, () => expireClaim(world.ctx, { id: submissionId, orderId })));
  expect(await world.db.attention.count({ where: { submissionId } })).toBe(1);
  expect(await world.db.history.count({ where: { submissionId, code: "attention.opened" } })).toBe(1);
});

it("an answer that comes while the claim expires is never lost: the service has the order", async () => {
  for (let n = 0; n < 5; n += 1) {
    const given = await claimed();
    world.advance(world.ctx.policy.claimTtlMs);
    const created = {
      reference: "R",
      updatedAt: null,
      items: [{ serviceItemId: "1", itemSku: LINE.sku, quantity: 1 }],
    };
    const both = [
      () => recordAnswers(world.ctx, [{ claim: given, answer: { created } }]),
      () => expireClaim(world.ctx, { id: given.submissionId, orderId: given.orderId }),
    ];
    await Promise.all((n % 2 ? both : both.reverse()).map((one) => one()));
    expect(await row(given.submissionId)).toMatchObject({ state: "submitted" });
    expect(await world.openAttentions(given.submissionId)).toEqual([]);
  }
});
