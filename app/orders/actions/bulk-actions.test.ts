import { afterAll, expect, test } from "vitest";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import type { AttentionCode } from "../core/attention.ts";
import { bulkRequestSchema, runBulkAction, BULK_ACTIONS, BULK_LIMIT, type ChosenOrders } from "./bulk-actions.ts";
import type { SubmissionId, ShopId, OrderId } from "../../ports/ids.ts";
import { newId } from "../../../tests/support/ids.ts";
import { gidOf } from "../../ports/gid.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { ctx, db } = world;

const shirt = { gid: gidOf("LineItem", "1"), sku: "TEE", quantity: 1 };

async function raiseAttention(
  of: { shop: { id: ShopId }; order: { id: OrderId }; submission: { id: SubmissionId } },
  code: AttentionCode,
) {
  const at = ctx.clock.now();
  const ids = { shopId: of.shop.id, orderId: of.order.id, submissionId: of.submission.id };
  await db.attention.create({ data: { id: newId(), ...ids, code, detail: {}, openedAt: at } });
}

const chosen = (...orderIds: OrderId[]) => ({ orderIds, shownAt: ctx.clock.now() });

const staffOf = ({ shop }: { shop: { id: ShopId } }) => ({ shopId: shop.id, userId: "7" });

test("an approval clears the holds that wait for it, and names what still holds the order", async () => {
  const placed = await world.order([shirt], "waiting");
  await raiseAttention(placed, "awaiting_approval");
  await raiseAttention(placed, "payment_pending");
  expect(await runBulkAction(ctx, staffOf(placed), "approve", chosen(placed.order.id))).toEqual([
    { orderId: placed.order.id, name: "#1001", skipReason: null, heldBy: "payment_pending" },
  ]);
  expect(await world.openAttentions(placed.submission.id)).toEqual(["payment_pending"]);
});

test.each([
  ["approve", "waiting", "awaiting_approval", "held_by_staff"],
  ["acknowledge", "submitted", "items_differ", "status_problem"],
] as const)(
  "%s resolves nothing of an order with a reason that staff has not seen",
  async (action, state, old, unseen) => {
    const [placed, other] = [await world.order([shirt], state), await world.order([shirt], state)];
    for (const each of [placed, other]) await raiseAttention(each, old);
    const request = { action, orderIds: [placed.order.id], shownAt: ctx.clock.now().toISOString() };
    const shown = bulkRequestSchema.parse(request);
    world.advance(1_000);
    await raiseAttention(placed, unseen);
    const run = (orders: ChosenOrders) => runBulkAction(ctx, staffOf(placed), action, orders);
    expect(await run(shown)).toMatchObject([{ skipReason: "changed" }]);
    expect(await world.openAttentions(placed.submission.id)).toEqual(expect.arrayContaining([old, unseen]));
    expect(await runBulkAction(ctx, staffOf(other), action, { ...shown, orderIds: [other.order.id] })).toMatchObject([
      { skipReason: null },
    ]);
    expect(await run(chosen(placed.order.id))).toMatchObject([{ skipReason: null }]);
    expect(await world.openAttentions(placed.submission.id)).toEqual([]);
  },
);

test("an approval of several leaves a fraud risk, and what may already be sent, to be approved one by one", async () => {
  const placed = await world.order([shirt], "waiting");
  for (const code of ["awaiting_approval", "risk_high", "orphan_undecided", "held_by_staff"] as const)
    await raiseAttention(placed, code);
  const [result] = await runBulkAction(ctx, staffOf(placed), "approve", chosen(placed.order.id));
  expect(["risk_high", "orphan_undecided"]).toContain(result?.heldBy);
  expect((await world.openAttentions(placed.submission.id)).toSorted()).toEqual(["orphan_undecided", "risk_high"]);
});

