import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readHome } from "../../app/home/home.ts";
import { ACTIONS } from "../../app/orders/actions/actions.ts";
import { rematchEvents } from "../../app/orders/provider-updates/record-events.ts";
import { sweepAccount } from "../../app/orders/provider-updates/sweep-account.ts";
import { sweepShop } from "../../app/orders/receive/sweep-shop.ts";
import { itForRelease } from "../support/release.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { reasonCodes } from "../support/reasons.ts";
import { idOf } from "../support/ids.ts";

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ policy: { providerCheckIntervalMs: 60_000 } });
  goods = await stockShop(testApp);
});
beforeEach(() => {
  testApp.shopify.faults.clear();
  testApp.printService.clearFaults();
  testApp.printService.clearEventFaults();
});
afterAll(() => testApp.close());

const ctx = () => testApp.services.core.ctx;
const printed = (name: string) =>
  testApp.printService.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (v) => v.submissions[0]?.state === expected);
const shopRow = () => ctx().db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
const sweep = async () => sweepShop(ctx(), (await shopRow()).id);
const dropWebhooks = (topic: string) => testApp.shopify.webhooks.addRule({ topic, kind: "drop" });
const buy = () =>
  testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }, { variantId: goods.lamp }]));

describe("lost webhooks", () => {
  it("are repaired by the sweep, whose time Home shows: a new order is printed, once", async () => {
    dropWebhooks("orders/create");
    dropWebhooks("fulfillment_orders/order_routing_complete");
    const placed = buy();
    await sweep();
    const view = await state(placed.id, "submitted");
    expect(view.lines).toHaveLength(2);
    testApp.clock.advance(1_000);
    const before = testApp.clock.now().toISOString();
    await sweep();
    expect(printed(placed.name)).toHaveLength(1);
    const home = await readHome(ctx(), testApp.shop);
    expect(home?.ordersSweptAt && home.ordersSweptAt >= before).toBe(true);
  });

  it("are repaired by the sweep: a cancellation stops what is not sent", async () => {
    const placed = testApp.shopify.placeOrder(
      testApp.shop,
      order([{ variantId: goods.shirt }], { financialStatus: "PENDING" }),
    );
    await state(placed.id, "waiting");
    dropWebhooks("orders/updated");
    dropWebhooks("orders/cancelled");
    // Perhaps in the same second: Shopify keeps no smaller ones.
    testApp.shopify.cancelOrder(testApp.shop, placed.id);
    await sweep();
    await state(placed.id, "cancelled");
    expect(printed(placed.name)).toEqual([]);
  });

  it("ignores what was ordered before the app was there, with every line accounted for", async () => {
    const { id, goLiveAt } = await shopRow();
    dropWebhooks("orders/create");
    dropWebhooks("fulfillment_orders/order_routing_complete");
    const placed = buy();
    await ctx().db.shop.update({ where: { id }, data: { goLiveAt: new Date(testApp.clock.now().getTime() + 1_000) } });
    await sweep();
    const view = await testApp.view(placed.id);
    expect(view?.ignoredReason).toBe("before_go_live");
    expect(view?.lines.map((l) => l.title)).toEqual(["Tee", "Lamp"]);
    expect(view?.submissions).toEqual([]);
    await ctx().db.shop.update({ where: { id }, data: { goLiveAt } });
  });
});

describe("a sweep that breaks off", () => {
  it("does not move past an order that it could not read", async () => {
    testApp.clock.advance(5_000);
    dropWebhooks("orders/create");
    dropWebhooks("fulfillment_orders/order_routing_complete");
    const placed = buy();
    const before = (await shopRow()).ordersCursor;
    testApp.shopify.faults.next({ operation: "ReadOrder", kind: "500-before", times: 1_000 });
    await expect(sweep()).rejects.toThrow();
    testApp.shopify.faults.clear();
    expect((await shopRow()).ordersCursor).toEqual(before);
    expect(await testApp.view(placed.id)).toBeNull();
    // A sweep leaves the cursor alone where the sweep of a worker has moved it meanwhile.
    await until("a sweep that passes the order", async () => {
      await sweep();
      const { ordersCursor } = await shopRow();
      return ordersCursor !== null && ordersCursor.getTime() >= placed.createdAt.getTime() - 1_000;
    });
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });
});

