import { afterAll, beforeAll, expect, it } from "vitest";
import { line, snapshot } from "../../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { gidOf } from "../../ports/gid.ts";
import type { LineSnapshot, OrderSnapshot } from "../../ports/order-model.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { stepSubmission } from "../submit/step-submission.ts";
import { beat, openShop } from "./open-shop.testing.ts";
import { settleRouting } from "./recheck-order.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

/** A shop that received this order. */
async function received(over: Partial<OrderSnapshot> = {}, settings: Partial<ShopSettings> = {}) {
  const shop = await openShop(world, settings);
  await shop.receive(shop.paid(over));
  shop.woken.length = 0;
  const settled: string[] = [];
  const settle = async (unobstructed = true) => {
    const found = { orderGid: snapshot().gid, unobstructed };
    const done = await settleRouting(shop.ctx, shop.shop.id, found, (_, id) => Promise.resolve(void settled.push(id)));
    return { done, finished: settled.length > 0 };
  };
  const submission = async () => (await shop.submissions())[0] ?? expect.unreachable();
  return { ...shop, settle, submission };
}

const DAY = 86_400_000;
const SETTLED = { done: true, finished: true };
const TO_BE_READ = { done: false, finished: false };
const FROM_WEBHOOK = { complete: false, routed: null } as const;

it("a submission that waits for the routing is due at once, and its read before sending shows what the routing brought", async () => {
  const order = await received({ routed: false });
  const { id } = await order.submission();
  expect(await order.submission()).toMatchObject({ state: "waiting" });
  expect(await order.settle(false)).toEqual(SETTLED);
  expect(await order.submission()).toMatchObject({ state: "waiting", dueAt: world.ctx.clock.now() });
  expect(order.woken).toEqual([id]);
  expect(order.shopify.reads).toBe(0);
  order.shopify.read = () => Promise.resolve(order.paid({ lines: [line({ blockedBy: "hold" })] }));
  await stepSubmission(order.ctx, id);
  expect(order.printService.created).toEqual([]);
  expect(await order.openCodes()).toEqual(["held_in_shopify"]);
});

it("a submission that is about to be sent stays so: it reads the order before", async () => {
  const order = await received(FROM_WEBHOOK);
  const before = await order.submission();
  expect(before).toMatchObject({ state: "ready" });
  expect(await order.settle()).toEqual(SETTLED);
  expect(await order.submission()).toMatchObject({ state: "ready", dueAt: world.ctx.clock.now() });
  order.shopify.read = () => Promise.resolve(order.paid({ cancelledAt: world.ctx.clock.now() }));
  await stepSubmission(order.ctx, before.id);
  expect(order.printService.created).toEqual([]);
  expect(await order.submission()).toMatchObject({ state: "cancelled" });
});

it("a routing that is announced between the read before sending and the claim is not waited for", async () => {
  const order = await received(FROM_WEBHOOK);
  const { id } = await order.submission();
  order.shopify.read = async () => {
    world.advance(10);
    await order.settle();
    return order.paid({ routed: false });
  };
  await stepSubmission(order.ctx, id);
  expect(await order.submission()).toMatchObject({ state: "waiting", dueAt: world.ctx.clock.now() });
  order.shopify.read = () => Promise.resolve(order.paid());
  await beat(world);
  await stepSubmission(order.ctx, id);
  expect(order.printService.created).toHaveLength(1);
});

it("an order of which nothing is printed is not read", async () => {
  const order = await received({ ...FROM_WEBHOOK, lines: [line({ giftCard: true })] });
  expect(await order.submissions()).toEqual([]);
  expect(await order.settle()).toEqual(SETTLED);
});

it("an order inside its edit window is read at its end alone, and an edit until then is seen", async () => {
  const order = await received(FROM_WEBHOOK, { editWindowMinutes: 60 });
  const before = await order.submission();
  expect(await order.settle()).toEqual(SETTLED);
  expect(await order.submission()).toEqual(before);
  expect([order.woken, order.shopify.reads]).toEqual([[], 0]);
  order.shopify.read = () =>
    Promise.resolve(order.paid({ updatedAt: order.later(30), lines: [line({ quantity: 3, remaining: 3 })] }));
  world.advance(3_600_000);
  await beat(world);
  for (let step = 0; step < 2; step += 1) await stepSubmission(order.ctx, before.id);
  expect(order.printService.created.flatMap((one) => one.order.items.map((item) => item.quantity))).toEqual([3]);
});