test("orders from before the start date are sent, and others stay as they are", async () => {
  const [early, other] = [await world.order([shirt], "waiting"), await world.order([shirt], "waiting")];
  await db.order.update({ where: { id: early.order.id }, data: { ignoredReason: "before_go_live", dueAt: null } });
  await db.order.update({ where: { id: other.order.id }, data: { dueAt: null } });
  const sent = (of: typeof early) => runBulkAction(ctx, staffOf(of), "send_ignored", chosen(of.order.id));
  expect(await sent(early)).toMatchObject([{ skipReason: null }]);
  expect(await sent(other)).toMatchObject([{ skipReason: "unchanged" }]);
  const row = ({ order: { id } }: typeof early) => db.order.findUniqueOrThrow({ where: { id } });
  expect(await row(early)).toMatchObject({ ignoredReason: null, dueAt: ctx.clock.now() });
  expect(await row(other)).toMatchObject({ dueAt: null });
});

test("several orders are sent before their sending time, and none of them while sending is paused", async () => {
  const placed = await world.order([shirt], "waiting");
  const dueAt = new Date(ctx.clock.now().getTime() + 3_600_000);
  await db.submission.update({ where: { id: placed.submission.id }, data: { dueAt, sendingTime: dueAt } });
  const pause = (sendingPausedAt: Date | null) =>
    db.shop.update({ where: { id: placed.shop.id }, data: { sendingPausedAt } });
  const send = () => runBulkAction(ctx, staffOf(placed), "send_now", chosen(placed.order.id));
  const row = () => db.submission.findUniqueOrThrow({ where: { id: placed.submission.id } });
  await pause(ctx.clock.now());
  expect(await send()).toMatchObject([{ skipReason: "paused" }]);
  expect(await row()).toMatchObject({ windowWaived: false, dueAt });
  await pause(null);
  expect(await send()).toMatchObject([{ skipReason: null }]);
  expect(await row()).toMatchObject({ windowWaived: true, dueAt: ctx.clock.now() });
});

test("problems are marked as resolved, and holds are not", async () => {
  const placed = await world.order([shirt], "submitted");
  for (const code of ["cancelled_after_sent", "items_differ", "payment_pending"] as const)
    await raiseAttention(placed, code);
  const resolve = async () => (await runBulkAction(ctx, staffOf(placed), "acknowledge", chosen(placed.order.id)))[0];
  expect(await resolve()).toMatchObject({ skipReason: null });
  expect(await world.openAttentions(placed.submission.id)).toEqual(["payment_pending"]);
  expect(await resolve()).toMatchObject({ skipReason: "unchanged" });
});

test("what is not sent yet of an order is left out as a whole, and what was sent stays", async () => {
  const mug = { gid: gidOf("LineItem", "2"), sku: "MUG", quantity: 1 };
  const held = await world.order([shirt, mug], "waiting");
  const sent = await world.order([shirt], "submitted");
  const exclude = async (of: typeof held) =>
    (await runBulkAction(ctx, staffOf(of), "exclude", chosen(of.order.id)))[0]?.skipReason;
  const lines = ({ order: { id } }: typeof held) => db.orderLine.findMany({ where: { orderId: id } });
  expect(await exclude(held)).toBeNull();
  expect((await lines(held)).map(({ eligibility }) => eligibility)).toEqual(["excluded", "excluded"]);
  expect(await db.order.findUniqueOrThrow({ where: { id: held.order.id } })).toMatchObject({ dueAt: ctx.clock.now() });
  expect([await exclude(held), await exclude(sent)]).toEqual(["unchanged", "unchanged"]);
  expect(await lines(sent)).toMatchObject([{ eligibility: "printable" }]);
});

test("a hold reaches what is not sent yet, and leaves the rest of the order alone", async () => {
  const placed = await world.order([shirt], "submitted");
  const supplement = await placed.submit("ready");
  const [result] = await runBulkAction(ctx, staffOf(placed), "hold", chosen(placed.order.id));
  expect(result).toMatchObject({ skipReason: null, heldBy: null });
  expect(await world.openAttentions(supplement.id)).toEqual(["held_by_staff"]);
  expect(await world.openAttentions(placed.submission.id)).toEqual([]);
  expect(await world.stateOf(placed.submission.id)).toBe("submitted");
});

