import { afterAll, beforeAll, expect, it } from "vitest";
import { whileLockHeld } from "../../../tests/support/held-lock.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { gidOf } from "../../ports/gid.ts";
import { RejectedError, UnavailableError } from "../../ports/errors.ts";
import type { PrintAccountId, SubmissionId } from "../../ports/ids.ts";
import { delayOf } from "./rate-limit.testing.ts";
import { claimsOf, claimStored, LINE, unsent } from "./claim.testing.ts";
import { recordAnswers, type AnsweredClaim } from "./record-answers.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const row = (id: SubmissionId) => world.db.submission.findUniqueOrThrow({ where: { id } });
const outcomes = async (submissionId: SubmissionId) =>
  (await world.db.attempt.findMany({ where: { submissionId } })).map(({ outcome }) => outcome);

/** A claim of LINE, or of these lines, and the service's answer, in which the items come in reverse. */
async function answered(lines = [LINE], accountId?: PrintAccountId): Promise<AnsweredClaim> {
  const { submission, account } = await world.order(lines, "ready");
  const printAccountId = accountId ?? account.id;
  const claim = await claimStored(world, { ...(await unsent(world, submission)), printAccountId });
  if (!claim) return expect.fail("the claim was not given");
  const items = lines.map(({ sku, quantity }) => ({ serviceItemId: `item ${sku}`, itemSku: sku, quantity }));
  return {
    claim,
    answer: { created: { reference: submission.reference, updatedAt: null, items: items.toReversed() } },
  };
}

it("of a set leaves out an order that another transaction has locked, and touches nothing of it", async () => {
  const [one, held] = [await answered(), await answered()];
  const holder = await world.pool.connect();
  await holder.query("BEGIN");
  await holder.query(`SELECT FROM "Order" WHERE "id" = $1 FOR UPDATE`, [held.claim.orderId]);
  try {
    expect(await recordAnswers(world.ctx, [one, held], { skipLocked: true })).toEqual(["accepted", null]);
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
  expect(await row(one.claim.submissionId)).toMatchObject({ state: "submitted" });
  expect(await row(held.claim.submissionId)).toMatchObject({ state: "submitting" });
  expect(await outcomes(held.claim.submissionId)).toEqual([null]);
});

it("alone waits for the order's lock", async () => {
  const one = await answered();
  const recorded = await whileLockHeld(
    world.pool,
    (holder) => holder.query(`SELECT FROM "Order" WHERE "id" = $1 FOR UPDATE`, [one.claim.orderId]),
    () => recordAnswers(world.ctx, [one]),
  );
  expect(recorded).toEqual(["accepted"]);
  expect(await row(one.claim.submissionId)).toMatchObject({ state: "submitted" });
});

it("stores the service's id of each item with its own line", async () => {
  const mug = { gid: gidOf("LineItem", "2"), sku: "MUG", quantity: 1 };
  const one = await answered([LINE, mug]);
  await recordAnswers(world.ctx, [one]);
  const lines = await world.db.submissionLine.findMany({ where: { submissionId: one.claim.submissionId } });
  expect(Object.fromEntries(lines.map(({ itemSku, serviceItemId }) => [itemSku, serviceItemId]))).toEqual({
    [LINE.sku]: `item ${LINE.sku}`,
    MUG: "item MUG",
  });
});

it("brings back what was sent where the content has changed since, and has the rest decided", async () => {
  const { claim, answer } = await answered();
  const where = { id: claim.submissionId };
  await world.db.attempt.updateMany({ where: { submissionId: where.id }, data: { payloadHash: "as sent" } });
  await world.db.submission.update({ where, data: { payloadHash: "changed" } });
  await world.db.submissionLine.updateMany({ where: { submissionId: where.id }, data: { quantity: 1 } });
  await recordAnswers(world.ctx, [{ claim, answer }]);
  expect(await row(claim.submissionId)).toMatchObject({
    ...{ state: "submitted", payloadHash: "as sent", payloadEncrypted: null },
  });
  const lines = await world.db.submissionLine.findMany({ where: { submissionId: where.id } });
  expect(lines).toMatchObject([{ itemSku: LINE.sku, quantity: LINE.quantity }]);
  const order = await world.db.order.findUniqueOrThrow({ where: { id: claim.orderId } });
  expect(order.dueAt).toEqual(world.ctx.clock.now());
  const code = "submission.content_restored";
  expect(await world.db.history.count({ where: { submissionId: where.id, code } })).toBe(1);
});

it.each([
  ["the attempt", `DELETE FROM "Attempt" WHERE "submissionId" = $1`],
  ["the submission", `DELETE FROM "Submission" WHERE "id" = $1`],
])("fails once %s was deleted", async (_what, statement) => {
  const one = await answered();
  await world.pool.query(statement, [one.claim.submissionId]);
  await expect(recordAnswers(world.ctx, [one])).rejects.toThrow("the submission was deleted meanwhile");
});

it("records each answer of a set for its own order, and the longest wait that an account was asked for", async () => {
  const [accepted, other] = [await answered(), await answered()];
  const { printAccountId } = other.claim;
  const later = async (retryAfterMs: number): Promise<AnsweredClaim> => {
    const { claim } = await answered([LINE], printAccountId);
    return { claim, answer: { error: new UnavailableError("later", { httpStatus: 429, retryAfterMs }) } };
  };
  const rejected = { claim: other.claim, answer: { error: new RejectedError("no", { httpStatus: 400 }) } };
  const set = [await later(60_000), accepted, rejected, await later(90_000), await later(30_000)];
  expect(await recordAnswers(world.ctx, set, { skipLocked: true })).toEqual(
    set.map((one) => (one === accepted ? "accepted" : "not_accepted")),
  );
  const states = await Promise.all(set.map(async ({ claim }) => (await row(claim.submissionId)).state));
  expect(states).toEqual(["ready", "submitted", "rejected", "ready", "ready"]);
  expect(await delayOf(world, printAccountId)).toBeGreaterThanOrEqual(90_000);
  expect(await delayOf(world, accepted.claim.printAccountId)).toBe(0);
});

it("brings forward the lookup of an uncertain order of the account that it may prove to be absent", async () => {
  const { claimed } = claimsOf(world);
  const given = await claimed();
  const at = (minutes: number) => new Date(world.ctx.clock.now().getTime() + minutes * 60_000);
  const { submit } = await world.order([LINE], "uncertain");
  const earlier = await submit("uncertain");
  await world.db.submission.update({
    where: { id: earlier.id },
    data: { printAccountId: given.printAccountId, dueAt: at(600) },
  });
  const attempt = { id: world.ctx.ids.uuid(), submissionId: earlier.id, number: 1, outcome: "uncertain" } as const;
  await world.db.attempt.create({ data: { ...attempt, startedAt: at(-60), endedAt: at(-59) } });
  await recordAnswers(world.ctx, [
    { claim: given, answer: { created: { reference: "R", updatedAt: null, items: [] } } },
  ]);
  expect((await row(earlier.id)).dueAt).toEqual(world.ctx.clock.now());
});
