import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { approvals, hold } from "../../app/orders/actions/submission-actions.ts";
import { wakeHeld } from "../../app/orders/receive/wake-orders.ts";
import { changeSettings } from "../../app/settings-page/save-settings.ts";
import type { OrderDetails } from "../../app/orders/pages/details/order-details.ts";
import { itForRelease, onlyForRelease } from "../support/release.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { idOf } from "../support/ids.ts";

const HOUR = 3_600_000;

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ policy: { recheckIntervalMs: 1_000 } });
  goods = await stockShop(testApp);
});
afterEach(() => testApp.change({ editWindowMinutes: 0, approval: "automatic", minimumMarginPercent: null }));
afterAll(() => testApp.close());

const buy = (over: Parameters<typeof order>[1] = {}) =>
  testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt, quantity: 2 }], over));
const printed = (name: string) =>
  testApp.printService.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (v) => v.submissions[0]?.state === expected);
const codes = (view: OrderDetails) => view.reasons.map(({ code }): string => code);
const held = (id: string, code: string) => testApp.waitForOrder(id, code, (v) => codes(v).includes(code));
const idle = () =>
  until("all handled", async () => {
    await testApp.shopify.settled();
    return (await testApp.services.core.ctx.db.webhookDelivery.count({ where: { state: "waiting" } })) === 0;
  });

async function targetOf(id: string) {
  const { db } = testApp.services.core.ctx;
  const { id: shopId } = await db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
  return { shopId, submissionId: (await testApp.view(id))?.submissions[0]?.id ?? idOf(""), userId: null };
}

describe("the edit window", () => {
  it("prints the order as it is when the window ends, automatically", async () => {
    await testApp.change({ editWindowMinutes: 30 });
    const placed = buy();
    await state(placed.id, "waiting");
    testApp.clock.advance(10 * 60_000);
    testApp.shopify.editOrder(testApp.shop, placed.id, {
      shippingAddress: { address1: "99 Oak Street" },
      quantities: { [placed.lines[0]?.id ?? ""]: 1 },
    });
    await idle();
    expect(printed(placed.name)).toEqual([]);
    testApp.clock.advance(21 * 60_000);
    await state(placed.id, "submitted");
    const [made, ...more] = printed(placed.name);
    expect(more).toEqual([]);
    expect(made?.shipping["shipping_address1"]).toBe("99 Oak Street");
    expect(made?.items.map((i) => i.quantity)).toEqual([1]);
  });

  itForRelease("names in the history what was changed and removed inside the window", async () => {
    await testApp.change({ editWindowMinutes: 30 });
    const lines = [
      { variantId: goods.shirt, quantity: 2 },
      { variantId: goods.lamp, quantity: 1 },
    ];
    const placed = testApp.shopify.placeOrder(testApp.shop, order(lines));
    await state(placed.id, "waiting");
    const [shirt, lamp] = placed.lines.map(({ id }) => id);
    testApp.shopify.editOrder(testApp.shop, placed.id, { quantities: { [shirt ?? ""]: 1, [lamp ?? ""]: 0 } });
    const shown = await testApp.waitForOrder(placed.id, "the change", (v) =>
      v.history.some(({ code }) => code === "line.removed"),
    );
    const changes = shown.history.filter(({ code, actor }) => code.startsWith("line.") && actor === "shopify");
    expect(changes.map(({ code, data }) => [code, data["from"], data["to"]])).toEqual(
      expect.arrayContaining([
        ["line.quantity_changed", "2", "1"],
        ["line.removed", "1", "0"],
      ]),
    );
    expect(changes).toHaveLength(2);
  });

  it("prints nothing of an order that is canceled inside the window", async () => {
    await testApp.change({ editWindowMinutes: 30 });
    const placed = buy();
    await state(placed.id, "waiting");
    testApp.clock.advance(60_000);
    testApp.shopify.cancelOrder(testApp.shop, placed.id);
    await state(placed.id, "cancelled");
    testApp.clock.advance(40 * 60_000);
    await idle();
    expect(printed(placed.name)).toEqual([]);
  });
});

describe("a fraud risk", () => {
  it("that is not assessed yet holds the order until it is low", async () => {
    const placed = buy({ risk: "PENDING" });
    await held(placed.id, "risk_pending");
    expect(printed(placed.name)).toEqual([]);
    testApp.clock.advance(2_000);
    testApp.shopify.editOrder(testApp.shop, placed.id, { risk: "LOW" });
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });

  it("that is high holds the order until staff approves", async () => {
    const placed = buy({ risk: "HIGH" });
    await held(placed.id, "risk_high");
    expect(printed(placed.name)).toEqual([]);
    expect(await approvals.approve(testApp.services.core.ctx, await targetOf(placed.id))).toBe("done");
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });
});

