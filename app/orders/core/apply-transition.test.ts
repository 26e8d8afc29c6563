import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whileLockHeld } from "../../../tests/support/held-lock.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { applyTransition, type TransitionResult, type TransitionOptions } from "./apply-transition.ts";
import type { SubmissionState } from "./states.ts";
import type { SubmissionEvent } from "./transitions.ts";
import type { SubmissionId, OrderId } from "../../ports/ids.ts";
import { gidOf } from "../../ports/gid.ts";

const [mine, another] = ["01936000-0000-7000-8000-000000000001", "01936000-0000-7000-8000-000000000002"];
const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const submissionIn = async (state: SubmissionState) => (await world.order([LINE], state)).submission;
const apply = (
  id: SubmissionId,
  event: SubmissionEvent,
  options?: TransitionOptions,
): Promise<TransitionResult | null> =>
  world.db.$transaction((tx) => applyTransition(tx, world.ctx, id, event, options));
const row = (id: SubmissionId) => world.db.submission.findUniqueOrThrow({ where: { id } });
const history = (submissionId: SubmissionId) => world.db.history.findMany({ where: { submissionId } });

it("writes state, version and patch, and one line of history", async () => {
  const { id } = await submissionIn("ready");
  const result = await apply(id, "claim", { patch: { claimToken: mine }, actor: { userId: "7" } });
  expect(result).toMatchObject({ changed: true, submission: { state: "submitting" } });
  expect(await row(id)).toMatchObject({ state: "submitting", version: 1, claimToken: mine });
  expect(await history(id)).toMatchObject([
    { code: "submission.claim", actor: "person", data: { from: "ready", to: "submitting", user: "7" } },
  ]);
});

describe("writes nothing", () => {
  it("against the table", async () => {
    const { id } = await submissionIn("submitted");
    expect(await apply(id, "claim", { patch: { claimToken: mine } })).toBeNull();
    expect(await row(id)).toMatchObject({ state: "submitted", version: 0, claimToken: null });
  });

  it("for a worker that has lost its claim to another", async () => {
    const { id } = await submissionIn("submitting");
    await world.db.submission.update({ where: { id }, data: { claimToken: another } });
    expect(await apply(id, "accepted", { claimToken: mine })).toBeNull();
    expect(await apply(id, "accepted", { claimToken: another })).toMatchObject({ changed: true });
  });

  it("for a submission that does not exist", async () => {
    expect(await apply(world.ctx.ids.uuid(), "claim")).toBeNull();
  });

  // The order's lock excludes other transactions; the fence covers one that did not take the lock.
  it.each([
    ["its state", `"state" = 'cancelled'`],
    ["its version", `"version" = "version" + 1`],
  ])("where another transaction changed %s between reading and writing", async (_what, change) => {
    const { id } = await submissionIn("ready");
    const result = await whileLockHeld(
      world.pool,
      (holder) => holder.query(`UPDATE "Submission" SET ${change} WHERE "id" = $1`, [id]),
      () => apply(id, "claim", { patch: { claimToken: mine } }),
    );
    expect(result).toBeNull();
    expect(await row(id)).toMatchObject({ claimToken: null });
    expect((await row(id)).state).not.toBe("submitting");
    expect(await history(id)).toEqual([]);
  });
});

it.each([
  ["to send", "submitting", "uncertain", { claimToken: mine, claimedAt: new Date(0) }],
  ["of a lookup", "uncertain", "absent", { lookupClaimedAt: new Date(0) }],
] as const)("the claim %s ends with the state that it belongs to", async (_what, state, event, claim) => {
  const { id } = await submissionIn(state);
  await world.db.submission.update({ where: { id }, data: claim });
  await apply(id, event);
  expect(await row(id)).toMatchObject({ claimToken: null, claimedAt: null, lookupClaimedAt: null });
});

it("an event that the state already includes writes the patch, and no line of history", async () => {
  const { id } = await submissionIn("shipped");
  const dueAt = world.ctx.clock.now();
  expect(await apply(id, "seen_at_provider", { patch: { dueAt } })).toMatchObject({ changed: false });
  expect(await row(id)).toMatchObject({ state: "shipped", version: 1, dueAt });
  expect(await history(id)).toEqual([]);
});

it("enqueues order_sent for Shopify Flow once, when the service has the order", async () => {
  const countFlowEvents = (orderId: OrderId) => world.db.flowEvent.count({ where: { orderId, trigger: "order_sent" } });
  const { id, orderId } = await submissionIn("ready");
  await apply(id, "claim");
  expect(await countFlowEvents(orderId)).toBe(0);
  await apply(id, "accepted");
  expect(await countFlowEvents(orderId)).toBe(1);
  await apply(id, "in_production");
  expect(await countFlowEvents(orderId)).toBe(1);
});
