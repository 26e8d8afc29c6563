import type { AttemptOutcome } from "../../../../prisma/client/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transact } from "../../core/append.ts";
import { changeOrder } from "../../core/change-orders.ts";
import { raiseReason } from "../../core/order-rows.ts";
import { SUBMISSION_STATES, type SubmissionState } from "../../core/states.ts";
import { openOrdersWorld } from "../../../../tests/support/orders-world.ts";
import { becomeUncertain } from "../record-answers.ts";
import type { AbsenceProof } from "./absence-proof.ts";
import { concludeAbsent, decideUncertain } from "./conclude-absent.ts";
import type { SubmissionId } from "../../../ports/ids.ts";
import { gidOf } from "../../../ports/gid.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

/** The rules of a proof are tested in absence-proof.test.ts. */
const PROOF = { qualifyingScans: [] } as unknown as AbsenceProof;
const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
const row = (id: SubmissionId) => world.db.submission.findUniqueOrThrow({ where: { id }, include: { order: true } });
const history = async (submissionId: SubmissionId) =>
  (await world.db.history.findMany({ where: { submissionId }, orderBy: { at: "asc" } })).map((one) => [
    one.code,
    one.actor,
  ]);

/** A submission that became uncertain after attempts with these outcomes. */
async function uncertain(outcomes: AttemptOutcome[] = ["uncertain"], state: SubmissionState = "submitting") {
  const { submission, shop, order } = await world.order([LINE], state);
  const startedAt = world.ctx.clock.now();
  await world.db.attempt.createMany({
    data: outcomes.map((outcome, at) => ({
      id: world.ctx.ids.uuid(),
      submissionId: submission.id,
      number: at + 1,
      startedAt,
      outcome,
    })),
  });
  await changeOrder(world, order.id, (rows) => {
    becomeUncertain(rows, world.ctx, submission.id, "test");
    raiseReason(rows, world.ctx, {
      shopId: shop.id,
      orderId: order.id,
      submissionId: submission.id,
      code: "uncertain_needs_decision",
    });
  });
  const target = { shopId: shop.id, submissionId: submission.id, userId: "7" };
  return { id: submission.id, orderId: order.id, target };
}

describe("staff who checked the print service's list", () => {
  it("confirms receipt: the submission counts as submitted and is followed at once", async () => {
    const { id, target } = await uncertain();
    expect(await decideUncertain(world.ctx, { ...target, received: true })).toBe("done");
    expect(await row(id)).toMatchObject({
      state: "submitted",
      submittedAt: world.ctx.clock.now(),
      dueAt: world.ctx.clock.now(),
    });
    expect(await world.openAttentions(id)).toEqual([]);
  });

  it("denies receipt: the submission is ready to be sent again, and earlier attempts no longer count", async () => {
    const { id, target } = await uncertain(["uncertain", "lost", "uncertain"]);
    expect(await decideUncertain(world.ctx, { ...target, received: false })).toBe("done");
    expect(await row(id)).toMatchObject({ state: "ready", dueAt: world.ctx.clock.now(), attemptsForgiven: 3 });
    expect(await world.openAttentions(id)).toEqual([]);
    expect(await history(id)).toContainEqual(["submission.absence_confirmed", "person"]);
  });

  it("never has a canceled order sent again", async () => {
    const { id, orderId, target } = await uncertain();
    await world.db.order.update({ where: { id: orderId }, data: { cancelledAt: world.ctx.clock.now() } });
    expect(await decideUncertain(world.ctx, { ...target, received: false })).toBe("done");
    expect(await row(id)).toMatchObject({ state: "cancelled", dueAt: null });
  });

  it("decides once, although two people decide at the same moment", async () => {
    const { id, target } = await uncertain();
    const outcomes = await Promise.all(
      [true, false].map((received) => decideUncertain(world.ctx, { ...target, received })),
    );
    expect(outcomes.toSorted()).toEqual(["done", "not_uncertain"]);
    expect(await row(id)).toMatchObject({ state: outcomes[0] === "done" ? "submitted" : "ready" });
  });

  it("decides nothing for another shop", async () => {
    const [one, other] = [await uncertain(), await uncertain()];
    const foreign = { ...other.target, submissionId: one.id, received: false };
    expect(await decideUncertain(world.ctx, foreign)).toBe("not_found");
    expect(await row(one.id)).toMatchObject({ state: "uncertain" });
  });

  it.each(SUBMISSION_STATES.filter((state) => state !== "uncertain"))(
    "decides nothing for a submission that is %s",
    async (state) => {
      const { submission, shop } = await world.order([LINE], state);
      const input = { shopId: shop.id, submissionId: submission.id, userId: "7", received: false };
      expect(await decideUncertain(world.ctx, input)).toBe("not_uncertain");
      expect(await row(submission.id)).toMatchObject({ state });
    },
  );
});

describe("a submission that is proven absent", () => {
  const conclude = async (id: SubmissionId) => {
    const before = await row(id);
    return transact(world, (tx) => concludeAbsent(tx, world.ctx, before, PROOF));
  };

  it.each<[string, AttemptOutcome[], boolean, SubmissionState, string[]]>([
    ["after one attempt is sent again", ["uncertain"], true, "ready", []],
    [
      "after as many attempts as allowed is left to a person",
      ["uncertain", "lost", "uncertain"],
      false,
      "rejected",
      ["attempts_exhausted"],
    ],
    [
      "after attempts of which the service processed few is sent again",
      ["not_processed", "not_processed", "uncertain"],
      true,
      "ready",
      [],
    ],
    [
      "and was rejected in the last attempt is left to a person",
      ["uncertain", "rejected"],
      false,
      "rejected",
      ["rejected"],
    ],
  ])("%s", async (_what, outcomes, mayBeSent, state, codes) => {
    const { id } = await uncertain(outcomes);
    expect(await conclude(id)).toBe(mayBeSent);
    expect(await row(id)).toMatchObject({ state });
    expect(await world.openAttentions(id)).toEqual(codes);
    expect(await history(id)).toContainEqual(["submission.absence_confirmed", "system"]);
  });

  it("and whose order was canceled is canceled", async () => {
    const { id, orderId } = await uncertain(["uncertain", "rejected"]);
    await world.db.order.update({ where: { id: orderId }, data: { cancelledAt: world.ctx.clock.now() } });
    expect(await conclude(id)).toBe(false);
    expect(await row(id)).toMatchObject({ state: "cancelled" });
    expect(await world.openAttentions(id)).toEqual([]);
  });
});