describe("events of the print service that never come", () => {
  const sweepService = async () => {
    testApp.clock.advance(61_000);
    return sweepAccount(ctx(), (await ctx().db.printAccount.findFirstOrThrow()).id);
  };

  it("are found in its list: status, then tracking", async () => {
    const placed = buy();
    const reference = (await state(placed.id, "submitted")).submissions[0]?.reference ?? "";
    testApp.printService.addEventFault({ effect: "drop", times: 10 });
    testApp.printService.startProduction(reference);
    await sweepService();
    await state(placed.id, "in_production");
    testApp.printService.ship(reference, { trackingNumber: "SWEPT1" });
    await sweepService();
    await state(placed.id, "fulfilled");
    expect(placed.fulfillments.flatMap((f) => f.tracking.map((t) => t.number))).toEqual(["SWEPT1"]);
    expect(testApp.shopify.notifications.filter((n) => n.orderId === placed.id)).toHaveLength(1);
  });

  itForRelease(
    "are found for an order that is fulfilled already: one parcel more, and no second confirmation",
    async () => {
      const placed = buy();
      const reference = (await state(placed.id, "submitted")).submissions[0]?.reference ?? "";
      const numbers = () => placed.fulfillments.flatMap((f) => f.tracking.map((t) => t.number));
      testApp.printService.ship(reference, { trackingNumber: "HEARD1" });
      await state(placed.id, "fulfilled");
      testApp.printService.addEventFault({ effect: "drop", times: 10 });
      testApp.printService.ship(reference, { trackingNumber: "SWEPT2" });
      testApp.clock.advance(24 * 3_600_000);
      await sweepService();
      await until("both parcels", () => numbers().length === 2);
      expect(numbers().sort()).toEqual(["HEARD1", "SWEPT2"]);
      const mails = testApp.shopify.notifications.filter((n) => n.orderId === placed.id);
      expect(mails.filter((n) => n.kind === "shipping_confirmation")).toHaveLength(1);
    },
  );
});

