import { afterAll, expect, test } from "vitest";
import { clear, raise } from "../core/raise-attention.ts";
import type { AttentionCode } from "../core/attention.ts";
import { openWorld } from "../fulfil/orders-world.testing.ts";
import { lockOrder } from "../core/lock.ts";
import { move } from "../core/apply-transition.ts";
import { recordTracking } from "../provider-updates/tracking.ts";
import { tellFlow } from "./dispatch.ts";

const world = await openWorld();
afterAll(() => world.close());
const { ctx, db } = world;

const shirt = { gid: "gid://shopify/LineItem/1", sku: "TEE", quantity: 1 };
type Placed = Awaited<ReturnType<typeof world.order>>;

const whose = ({ shop, order, submission }: Placed) => ({
  shopId: shop.id,
  orderId: order.id,
  submissionId: submission.id,
});

/** Inside a transaction that holds the order's lock. */
const locked = <T>(placed: Placed, work: (tx: Parameters<Parameters<typeof db.$transaction>[0]>[0]) => Promise<T>) =>
  db.$transaction(async (tx) => {
    await lockOrder(tx, placed.order.id);
    return work(tx);
  });

const need = (placed: Placed, code: AttentionCode) =>
  locked(placed, (tx) => raise(tx, ctx, { ...whose(placed), code }));
const accept = (placed: Placed) => locked(placed, (tx) => move(tx, ctx, placed.submission.id, "accepted"));
const told = () => world.shopify().told;
const outcomes = async (placed: Placed) =>
  (await db.flowNews.findMany({ where: { orderId: placed.order.id }, orderBy: { createdAt: "asc" } })).map(
    ({ outcome }) => outcome,
  );

test("an order that the service takes is told once, with its reference", async () => {
  const placed = await world.order([shirt], "submitting");
  await accept(placed);
  await accept(placed);
  await Promise.all([tellFlow(ctx), tellFlow(ctx), tellFlow(ctx)]);
  await tellFlow(ctx);
  const orderGid = placed.order.shopifyGid;
  expect(told()).toMatchObject([{ trigger: "order_sent", orderGid, reference: placed.submission.reference }]);
  expect(await outcomes(placed)).toEqual(["told"]);
});

test("a sign of life tells that it was sent, and going on from there tells nothing more", async () => {
  const placed = await world.order([shirt], "uncertain");
  await locked(placed, (tx) => move(tx, ctx, placed.submission.id, "in_production"));
  await locked(placed, (tx) => move(tx, ctx, placed.submission.id, "shipped"));
  await tellFlow(ctx);
  expect(told().map(({ trigger }) => trigger)).toEqual(["order_sent"]);
});

test("what a person has to do is told, once for each time that it comes up", async () => {
  const placed = await world.order([shirt], "waiting");
  await need(placed, "awaiting_approval");
  await need(placed, "awaiting_approval");
  await need(placed, "risk_pending");
  await tellFlow(ctx);
  await locked(placed, (tx) => clear(tx, ctx, { ...whose(placed), codes: ["awaiting_approval"] }, "person"));
  await need(placed, "awaiting_approval");
  await tellFlow(ctx);
  expect(told()).toMatchObject([
    { trigger: "order_attention", code: "awaiting_approval" },
    { trigger: "order_attention", code: "awaiting_approval" },
  ]);
  expect(new Set(told().map(({ eventId }) => eventId)).size).toBe(2);
});

test("a reason that is gone before it was told is none", async () => {
  const placed = await world.order([shirt], "waiting");
  await need(placed, "payment_pending");
  await locked(placed, (tx) => clear(tx, ctx, { ...whose(placed), codes: ["payment_pending"] }, "facts"));
  await tellFlow(ctx);
  expect(told()).toEqual([]);
  expect(await outcomes(placed)).toEqual(["passed"]);
});

