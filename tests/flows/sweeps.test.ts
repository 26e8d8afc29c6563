import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACTS } from "../../app/orders/actions/actions.ts";
import { rematchEvents } from "../../app/orders/provider-updates/rematch-events.ts";
import { sweepAccount } from "../../app/orders/provider-updates/sweep-account.ts";
import { sweepShop } from "../../app/orders/receive/sweep-shop.ts";
import { until } from "../support/until.ts";
import { order, stock, type Goods } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

let world: World;
let goods: Goods;

beforeAll(async () => {
  world = await openWorld({ policy: { serviceCheckMs: 60_000 } });
  goods = await stock(world);
});
beforeEach(() => {
  world.shopify.faults.clear();
  world.press.clearFaults();
  world.press.clearEventFaults();
});
afterAll(() => world.close());

const ctx = () => world.services.core.ctx;
const printed = (name: string) => world.press.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));
const state = (id: string, wanted: string) => world.seen(id, wanted, (v) => v.submissions[0]?.state === wanted);
const shopRow = () => ctx().db.shop.findUniqueOrThrow({ where: { domain: world.shop } });
const sweep = async () => sweepShop(ctx(), (await shopRow()).id);
const lose = (topic: string) => world.shopify.webhooks.addRule({ topic, kind: "drop" });
const buy = () => world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }, { variantId: goods.lamp }]));

describe("webhooks that never come", () => {
  it("are made good by the sweep: a new order is printed, once", async () => {
    lose("orders/create");
    const placed = buy();
    await sweep();
    const view = await state(placed.id, "submitted");
    expect(view.lines).toHaveLength(2);
    await sweep();
    expect(printed(placed.name)).toHaveLength(1);
  });

  it("are made good by the sweep: a cancellation stops what is not sent", async () => {
    const placed = world.shopify.placeOrder(
      world.shop,
      order([{ variantId: goods.shirt }], { financialStatus: "PENDING" }),
    );
    await state(placed.id, "waiting");
    lose("orders/updated");
    lose("orders/cancelled");
    // Perhaps in the same second: Shopify keeps no smaller ones.
    world.shopify.cancelOrder(world.shop, placed.id);
    await sweep();
    await state(placed.id, "cancelled");
    expect(printed(placed.name)).toEqual([]);
  });

  it("leaves alone what was ordered before the app was there, with every line accounted for", async () => {
    const { id, goLiveAt } = await shopRow();
    lose("orders/create");
    const placed = buy();
    await ctx().db.shop.update({ where: { id }, data: { goLiveAt: new Date(world.clock.now().getTime() + 1_000) } });
    await sweep();
    const view = await world.view(placed.id);
    expect(view?.leftAlone).toBe("before_go_live");
    expect(view?.lines.map((l) => l.title)).toEqual(["Tee", "Lamp"]);
    expect(view?.submissions).toEqual([]);
    await ctx().db.shop.update({ where: { id }, data: { goLiveAt } });
  });
});

describe("a sweep that breaks off", () => {
  it("does not move past an order that it could not read", async () => {
    world.clock.pass(5_000);
    lose("orders/create");
    const placed = buy();
    const before = (await shopRow()).ordersCursor;
    world.shopify.faults.next({ operation: "ReadOrder", kind: "500-before", times: 1_000 });
    await expect(sweep()).rejects.toThrow();
    world.shopify.faults.clear();
    expect((await shopRow()).ordersCursor).toEqual(before);
    expect(await world.view(placed.id)).toBeNull();
    await sweep();
    await state(placed.id, "submitted");
    expect((await shopRow()).ordersCursor?.getTime()).toBeGreaterThanOrEqual(placed.createdAt.getTime() - 1_000);
    expect(printed(placed.name)).toHaveLength(1);
  });
});