test("an approval of nothing changes nothing, and names what holds the order all the same", async () => {
  const placed = await world.order([shirt], "waiting");
  await raiseAttention(placed, "payment_pending");
  const unchanged = { orderId: placed.order.id, name: "#1001", skipReason: "unchanged" };
  const approve = () => runBulkAction(ctx, staffOf(placed), "approve", chosen(placed.order.id));
  expect(await approve()).toEqual([{ ...unchanged, heldBy: "payment_pending" }]);
  await db.attention.updateMany({ where: { orderId: placed.order.id }, data: { clearedAt: ctx.clock.now() } });
  expect(await approve()).toEqual([{ ...unchanged, heldBy: null }]);
});

test("a hold that stands is not put on again", async () => {
  const placed = await world.order([shirt], "waiting");
  const hold = async () => (await runBulkAction(ctx, staffOf(placed), "hold", chosen(placed.order.id)))[0]?.skipReason;
  expect(await hold()).toBeNull();
  expect(await hold()).toBe("unchanged");
});

test("what cannot be done says why", async () => {
  const sent = await world.order([shirt], "in_production");
  const skipReasonOf = async (action: "approve" | "hold" | "send_now") =>
    (await runBulkAction(ctx, staffOf(sent), action, chosen(sent.order.id)))[0]?.skipReason;
  expect(await skipReasonOf("send_now")).toBe("already_sent");
  await db.submission.update({ where: { id: sent.submission.id }, data: { state: "rejected" } });
  expect(await skipReasonOf("approve")).toBe("invalid_state");
  expect(await skipReasonOf("send_now")).toBeNull();
  await db.submission.update({ where: { id: sent.submission.id }, data: { state: "cancelled" } });
  expect(await skipReasonOf("hold")).toBe("nothing_to_send");
});

test("orders of another shop are not found, and not touched", async () => {
  const other = await world.order([shirt], "waiting");
  const mine = await world.order([shirt], "waiting");
  for (const action of BULK_ACTIONS) {
    expect(await runBulkAction(ctx, staffOf(mine), action, chosen(other.order.id))).toEqual([
      { orderId: other.order.id, name: null, skipReason: "not_found", heldBy: null },
    ]);
  }
  expect(await world.openAttentions(other.submission.id)).toEqual([]);
  expect((await db.order.findUniqueOrThrow({ where: { id: other.order.id } })).dueAt).toBeNull();
});

test("a refresh also reads the print service: in the next sweep, or by a lookup of an uncertain submission", async () => {
  const placed = await world.order([shirt], "in_production");
  const [uncertain, waiting] = [await placed.submit("uncertain"), await placed.submit("waiting")];
  const then = ctx.clock.now();
  await db.submission.updateMany({ where: { orderId: placed.order.id }, data: { checkedAt: then, dueAt: null } });
  await runBulkAction(ctx, staffOf(placed), "refresh", chosen(placed.order.id));
  const row = (id: SubmissionId) =>
    db.submission.findUniqueOrThrow({ where: { id }, select: { checkedAt: true, dueAt: true } });
  expect(await row(placed.submission.id)).toEqual({ checkedAt: null, dueAt: null });
  expect(await row(uncertain.id)).toEqual({ checkedAt: then, dueAt: then });
  expect(await row(waiting.id)).toEqual({ checkedAt: then, dueAt: null });
});

test("a refresh makes the order due; every order is acted on once, and no more than the limit", async () => {
  const placed = await world.order([shirt], "submitted");
  const ids = [placed.order.id, placed.order.id, ...Array.from({ length: BULK_LIMIT + 5 }, () => newId())];
  const results = await runBulkAction(ctx, staffOf(placed), "refresh", chosen(...ids));
  expect(results).toHaveLength(BULK_LIMIT);
  expect(results.filter(({ skipReason }) => skipReason === null)).toHaveLength(1);
  expect((await db.order.findUniqueOrThrow({ where: { id: placed.order.id } })).dueAt).toEqual(ctx.clock.now());
});