test("a parcel is told once, whoever tells of it and how often", async () => {
  const placed = await world.order([shirt], "in_production");
  const seen = { reference: placed.submission.reference, trackingNumber: "T1", trackingUrl: "https://carrier.test/T1" };
  await Promise.all([
    recordTracking(ctx, { ...seen, seenBy: "event" }),
    recordTracking(ctx, { ...seen, seenBy: "list" }),
  ]);
  await tellFlow(ctx);
  await recordTracking(ctx, { ...seen, seenBy: "detail" });
  await tellFlow(ctx);
  expect(told()).toMatchObject([{ trigger: "parcel_shipped", trackingNumber: "T1", trackingUrl: seen.trackingUrl }]);
});

test("what was not processed is told later", async () => {
  const placed = await world.order([shirt], "submitting");
  await accept(placed);
  world.shopify().fail("tellFlow", "before", 2);
  await tellFlow(ctx);
  expect(await outcomes(placed)).toEqual([null]);
  for (let n = 0; n < 3; n += 1) {
    world.later(60_000);
    await tellFlow(ctx);
  }
  expect(told()).toHaveLength(1);
  expect(await outcomes(placed)).toEqual(["told"]);
});

test("an unclear answer is not repeated where a workflow may act, and is where somebody has to know", async () => {
  const sent = await world.order([shirt], "submitting");
  await accept(sent);
  world.shopify().fail("tellFlow", "lost");
  await tellFlow(ctx);
  world.later(3_600_000);
  await tellFlow(ctx);
  expect(told()).toHaveLength(1);
  expect(await outcomes(sent)).toEqual(["unclear"]);

  const needy = await world.order([shirt], "waiting");
  await need(needy, "awaiting_approval");
  world.shopify().fail("tellFlow", "lost");
  await tellFlow(ctx);
  world.later(3_600_000);
  await tellFlow(ctx);
  const [one, other] = told();
  expect(told()).toHaveLength(2);
  expect(one?.eventId).toBe(other?.eventId);
  expect(await outcomes(needy)).toEqual(["told"]);
});

test("a worker that was lost between claim and call: the same rule, and it loses its right to say what came of it", async () => {
  const sent = await world.order([shirt], "submitting");
  await accept(sent);
  const lost = () => new Promise<never>(() => undefined);
  void tellFlow({ ...ctx, shopify: { ...ctx.shopify, tellFlow: lost } });
  await expect
    .poll(async () => (await db.flowNews.findFirstOrThrow({ where: { orderId: sent.order.id } })).tries)
    .toBe(1);
  await tellFlow(ctx);
  expect(await outcomes(sent)).toEqual([null]);
  world.later(ctx.policy.claimTtlMs + 1);
  await tellFlow(ctx);
  expect(told()).toEqual([]);
  expect(await outcomes(sent)).toEqual(["unclear"]);
});

test("what is a day old is no news, and a shop without the app hears nothing", async () => {
  const old = await world.order([shirt], "submitting");
  await accept(old);
  world.later(25 * 3_600_000);
  await tellFlow(ctx);
  expect(await outcomes(old)).toEqual(["too_late"]);
  const gone = await world.order([shirt], "submitting");
  await accept(gone);
  await db.shop.update({ where: { id: gone.shop.id }, data: { uninstalledAt: ctx.clock.now() } });
  await tellFlow(ctx);
  expect(await outcomes(gone)).toEqual(["passed"]);
  expect(told()).toEqual([]);
});

test("nothing is kept of what was rolled back", async () => {
  const placed = await world.order([shirt], "submitting");
  const rolledBack = locked(placed, async (tx) => {
    await move(tx, ctx, placed.submission.id, "accepted");
    throw new Error("back");
  });
  await expect(rolledBack).rejects.toThrow("back");
  expect(await outcomes(placed)).toEqual([]);
});

test("a trigger that Shopify refuses is not told again", async () => {
  const placed = await world.order([shirt], "submitting");
  await accept(placed);
  world.shopify().fail("tellFlow", "refused", 9);
  await tellFlow(ctx);
  world.later(60_000);
  await tellFlow(ctx);
  expect(told()).toEqual([]);
  expect(await outcomes(placed)).toEqual(["refused"]);
});
