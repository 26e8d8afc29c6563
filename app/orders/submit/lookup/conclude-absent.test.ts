import type { AttemptOutcome } from "../../../../prisma/client/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeOrder } from "../../core/change-orders.ts";
import { raiseReason } from "../../core/order-rows.ts";
import { openOrdersWorld } from "../../../../tests/support/orders-world.ts";
import type { Tx } from "../../../database/sql.ts";
import { gidOf } from "../../../ports/gid.ts";
import { transact } from "../../core/append.ts";
import type { Staff } from "../../core/history.ts";
import { lockSubmission } from "../../core/lock.ts";
import type { AbsenceProof } from "./absence-proof.ts";
import { concludeAbsent, repeatCreate, resend } from "./conclude-absent.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

/** The rules of a proof are tested in absence-proof.test.ts. */
const PROOF = { qualifyingScans: [] } as unknown as AbsenceProof;
const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
const MOST = 5;

/** An uncertain submission after attempts with these outcomes, that staff was asked about. */
async function uncertain(outcomes: AttemptOutcome[]) {
  const { submission, shop, order } = await world.order([LINE], "uncertain");
  const ctx = { ...world.ctx, policy: { ...world.ctx.policy, maxAttempts: MOST } };
  const attempts = outcomes.map((outcome, at) => ({
    ...{ id: ctx.ids.uuid(), submissionId: submission.id, number: at + 1, startedAt: ctx.clock.now() },
    ...{ outcome, httpStatus: outcome === "rejected" ? 422 : null },
  }));
  await world.db.attempt.createMany({ data: attempts });
  const ids = { shopId: shop.id, orderId: order.id, submissionId: submission.id };
  await changeOrder(world, order.id, (rows) => raiseReason(rows, ctx, { ...ids, code: "uncertain_needs_decision" }));
  const locked = async (tx: Tx) => (await lockSubmission(tx, submission.id)) ?? expect.fail("the submission is gone");
  return {
    ...{ attempts, orderId: order.id },
    repeat: () => transact(world, async (tx) => repeatCreate(tx, ctx, await locked(tx))),
    conclude: () => transact(world, async (tx) => concludeAbsent(tx, ctx, await locked(tx), PROOF)),
    resend: (basis: Staff) => changeOrder(world, order.id, (rows) => resend(rows, ctx, submission, basis)),
    row: () => world.db.submission.findUniqueOrThrow({ where: { id: submission.id } }),
    openReasons: async () =>
      (await world.db.attention.findMany({ where: { submissionId: submission.id, clearedAt: null } })).map(
        ({ code, detail }) => ({ code, detail }),
      ),
    history: async () =>
      (await world.db.history.findMany({ where: { submissionId: submission.id } })).map(({ code }) => code),
  };
}

describe("a submission that is proven absent", () => {
  it("is due to be sent again at once, and staff is no longer asked", async () => {
    const one = await uncertain(["uncertain"]);
    expect(await one.conclude()).toBe(true);
    expect(await one.row()).toMatchObject({ state: "ready", dueAt: world.ctx.clock.now(), attemptsForgiven: 0 });
    expect(await one.openReasons()).toEqual([]);
    expect(await one.history()).toContain("submission.absence_confirmed");
  });

  it("is rejected where the service rejected the last attempt: staff sees the answer that belongs to it", async () => {
    const one = await uncertain(["uncertain", "rejected"]);
    expect(await one.conclude()).toBe(false);
    expect(await one.row()).toMatchObject({ state: "rejected", dueAt: null });
    expect(await one.openReasons()).toEqual([
      { code: "rejected", detail: { aboutSku: false, attemptId: one.attempts[1]?.id, httpStatus: 422 } },
    ]);
    // The order may have changed while nobody knew.
    const { dueAt } = await world.db.order.findUniqueOrThrow({ where: { id: one.orderId } });
    expect(dueAt).toEqual(world.ctx.clock.now());
  });

  it("is sent again after a rejection that a later attempt did not repeat", async () => {
    const one = await uncertain(["rejected", "uncertain"]);
    expect(await one.conclude()).toBe(true);
  });

  it.each<[AttemptOutcome, "ready" | "rejected"]>([
    ["uncertain", "rejected"],
    ["lost", "rejected"],
    ["not_processed", "ready"],
  ])("after the last attempt that the policy allows, all of them %s, is %s", async (outcome, state) => {
    const one = await uncertain(Array.from({ length: MOST }, () => outcome));
    expect(await one.conclude()).toBe(state === "ready");
    expect(await one.row()).toMatchObject({ state });
    const exhausted = { code: "attempts_exhausted", detail: { attempts: MOST } };
    expect(await one.openReasons()).toEqual(state === "ready" ? [] : [exhausted]);
  });

  it("of a canceled order is canceled, after whatever attempts", async () => {
    const one = await uncertain(["uncertain", "rejected"]);
    await world.db.order.update({ where: { id: one.orderId }, data: { cancelledAt: world.ctx.clock.now() } });
    expect(await one.conclude()).toBe(false);
    expect(await one.row()).toMatchObject({ state: "cancelled", dueAt: null });
    expect(await one.openReasons()).toEqual([]);
  });
});

describe("a submission that may be sent again without proof", () => {
  it.each<[AttemptOutcome[], "ready" | "rejected"]>([
    [["uncertain"], "ready"],
    [["uncertain", "rejected"], "rejected"],
  ])("after attempts that were %j is %s, and counts as proven absent in neither case", async (outcomes, state) => {
    const one = await uncertain(outcomes);
    expect(await one.repeat()).toBe(state === "ready");
    expect(await one.row()).toMatchObject({ state });
    expect((await one.openReasons()).map(({ code }) => code)).toEqual(state === "ready" ? [] : ["rejected"]);
    expect(await one.history()).not.toContain("submission.absence_confirmed");
  });
});

describe("a submission that staff has sent again", () => {
  it("starts to count its attempts anew", async () => {
    const one = await uncertain(Array.from({ length: MOST }, () => "uncertain" as const));
    expect(await one.resend({ userId: "7" })).toBe(true);
    expect(await one.row()).toMatchObject({ state: "ready", attemptsForgiven: MOST });
  });

  it("is not sent where its order was canceled", async () => {
    const one = await uncertain(["uncertain"]);
    await world.db.order.update({ where: { id: one.orderId }, data: { cancelledAt: world.ctx.clock.now() } });
    expect(await one.resend({ userId: "7" })).toBe(false);
    expect(await one.row()).toMatchObject({ state: "cancelled", attemptsForgiven: 0 });
  });
});
