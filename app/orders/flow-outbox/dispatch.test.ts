import { afterAll, expect, test } from "vitest";
import { changeOrder, changeOrderIn } from "../core/change-orders.ts";
import { clearReasons, moveSubmission, raiseReason } from "../core/order-rows.ts";
import { reasonWords, type AttentionCode } from "../core/attention.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { transact } from "../core/append.ts";
import type { Staff } from "../core/history.ts";
import type { SubmissionEvent } from "../core/transitions.ts";
import { dispatchFlowEvents } from "./dispatch.ts";
import { gidOf } from "../../ports/gid.ts";
import { recordTracking } from "../provider-updates/record-events.testing.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { ctx, db } = world;

const shirt = { gid: gidOf("LineItem", "1"), sku: "TEE", quantity: 1 };
type Placed = Awaited<ReturnType<typeof world.order>>;

const idsOf = ({ shop, order, submission }: Placed) => ({
  shopId: shop.id,
  orderId: order.id,
  submissionId: submission.id,
});

const openReason = (placed: Placed, code: AttentionCode) =>
  changeOrder(world, placed.order.id, (rows) => raiseReason(rows, ctx, { ...idsOf(placed), code }));
const move = ({ order, submission }: Placed, event: SubmissionEvent) =>
  changeOrder(world, order.id, (rows) => moveSubmission(rows, ctx, submission.id, event));
const clear = ({ order }: Placed, code: AttentionCode, cause: "facts" | Staff) =>
  changeOrder(world, order.id, (rows) => clearReasons(rows, ctx, { codes: [code] }, cause));
const applyAccepted = (placed: Placed) => move(placed, "accepted");
const sentEvents = () => world.shopify().flowEvents;
const outcomes = async (placed: Placed) =>
  (await db.flowEvent.findMany({ where: { orderId: placed.order.id }, orderBy: { createdAt: "asc" } })).map(
    ({ outcome }) => outcome,
  );

test("an order that the service accepts makes one event, with its reference", async () => {
  const placed = await world.order([shirt], "submitting");
  await applyAccepted(placed);
  await applyAccepted(placed);
  await Promise.all([dispatchFlowEvents(ctx), dispatchFlowEvents(ctx), dispatchFlowEvents(ctx)]);
  await dispatchFlowEvents(ctx);
  const orderGid = placed.order.shopifyGid;
  expect(sentEvents()).toMatchObject([{ trigger: "order_sent", orderGid, reference: placed.submission.reference }]);
  expect(await outcomes(placed)).toEqual(["dispatched"]);
});

test("the first report that the service has the order makes an event, and later progress makes none", async () => {
  const placed = await world.order([shirt], "uncertain");
  await move(placed, "in_production");
  await move(placed, "shipped");
  await dispatchFlowEvents(ctx);
  expect(sentEvents().map(({ trigger }) => trigger)).toEqual(["order_sent"]);
});

test("what staff has to do makes one event each time that the reason is raised", async () => {
  const placed = await world.order([shirt], "waiting");
  await openReason(placed, "awaiting_approval");
  await openReason(placed, "awaiting_approval");
  await openReason(placed, "risk_pending");
  await dispatchFlowEvents(ctx);
  await clear(placed, "awaiting_approval", { userId: "7" });
  await openReason(placed, "awaiting_approval");
  await dispatchFlowEvents(ctx);
  expect(sentEvents()).toMatchObject([
    { trigger: "order_attention", code: "awaiting_approval" },
    { trigger: "order_attention", code: "awaiting_approval" },
  ]);
  expect(new Set(sentEvents().map(({ eventId }) => eventId)).size).toBe(2);
});

test("Flow is told what is left to do once the order has shipped, as the order's page says it", async () => {
  const placed = await world.order([shirt], "shipped");
  await openReason(placed, "cancelled_after_sent");
  await dispatchFlowEvents(ctx);
  const { message, fix } = reasonWords("cancelled_after_sent", true);
  expect(sentEvents()).toMatchObject([{ code: "cancelled_after_sent", message, fix }]);
});

test("a reason that is cleared before its event was sent makes no event", async () => {
  const placed = await world.order([shirt], "waiting");
  await openReason(placed, "payment_pending");
  await clear(placed, "payment_pending", "facts");
  await dispatchFlowEvents(ctx);
  expect(sentEvents()).toEqual([]);
  expect(await outcomes(placed)).toEqual(["obsolete"]);
});

