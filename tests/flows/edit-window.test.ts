import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { approve, hold } from "../../app/orders/actions/submission-actions.ts";
import type { OrderView } from "../../app/orders/pages/details/order-api-view.ts";
import { until } from "../support/until.ts";
import { order, stock, type Goods } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

let world: World;
let goods: Goods;

beforeAll(async () => {
  world = await openWorld({ policy: { recheckMs: 1_000 } });
  goods = await stock(world);
});
afterEach(() => world.change({ editWindowMinutes: 0, approval: "automatic", minimumMarginPercent: null }));
afterAll(() => world.close());

const buy = (over: Parameters<typeof order>[1] = {}) =>
  world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt, quantity: 2 }], over));
const printed = (name: string) => world.press.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));
const state = (id: string, wanted: string) => world.seen(id, wanted, (v) => v.submissions[0]?.state === wanted);
const codes = (view: OrderView) => view.submissions.flatMap((s) => s.attention.map((a) => a.code));
const held = (id: string, code: string) => world.seen(id, code, (v) => codes(v).includes(code));
const idle = () =>
  until("all handled", async () => {
    await world.shopify.settled();
    return (await world.services.core.ctx.db.delivery.count({ where: { state: "waiting" } })) === 0;
  });

async function whose(id: string) {
  const { db } = world.services.core.ctx;
  const { id: shopId } = await db.shop.findUniqueOrThrow({ where: { domain: world.shop } });
  return { shopId, submissionId: (await world.view(id))?.submissions[0]?.id ?? "" };
}

describe("the edit window", () => {
  it("prints what the order says when the window ends, by itself", async () => {
    await world.change({ editWindowMinutes: 30 });
    const placed = buy();
    await state(placed.id, "waiting");
    world.clock.pass(10 * 60_000);
    world.shopify.editOrder(world.shop, placed.id, {
      shippingAddress: { address1: "99 Oak Street" },
      quantities: { [placed.lines[0]?.id ?? ""]: 1 },
    });
    await idle();
    expect(printed(placed.name)).toEqual([]);
    world.clock.pass(21 * 60_000);
    await state(placed.id, "submitted");
    const [made, ...more] = printed(placed.name);
    expect(more).toEqual([]);
    expect(made?.shipping["shipping_address1"]).toBe("99 Oak Street");
    expect(made?.items.map((i) => i.quantity)).toEqual([1]);
  });

  it("prints nothing of an order that is cancelled within", async () => {
    await world.change({ editWindowMinutes: 30 });
    const placed = buy();
    await state(placed.id, "waiting");
    world.clock.pass(60_000);
    world.shopify.cancelOrder(world.shop, placed.id);
    await state(placed.id, "cancelled");
    world.clock.pass(40 * 60_000);
    await idle();
    expect(printed(placed.name)).toEqual([]);
  });
});

describe("a risk of fraud", () => {
  it("that is not assessed yet holds, and lets go when it is low", async () => {
    const placed = buy({ risk: "PENDING" });
    await held(placed.id, "risk_pending");
    expect(printed(placed.name)).toEqual([]);
    world.clock.pass(2_000);
    world.shopify.editOrder(world.shop, placed.id, { risk: "LOW" });
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });

  it("that is high holds until a person approves", async () => {
    const placed = buy({ risk: "HIGH" });
    await held(placed.id, "risk_high");
    expect(printed(placed.name)).toEqual([]);
    expect(await approve(world.services.core.ctx, await whose(placed.id))).toBe("done");
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });
});

describe("what a person decides", () => {
  it("sends nothing without an approval where the settings ask for one", async () => {
    await world.change({ approval: "manual" });
    const placed = buy();
    await held(placed.id, "awaiting_approval");
    expect(printed(placed.name)).toEqual([]);
    await approve(world.services.core.ctx, await whose(placed.id));
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });

  it("holds an order by hand, and releases it", async () => {
    await world.change({ editWindowMinutes: 30 });
    const placed = buy();
    await state(placed.id, "waiting");
    const { ctx } = world.services.core;
    expect(await hold(ctx, await whose(placed.id))).toBe("done");
    world.clock.pass(31 * 60_000);
    world.shopify.editOrder(world.shop, placed.id, { note: "touched" });
    await idle();
    expect(printed(placed.name)).toEqual([]);
    await approve(ctx, await whose(placed.id));
    await state(placed.id, "submitted");
  });

  it("holds and releases in Shopify: it follows", async () => {
    await world.change({ editWindowMinutes: 30 });
    const placed = buy();
    await state(placed.id, "waiting");
    await until("routed", () => placed.fulfillmentOrders[0]);
    world.shopify.holdFulfillmentOrder(world.shop, placed.fulfillmentOrders[0]?.id ?? "");
    await held(placed.id, "held_in_shopify");
    world.clock.pass(31 * 60_000);
    await idle();
    expect(printed(placed.name)).toEqual([]);
    world.shopify.releaseHold(world.shop, placed.fulfillmentOrders[0]?.id ?? "");
    world.clock.pass(2_000);
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });
});

describe("what is checked just before sending", () => {
  it("holds an order that leaves too little margin", async () => {
    await world.change({ minimumMarginPercent: 99 });
    const placed = buy();
    await held(placed.id, "margin_low");
    expect(printed(placed.name)).toEqual([]);
    await approve(world.services.core.ctx, await whose(placed.id));
    await state(placed.id, "submitted");
  });

  it("counts what was paid for goods of ours: somebody else's pay for no shirt", async () => {
    await world.change({ minimumMarginPercent: 60 });
    const lines = [{ variantId: goods.shirt }, { variantId: goods.lamp, quantity: 5 }];
    const placed = world.shopify.placeOrder(world.shop, order(lines));
    await held(placed.id, "margin_low");
    expect(printed(placed.name)).toEqual([]);
    await world.change({ minimumMarginPercent: 1 });
    await approve(world.services.core.ctx, await whose(placed.id));
    await state(placed.id, "submitted");
    expect(printed(placed.name)[0]?.items.map((i) => i.itemSku)).toEqual(["TEE-BLACK-M"]);
  });

  it("holds an order whose artwork link does not answer, and goes on with a better one", async () => {
    const { db } = world.services.core.ctx;
    const mapping = await db.mapping.findFirstOrThrow({ where: { itemSku: "TEE-BLACK-M" } });
    const link = (artworkFront: string) => db.mapping.update({ where: { id: mapping.id }, data: { artworkFront } });
    await link("https://cdn.shopify.com/missing/front.png");
    const placed = buy();
    await held(placed.id, "artwork_unreadable");
    expect(printed(placed.name)).toEqual([]);
    await link(mapping.artworkFront);
    world.clock.pass(2_000);
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });
});