describe("the sweep of the service", () => {
  const account = async () => (await ctx().db.printAccount.findFirstOrThrow()).id;
  const calls = () => ({ ...testApp.printService.state().calls });

  itForRelease("asks once for an old order by the date that answered before, and scans no list for it", async () => {
    const placed = buy();
    const { id = idOf(""), reference = "" } = (await state(placed.id, "submitted")).submissions[0] ?? {};
    testApp.clock.advance(61_000);
    await sweepAccount(ctx(), await account());
    await ctx().db.submission.updateMany({ where: { id: { not: id } }, data: { checkedAt: new Date(8e12) } });
    const before = calls();
    testApp.clock.advance(61_000);
    expect(await sweepAccount(ctx(), await account())).toBe(1);
    const after = calls();
    expect((after["detail"] ?? 0) - (before["detail"] ?? 0)).toBe(1);
    expect(after["list"]).toBe(before["list"]);
    const row = await ctx().db.submission.findUniqueOrThrow({ where: { reference } });
    expect(row.serviceDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  itForRelease("makes no request when nothing is due", async () => {
    await sweepAccount(ctx(), await account());
    const before = calls();
    expect(await sweepAccount(ctx(), await account())).toBe(0);
    expect(calls()).toEqual(before);
  });
});

describe("events of an unknown reference", () => {
  it("are kept, and matched again once a submission carries the reference", async () => {
    const placed = buy();
    const view = await state(placed.id, "submitted");
    const { id = idOf(""), reference = "" } = view.submissions[0] ?? {};
    // As in a database that was set back to before the order.
    await ctx().db.submission.update({ where: { id }, data: { reference: "GONE-1" } });
    testApp.printService.printLabel(reference);
    const persistedEvent = await until("the event was kept", () =>
      ctx().db.unmatchedEvent.findFirst({ where: { reference, matchedAt: null } }),
    );
    expect(await rematchEvents(ctx())).toBe(0);
    await ctx().db.submission.update({ where: { id }, data: { reference } });
    expect(await rematchEvents(ctx())).toBe(1);
    await until("the label", async () => (await testApp.view(placed.id))?.submissions[0]?.parcels.length === 1);
    expect(await rematchEvents(ctx())).toBe(0);
    const event = await ctx().db.unmatchedEvent.findUniqueOrThrow({ where: { id: persistedEvent.id } });
    expect(event.matchedAt).not.toBeNull();
  });
});

describe("a wake-up whose content Redis has lost", () => {
  itForRelease("is passed over, and those behind it are read", async () => {
    const before = testApp.logLines.length;
    for (const queue of Object.values(testApp.services.core.queues.byName)) {
      await queue.client.lpush(queue.toKey("wait"), "emptied");
    }
    const placed = buy();
    await state(placed.id, "submitted");
    expect(testApp.logLines.slice(before).filter((line) => line.message === "work on a row failed")).toEqual([]);
  });
});

describe("an order that the service showed, and shows no more", () => {
  const account = async () => (await shopRow()).printAccountId ?? idOf("");
  const compare = async (hours = 1) => {
    testApp.clock.advance(hours * 3_600_000);
    await sweepAccount(ctx(), await account());
  };
  const codes = async (id: string) => reasonCodes(await testApp.view(id)) ?? [];
  async function shown() {
    const placed = buy();
    await state(placed.id, "submitted");
    await compare();
    return { ...placed, made: printed(placed.name)[0] ?? raiseNone(placed.name) };
  }
  const raiseNone = (name: string): never => {
    throw new Error(`the print service has nothing of ${name}`);
  };

  itForRelease(
    "raises attention after some hours and comparisons, sends nothing, and is cleared when it shows again",
    async () => {
      const other = await shown();
      const { id, made, name } = await shown();
      testApp.printService.hideOrder(made.reference, "list and detail");
      await compare();
      await compare();
      await compare();
      expect(await codes(id)).toEqual([]);
      await compare(6);
      expect([await codes(id), await codes(other.id)]).toEqual([["missing_at_provider"], []]);
      expect(printed(name)).toHaveLength(1);
      testApp.printService.showOrder(made.reference);
      await compare();
      expect(await codes(id)).toEqual([]);
    },
  );

  itForRelease("raises nothing while the list shows none of the later ones either", async () => {
    const { id, made } = await shown();
    testApp.printService.hideOrder(made.reference, "list and detail");
    for (let times = 0; times < 3; times += 1) await compare();
    const later = buy();
    await state(later.id, "submitted");
    const reference = printed(later.name)[0]?.reference ?? "";
    testApp.printService.hideOrder(reference, "list");
    await compare(6);
    expect(await codes(id)).toEqual([]);
    testApp.printService.showOrder(reference);
    await compare();
    expect(await codes(id)).toEqual(["missing_at_provider"]);
  });

  itForRelease("raises nothing for one that shows up in between, nor again once staff has answered", async () => {
    const { id, made } = await shown();
    testApp.printService.hideOrder(made.reference, "list and detail");
    for (let times = 0; times < 5; times += 1) await compare();
    testApp.printService.showOrder(made.reference);
    await compare();
    testApp.printService.hideOrder(made.reference, "list and detail");
    await compare();
    expect(await codes(id)).toEqual([]);
    for (let times = 0; times < 3; times += 1) await compare(3);
    expect(await codes(id)).toEqual(["missing_at_provider"]);
    const submissionId = (await testApp.view(id))?.submissions[0]?.id ?? idOf("");
    await ACTIONS.acknowledge(ctx(), { shopId: (await shopRow()).id, submissionId, userId: null });
    await compare(3);
    expect(await codes(id)).toEqual([]);
  });
});