test("a parcel makes one event, whatever reports it and how often", async () => {
  const placed = await world.order([shirt], "in_production");
  const tracking = {
    reference: placed.submission.reference,
    trackingNumber: "T1",
    trackingUrl: "https://carrier.test/T1",
  };
  await Promise.all([
    recordTracking(ctx, { ...tracking, reportedBy: "event" }),
    recordTracking(ctx, { ...tracking, reportedBy: "list" }),
  ]);
  await dispatchFlowEvents(ctx);
  await recordTracking(ctx, { ...tracking, reportedBy: "detail" });
  await dispatchFlowEvents(ctx);
  expect(sentEvents()).toMatchObject([
    { trigger: "parcel_shipped", trackingNumber: "T1", trackingUrl: tracking.trackingUrl },
  ]);
});

test("an event that was not processed is sent later", async () => {
  const placed = await world.order([shirt], "submitting");
  await applyAccepted(placed);
  world.shopify().fail("sendFlowEvent", "not_processed", 2);
  await dispatchFlowEvents(ctx);
  expect(await outcomes(placed)).toEqual([null]);
  for (let n = 0; n < 3; n += 1) {
    world.advance(60_000);
    await dispatchFlowEvents(ctx);
  }
  expect(sentEvents()).toHaveLength(1);
  expect(await outcomes(placed)).toEqual(["dispatched"]);
});

test("an unclear answer is not repeated where a workflow may act, and is where somebody has to know", async () => {
  const sent = await world.order([shirt], "submitting");
  await applyAccepted(sent);
  world.shopify().fail("sendFlowEvent", "response_lost");
  await dispatchFlowEvents(ctx);
  world.advance(3_600_000);
  await dispatchFlowEvents(ctx);
  expect(sentEvents()).toHaveLength(1);
  expect(await outcomes(sent)).toEqual(["uncertain"]);

  const withReason = await world.order([shirt], "waiting");
  await openReason(withReason, "awaiting_approval");
  world.shopify().fail("sendFlowEvent", "response_lost");
  await dispatchFlowEvents(ctx);
  world.advance(3_600_000);
  await dispatchFlowEvents(ctx);
  const [one, other] = sentEvents();
  expect(sentEvents()).toHaveLength(2);
  expect(one?.eventId).toBe(other?.eventId);
  expect(await outcomes(withReason)).toEqual(["dispatched"]);
});

test("a worker that was lost between claim and call: the same rule, and it loses its right to say what came of it", async () => {
  const sent = await world.order([shirt], "submitting");
  await applyAccepted(sent);
  const lost = () => new Promise<never>(() => undefined);
  void dispatchFlowEvents({ ...ctx, shopify: { ...ctx.shopify, sendFlowEvent: lost } });
  await expect
    .poll(async () => (await db.flowEvent.findFirstOrThrow({ where: { orderId: sent.order.id } })).tries)
    .toBe(1);
  await dispatchFlowEvents(ctx);
  expect(await outcomes(sent)).toEqual([null]);
  world.advance(ctx.policy.claimTtlMs + 1);
  await dispatchFlowEvents(ctx);
  expect(sentEvents()).toEqual([]);
  expect(await outcomes(sent)).toEqual(["uncertain"]);
});

test("an event that is a day old expires, and a shop without the app gets none", async () => {
  const old = await world.order([shirt], "submitting");
  await applyAccepted(old);
  world.advance(25 * 3_600_000);
  await dispatchFlowEvents(ctx);
  expect(await outcomes(old)).toEqual(["expired"]);
  const gone = await world.order([shirt], "submitting");
  await applyAccepted(gone);
  await db.shop.update({ where: { id: gone.shop.id }, data: { uninstalledAt: ctx.clock.now() } });
  await dispatchFlowEvents(ctx);
  expect(await outcomes(gone)).toEqual(["obsolete"]);
  expect(sentEvents()).toEqual([]);
});

test("nothing is kept of what was rolled back", async () => {
  const placed = await world.order([shirt], "submitting");
  const rolledBack = transact(world, async (tx) => {
    await changeOrderIn(tx, placed.order.id, (rows) => moveSubmission(rows, ctx, placed.submission.id, "accepted"));
    throw new Error("back");
  });
  await expect(rolledBack).rejects.toThrow("back");
  expect(await outcomes(placed)).toEqual([]);
});

test("an event that Shopify rejects is not sent again", async () => {
  const placed = await world.order([shirt], "submitting");
  await applyAccepted(placed);
  world.shopify().fail("sendFlowEvent", "rejected", 9);
  await dispatchFlowEvents(ctx);
  world.advance(60_000);
  await dispatchFlowEvents(ctx);
  expect(sentEvents()).toEqual([]);
  expect(await outcomes(placed)).toEqual(["rejected"]);
});