describe("events of the print service that never come", () => {
  const sweepService = async () => {
    world.clock.pass(61_000);
    return sweepAccount(ctx(), (await ctx().db.printAccount.findFirstOrThrow()).id);
  };

  it("are found in its list: status, then tracking", async () => {
    const placed = buy();
    const reference = (await state(placed.id, "submitted")).submissions[0]?.reference ?? "";
    world.press.addEventFault({ effect: "drop", times: 10 });
    world.press.startProduction(reference);
    await sweepService();
    await state(placed.id, "in_production");
    world.press.ship(reference, { trackingNumber: "SWEPT1" });
    await sweepService();
    await state(placed.id, "fulfilled");
    expect(placed.fulfillments.flatMap((f) => f.tracking.map((t) => t.number))).toEqual(["SWEPT1"]);
    expect(world.shopify.notifications.filter((n) => n.orderId === placed.id)).toHaveLength(1);
  });

  it("are found for an order that is fulfilled already: one parcel more, and no second confirmation", async () => {
    const placed = buy();
    const reference = (await state(placed.id, "submitted")).submissions[0]?.reference ?? "";
    const numbers = () => placed.fulfillments.flatMap((f) => f.tracking.map((t) => t.number));
    world.press.ship(reference, { trackingNumber: "HEARD1" });
    await state(placed.id, "fulfilled");
    world.press.addEventFault({ effect: "drop", times: 10 });
    world.press.ship(reference, { trackingNumber: "SWEPT2" });
    world.clock.pass(24 * 3_600_000);
    await sweepService();
    await until("both parcels", () => numbers().length === 2);
    expect(numbers().sort()).toEqual(["HEARD1", "SWEPT2"]);
    const mails = world.shopify.notifications.filter((n) => n.orderId === placed.id);
    expect(mails.filter((n) => n.kind === "shipping_confirmation")).toHaveLength(1);
  });
});

