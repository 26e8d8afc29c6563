import { afterAll, beforeAll, expect, it } from "vitest";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { transact } from "../core/append.ts";
import { claimsOf } from "./claim.testing.ts";
import { endAttempt } from "./record-answers.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
let claims: ReturnType<typeof claimsOf>;

beforeAll(async () => {
  world = await openOrdersWorld();
  claims = claimsOf(world);
});
afterAll(() => world.close());

const MINUTE = 60_000;
const REJECTED = { outcome: "rejected", httpStatus: 400, messageEncrypted: new Uint8Array([7]) } as const;

it("ends the attempt of the claim and no other, and leaves what was sent", async () => {
  const [other, given] = [await claims.claimed(), await claims.claimed()];
  const endedAt = new Date(world.ctx.clock.now().getTime() + MINUTE);
  await transact(world, (tx) => endAttempt(tx, given, { ...REJECTED, endedAt }));
  const attempts = await world.db.attempt.findMany({ orderBy: { number: "asc" } });
  expect(attempts.find(({ id }) => id === given.attemptId)).toMatchObject({ ...REJECTED, endedAt, number: 1 });
  expect(attempts.find(({ id }) => id === other.attemptId)).toMatchObject({ outcome: null, endedAt: null });
  expect(attempts.find(({ id }) => id === given.attemptId)).toMatchObject({
    ...{ number: 1, lines: [{ itemSku: "TEE-BLACK-M", quantity: 2 }] },
  });
});

it("reads the submission as it is now, not as it was claimed", async () => {
  const given = await claims.claimed();
  const where = { id: given.submissionId };
  const now = await world.db.submission.update({ where, data: { state: "uncertain", version: { increment: 1 } } });
  const answer = { ...REJECTED, endedAt: world.ctx.clock.now() };
  const row = await transact(world, (tx) => endAttempt(tx, given, answer));
  expect(row).toMatchObject({ id: now.id, state: "uncertain", version: now.version, reference: now.reference });
});

it("keeps no message about an order whose customer was erased during the call", async () => {
  const given = await claims.claimed();
  const redactedAt = world.ctx.clock.now();
  await world.db.order.update({ where: { id: given.orderId }, data: { redactedAt } });
  await transact(world, (tx) => endAttempt(tx, given, { ...REJECTED, endedAt: redactedAt }));
  const attempt = await world.db.attempt.findUnique({ where: { id: given.attemptId } });
  expect(attempt).toMatchObject({ outcome: "rejected", httpStatus: 400, messageEncrypted: null });
});

it("fails once the submission was deleted, and records nothing", async () => {
  const given = await claims.claimed();
  await world.db.submission.delete({ where: { id: given.submissionId } });
  const answer = { ...REJECTED, endedAt: world.ctx.clock.now() };
  await expect(transact(world, (tx) => endAttempt(tx, given, answer))).rejects.toThrow("deleted");
});