it.each<[string, Partial<OrderSnapshot>]>([
  ["held", { lines: [line({ blockedBy: "hold" })] }],
  ["canceled", { cancelledAt: new Date("2026-11-21T09:00:00Z") }],
  ["moved to a fulfillment service", { lines: [line({ fulfillmentService: "Annex" })] }],
  ["changed to a pickup", { lines: [line({ delivery: "pickup" })] }],
])(
  "an order that is %s inside its edit window, of which no webhook came, is seen so before it is sent",
  async (_, change) => {
    const order = await received(FROM_WEBHOOK, { editWindowMinutes: 60 });
    const { id } = await order.submission();
    await order.settle();
    order.shopify.read = () => Promise.resolve(order.paid({ updatedAt: order.later(30), ...change }));
    world.advance(3_600_000);
    await beat(world);
    for (let step = 0; step < 2; step += 1) await stepSubmission(order.ctx, id);
    expect(order.printService.created).toEqual([]);
    expect(["waiting", "cancelled"]).toContain((await order.submission()).state);
  },
);

it("an order inside its edit window is read at once where its fulfillment order may hold it", async () => {
  const order = await received(FROM_WEBHOOK, { editWindowMinutes: 60 });
  expect(await order.settle(false)).toEqual(TO_BE_READ);
});

it("an order that is held is read: the routing may show what ends the hold", async () => {
  const order = await received({ ...FROM_WEBHOOK, financialStatus: "pending" });
  expect(await order.settle()).toEqual(TO_BE_READ);
});

it("an order that was sent is read: the fulfillment order is none that the read before sending showed", async () => {
  const order = await received(FROM_WEBHOOK);
  await order.setState("submitted");
  expect(await order.settle()).toEqual(TO_BE_READ);
});

it("an unknown order is read", async () => {
  const order = await received(FROM_WEBHOOK);
  const { shop } = await openShop(world);
  const found = { orderGid: snapshot().gid, unobstructed: true };
  const settled = await settleRouting(order.ctx, shop.id, found, () => Promise.resolve());
  expect(settled).toBe(false);
});

/** A line that an exchange or an edit has added since the order was sent, without a fulfillment order yet. */
async function exchanged() {
  const order = await received();
  order.shopify.read = () => Promise.resolve(order.paid());
  await stepSubmission(order.ctx, (await order.submission()).id);
  expect(order.printService.created).toHaveLength(1);
  world.advance(DAY);
  await beat(world);
  const updatedAt = world.ctx.clock.now();
  const added = (over: Partial<LineSnapshot> = {}) =>
    order.paid({ updatedAt, lines: [line({ remaining: 0 }), line({ gid: gidOf("LineItem", "2"), ...over })] });
  await order.receive(added({ unrouted: 1 }));
  const supplement = async () => (await order.submissions()).at(-1) ?? expect.unreachable();
  return { ...order, added, supplement };
}

it("a piece that is added later waits for its fulfillment order, and for what that shows", async () => {
  const order = await exchanged();
  const { id, dueAt } = await order.supplement();
  expect(await order.supplement()).toMatchObject({ kind: "supplement", state: "waiting" });
  world.advance((dueAt?.getTime() ?? 0) - world.ctx.clock.now().getTime());
  order.shopify.read = () => Promise.resolve(order.added({ blockedBy: "hold" }));
  await stepSubmission(order.ctx, id);
  expect(order.printService.created).toHaveLength(1);
  expect(await order.openCodes()).toEqual(["held_in_shopify"]);
});

it("a piece for which Shopify makes no fulfillment order is asked for less and less often, and then sent", async () => {
  const order = await exchanged();
  const { id } = await order.supplement();
  const readsBefore = order.shopify.reads;
  order.shopify.read = () => Promise.resolve(order.added({ unrouted: 1 }));
  while (order.printService.created.length === 1) {
    const { dueAt } = await order.supplement();
    world.advance((dueAt?.getTime() ?? 0) - world.ctx.clock.now().getTime());
    await beat(world);
    await stepSubmission(order.ctx, id);
  }
  expect(order.shopify.reads - readsBefore).toBeLessThanOrEqual(12);
  expect(order.printService.created).toHaveLength(2);
});