describe("the sweep of the service", () => {
  const account = async () => (await ctx().db.printAccount.findFirstOrThrow()).id;
  const calls = () => ({ ...world.press.state().calls });

  it("asks once for an old order by the date that answered before, and walks no history for it", async () => {
    const placed = buy();
    const { id = "", reference = "" } = (await state(placed.id, "submitted")).submissions[0] ?? {};
    world.clock.pass(61_000);
    await sweepAccount(ctx(), await account());
    await ctx().db.submission.updateMany({ where: { id: { not: id } }, data: { checkedAt: new Date(8e12) } });
    const before = calls();
    world.clock.pass(61_000);
    expect(await sweepAccount(ctx(), await account())).toBe(1);
    const after = calls();
    expect((after["detail"] ?? 0) - (before["detail"] ?? 0)).toBe(1);
    expect(after["list"]).toBe(before["list"]);
    const row = await ctx().db.submission.findUniqueOrThrow({ where: { reference } });
    expect(row.serviceDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it("makes no request when nothing is due", async () => {
    await sweepAccount(ctx(), await account());
    const before = calls();
    expect(await sweepAccount(ctx(), await account())).toBe(0);
    expect(calls()).toEqual(before);
  });
});

describe("queues that forget", () => {
  it("lose nothing: what came while no worker ran, and was wiped from Redis, is served", async () => {
    const other = await openWorld({ workers: false });
    try {
      const { shirt } = await stock(other);
      const placed = Array.from({ length: 5 }, () =>
        other.shopify.placeOrder(other.shop, order([{ variantId: shirt }])),
      );
      const { queues, ctx: its } = other.services.core;
      await until("all kept", async () => (await its.db.delivery.count({ where: { state: "waiting" } })) >= 5);
      for (const queue of Object.values(queues.byName)) await queue.empty();
      await other.startWorkers();
      for (const { id } of placed) await other.seen(id, "submitted", (v) => v.submissions[0]?.state === "submitted");
      expect(other.press.state().orders).toHaveLength(5);
    } finally {
      await other.close();
      // Requests of the tests that follow are for the first world again.
      process.env["INKBRIDGE_SHOPIFY_STANDIN"] = world.shopify.url;
    }
  });
});

describe("events that name a reference of nobody", () => {
  it("are kept, and read again once a submission carries the reference", async () => {
    const placed = buy();
    const view = await state(placed.id, "submitted");
    const { id = "", reference = "" } = view.submissions[0] ?? {};
    // As in a database that was set back to before the order.
    await ctx().db.submission.update({ where: { id }, data: { reference: "GONE-1" } });
    world.press.ship(reference);
    const kept = await until("the event was kept", () =>
      ctx().db.unmatchedEvent.findFirst({ where: { reference, matchedAt: null } }),
    );
    expect(await rematchEvents(ctx())).toBe(0);
    await ctx().db.submission.update({ where: { id }, data: { reference } });
    expect(await rematchEvents(ctx())).toBe(1);
    await state(placed.id, "fulfilled");
    expect(await rematchEvents(ctx())).toBe(0);
    const event = await ctx().db.unmatchedEvent.findUniqueOrThrow({ where: { id: kept.id } });
    expect(event.matchedAt).not.toBeNull();
  });
});

describe("a wake-up whose content Redis has lost", () => {
  it("is passed over, and those behind it are read", async () => {
    const before = world.logged.length;
    for (const queue of Object.values(world.services.core.queues.byName)) {
      await queue.client.lpush(queue.toKey("wait"), "emptied");
    }
    const placed = buy();
    await state(placed.id, "submitted");
    expect(world.logged.slice(before).filter((line) => line.message === "work on a row failed")).toEqual([]);
  });
});

describe("an order that the service showed, and shows no more", () => {
  const account = async () => (await shopRow()).printAccountId ?? "";
  const compare = async (hours = 1) => {
    world.clock.pass(hours * 3_600_000);
    await sweepAccount(ctx(), await account());
  };
  const codes = async (id: string) => (await world.view(id))?.submissions[0]?.attention.map((a) => a.code) ?? [];
  async function shown() {
    const placed = buy();
    await state(placed.id, "submitted");
    await compare();
    return { ...placed, made: printed(placed.name)[0] ?? raiseNone(placed.name) };
  }
  const raiseNone = (name: string): never => {
    throw new Error(`the print service has nothing of ${name}`);
  };

  it("is told after some hours and comparisons, sends nothing, and is taken back when it shows again", async () => {
    const other = await shown();
    const { id, made, name } = await shown();
    world.press.loseOrder(made.reference, "list and detail");
    await compare();
    await compare();
    await compare();
    expect(await codes(id)).toEqual([]);
    await compare(6);
    expect([await codes(id), await codes(other.id)]).toEqual([["missing_at_service"], []]);
    expect(printed(name)).toHaveLength(1);
    world.press.showOrder(made.reference);
    await compare();
    expect(await codes(id)).toEqual([]);
  });

  it("is not told while the list shows none of the later ones either", async () => {
    const { id, made } = await shown();
    world.press.loseOrder(made.reference, "list and detail");
    for (let times = 0; times < 3; times += 1) await compare();
    const later = buy();
    await state(later.id, "submitted");
    const reference = printed(later.name)[0]?.reference ?? "";
    world.press.loseOrder(reference, "list");
    await compare(6);
    expect(await codes(id)).toEqual([]);
    world.press.showOrder(reference);
    await compare();
    expect(await codes(id)).toEqual(["missing_at_service"]);
  });

  it("is not told of one that shows up in between, nor again once a person has answered", async () => {
    const { id, made } = await shown();
    world.press.loseOrder(made.reference, "list and detail");
    for (let times = 0; times < 5; times += 1) await compare();
    world.press.showOrder(made.reference);
    await compare();
    world.press.loseOrder(made.reference, "list and detail");
    await compare();
    expect(await codes(id)).toEqual([]);
    for (let times = 0; times < 3; times += 1) await compare(3);
    expect(await codes(id)).toEqual(["missing_at_service"]);
    const submissionId = (await world.view(id))?.submissions[0]?.id ?? "";
    await ACTS.acknowledge(ctx(), { shopId: (await shopRow()).id, submissionId });
    await compare(3);
    expect(await codes(id)).toEqual([]);
  });
});
