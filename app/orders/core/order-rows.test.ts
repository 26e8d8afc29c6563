import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whileLockHeld } from "../../../tests/support/held-lock.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { changeOrder } from "./change-orders.ts";
import { moveSubmission } from "./order-rows.ts";
import type { SubmissionState } from "./states.ts";
import type { SubmissionEvent } from "./transitions.ts";
import type { SubmissionId, OrderId } from "../../ports/ids.ts";
import { gidOf } from "../../ports/gid.ts";

const [mine, another] = ["01936000-0000-7000-8000-000000000001", "01936000-0000-7000-8000-000000000002"];
const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const stored = async (state: SubmissionState) => (await world.order([LINE], state)).submission;
type Columns = Parameters<typeof moveSubmission>[4];
type Options = Parameters<typeof moveSubmission>[5];
type Stored = Pick<Awaited<ReturnType<typeof stored>>, "id" | "orderId">;
const move = ({ id, orderId }: Stored, event: SubmissionEvent, columns?: Columns, options?: Options) =>
  changeOrder(world, orderId, (rows) => moveSubmission(rows, world.ctx, id, event, columns, options));
const row = (id: SubmissionId) => world.db.submission.findUniqueOrThrow({ where: { id } });
const history = (submissionId: SubmissionId) => world.db.history.findMany({ where: { submissionId } });

it("changes state, version and columns, with one line of history", async () => {
  const one = await stored("ready");
  expect(await move(one, "claim", { claimToken: mine }, { actor: { userId: "7" } })).toBe(true);
  expect(await row(one.id)).toMatchObject({ state: "submitting", version: 1, claimToken: mine });
  expect(await history(one.id)).toMatchObject([
    { code: "submission.claim", actor: "person", data: { from: "ready", to: "submitting", user: "7" } },
  ]);
});

describe("writes nothing", () => {
  it("against the table", async () => {
    const one = await stored("submitted");
    expect(await move(one, "claim", { claimToken: mine })).toBe(false);
    expect(await row(one.id)).toMatchObject({ state: "submitted", version: 0, claimToken: null });
  });

  it("for a worker that has lost its claim to another", async () => {
    const one = await stored("submitting");
    await world.db.submission.update({ where: { id: one.id }, data: { claimToken: another } });
    expect(await move(one, "accepted", {}, { claimToken: mine })).toBe(false);
    expect(await row(one.id)).toMatchObject({ state: "submitting", version: 0 });
    expect(await move(one, "accepted", {}, { claimToken: another })).toBe(true);
    expect(await row(one.id)).toMatchObject({ state: "submitted", version: 1 });
  });

  // The order's lock excludes other transactions; the fence covers one that did not take the lock.
  it.each([
    ["its state", `"state" = 'waiting'`],
    ["its version", `"version" = "version" + 1`],
  ])("where another transaction changed %s between reading and writing", async (_what, change) => {
    const one = await stored("ready");
    const { id } = one;
    const moved = whileLockHeld(
      world.pool,
      (holder) => holder.query(`UPDATE "Submission" SET ${change} WHERE "id" = $1`, [id]),
      () => move(one, "claim", { claimToken: mine }),
    );
    await expect(moved).rejects.toThrow("changed without the lock of its order");
    expect(await row(id)).toMatchObject({ claimToken: null });
    expect((await row(id)).state).not.toBe("submitting");
    expect(await history(id)).toEqual([]);
  });
});

it.each([
  ["to send", "submitting", "uncertain", { claimToken: mine, claimedAt: new Date(0) }],
  ["of a lookup", "uncertain", "absent", { lookupClaimedAt: new Date(0) }],
] as const)("the claim %s ends with the state that it belongs to", async (_what, state, event, claim) => {
  const one = await stored(state);
  const { id } = one;
  await world.db.submission.update({ where: { id }, data: claim });
  await move(one, event);
  expect(await row(id)).toMatchObject({ claimToken: null, claimedAt: null, lookupClaimedAt: null });
});

it("an event that the state already includes changes the columns, with no line of history", async () => {
  const one = await stored("shipped");
  const { id } = one;
  const dueAt = world.ctx.clock.now();
  expect(await move(one, "seen_at_provider", { dueAt })).toBe(true);
  expect(await row(id)).toMatchObject({ state: "shipped", version: 1, dueAt });
  expect(await history(id)).toEqual([]);
});

it("enqueues order_sent for Shopify Flow once, when the service has the order", async () => {
  const countFlowEvents = (orderId: OrderId) => world.db.flowEvent.count({ where: { orderId, trigger: "order_sent" } });
  const one = await stored("ready");
  const { orderId } = one;
  await move(one, "claim");
  expect(await countFlowEvents(orderId)).toBe(0);
  await move(one, "accepted");
  expect(await countFlowEvents(orderId)).toBe(1);
  await move(one, "in_production");
  expect(await countFlowEvents(orderId)).toBe(1);
});