describe("a decision of staff", () => {
  it("is required before sending where the settings require approval", async () => {
    await testApp.change({ approval: "manual" });
    const placed = buy();
    await held(placed.id, "awaiting_approval");
    expect(printed(placed.name)).toEqual([]);
    await approvals.approve(testApp.services.core.ctx, await targetOf(placed.id));
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });

  it("holds an order, and releases it", async () => {
    await testApp.change({ editWindowMinutes: 30 });
    const placed = buy();
    await state(placed.id, "waiting");
    const { ctx } = testApp.services.core;
    expect(await hold(ctx, await targetOf(placed.id))).toBe("done");
    testApp.clock.advance(31 * 60_000);
    testApp.shopify.editOrder(testApp.shop, placed.id, { note: "touched" });
    await idle();
    expect(printed(placed.name)).toEqual([]);
    await approvals.release(ctx, await targetOf(placed.id));
    await state(placed.id, "submitted");
  });

  it.each(["staff approves", ...onlyForRelease(["the date comes", "they are read after their date"])])(
    "prints scheduled items once %s",
    async (once) => {
      await testApp.change({ editWindowMinutes: 30 });
      const placed = buy({ scheduled: true });
      await state(placed.id, "waiting");
      const routed = await until("routed", () => placed.fulfillmentOrders[0]);
      testApp.clock.advance(31 * 60_000);
      await held(placed.id, "scheduled_in_shopify");
      testApp.clock.advance(25 * HOUR);
      await idle();
      expect(printed(placed.name)).toEqual([]);
      if (once === "staff approves") {
        const { ctx } = testApp.services.core;
        await approvals.approve(ctx, await targetOf(placed.id));
        await held(placed.id, "scheduled_in_shopify");
        await approvals.print_scheduled(ctx, await targetOf(placed.id));
      } else if (once === "the date comes") {
        testApp.shopify.openScheduled(testApp.shop, routed.id);
      } else {
        routed.status = "OPEN";
        // The webhook about it was lost: the order is read once a day.
        testApp.clock.advance(25 * HOUR);
      }
      await state(placed.id, "submitted");
      const [made, ...others] = printed(placed.name);
      expect(others).toEqual([]);
      testApp.printService.ship(made?.reference ?? "");
      expect(codes(await state(placed.id, "fulfilled"))).toEqual([]);
    },
  );

  itForRelease("holds an order in Shopify, and releases it there", async () => {
    await testApp.change({ editWindowMinutes: 30 });
    const placed = buy();
    await state(placed.id, "waiting");
    await until("routed", () => placed.fulfillmentOrders[0]);
    testApp.shopify.holdFulfillmentOrder(testApp.shop, placed.fulfillmentOrders[0]?.id ?? "");
    await held(placed.id, "held_in_shopify");
    testApp.clock.advance(31 * 60_000);
    await idle();
    expect(printed(placed.name)).toEqual([]);
    testApp.shopify.releaseHold(testApp.shop, placed.fulfillmentOrders[0]?.id ?? "");
    testApp.clock.advance(2_000);
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });
});

describe("the check just before sending", () => {
  it("holds an order that leaves too little margin", async () => {
    await testApp.change({ minimumMarginPercent: 99 });
    const placed = buy();
    await held(placed.id, "margin_low");
    expect(printed(placed.name)).toEqual([]);
    await approvals.approve(testApp.services.core.ctx, await targetOf(placed.id));
    await state(placed.id, "submitted");
  });

  itForRelease("judges a supplement by what was paid for its own items, without the order's shipping", async () => {
    await testApp.change({ minimumMarginPercent: 99 });
    const { reasons } = await held(buy().id, "margin_low");
    const percent = Number(reasons.find(({ code }) => code === "margin_low")?.detail["percent"]);
    await testApp.change({ minimumMarginPercent: Math.floor(percent) });
    const placed = buy();
    await state(placed.id, "submitted");
    testApp.shopify.editOrder(testApp.shop, placed.id, { addLines: [{ variantId: goods.shirt, quantity: 1 }] });
    await held(placed.id, "margin_low");
    expect(printed(placed.name)).toHaveLength(1);
  });

  itForRelease(
    "checks the margin again when the minimum changes, and sends an order that is above the new one",
    async () => {
      const { ctx } = testApp.services.core;
      const { id } = await ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
      const save = (minimumMarginPercent: number | null) =>
        changeSettings({ ...ctx, wakeHeld: (shopId, held) => wakeHeld(ctx, shopId, held) }, id, {
          minimumMarginPercent,
        });
      await save(99);
      const placed = buy();
      await held(placed.id, "margin_low");
      await save(98);
      await testApp.waitForOrder(placed.id, "held by the new minimum", (view) =>
        view.reasons.some(({ code, detail }) => code === "margin_low" && detail["least"] === 98),
      );
      expect(printed(placed.name)).toEqual([]);
      await save(null);
      await state(placed.id, "submitted");
      expect(printed(placed.name)).toHaveLength(1);
    },
  );

  itForRelease("counts what was paid for the printable lines only", async () => {
    await testApp.change({ minimumMarginPercent: 60 });
    const lines = [{ variantId: goods.shirt }, { variantId: goods.lamp, quantity: 5 }];
    const placed = testApp.shopify.placeOrder(testApp.shop, order(lines));
    await held(placed.id, "margin_low");
    expect(printed(placed.name)).toEqual([]);
    await testApp.change({ minimumMarginPercent: 1 });
    await approvals.approve(testApp.services.core.ctx, await targetOf(placed.id));
    await state(placed.id, "submitted");
    expect(printed(placed.name)[0]?.items.map((i) => i.itemSku)).toEqual(["TEE-BLACK-M"]);
  });

  it("holds an order whose artwork link does not answer, and continues with a working one", async () => {
    const { db } = testApp.services.core.ctx;
    const mapping = await db.mapping.findFirstOrThrow({ where: { itemSku: "TEE-BLACK-M" } });
    const link = (artworkFront: string) => db.mapping.update({ where: { id: mapping.id }, data: { artworkFront } });
    await link("https://cdn.shopify.com/missing/front.png");
    const placed = buy();
    await held(placed.id, "artwork_unreadable");
    expect(printed(placed.name)).toEqual([]);
    await link(mapping.artworkFront);
    testApp.clock.advance(2_000);
    await state(placed.id, "submitted");
    expect(printed(placed.name)).toHaveLength(1);
  });
});
