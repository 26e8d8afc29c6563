import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ACTIONS } from "../../app/orders/actions/actions.ts";
import { refreshOrder } from "../../app/orders/actions/refresh-order.ts";
import type { AttentionCode } from "../../app/orders/core/attention.ts";
import { wakeTooOld } from "../../app/orders/receive/not-printed.ts";
import { gidOf } from "../../app/ports/gid.ts";
import { idOf } from "../support/ids.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { reasonCodes } from "../support/reasons.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const DAY = 86_400_000;

let testApp: TestApp;
let goods: Goods;
let scopes: readonly string[];

beforeAll(async () => {
  testApp = await startTestApp({ policy: { recheckIntervalMs: 1_000 } });
  goods = await stockShop(testApp);
  scopes = [...testApp.shopify.shop(testApp.shop).scopes];
});
afterEach(async () => {
  testApp.shopify.faults.clear();
  testApp.shopify.grantScopes(testApp.shop, [...scopes]);
  await testApp.change({ approval: "automatic" });
});
afterAll(() => testApp.close());

const ctx = () => testApp.services.core.ctx;
const buy = () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt, quantity: 2 }]));
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (view) => view.submissions[0]?.state === expected);
const waitForReason = (id: string, code: AttentionCode) =>
  testApp.waitForOrder(id, code, (view) => view.reasons.some((reason) => reason.code === code));
const allowOlderOrders = () => testApp.shopify.grantScopes(testApp.shop, [...scopes, "read_all_orders"]);
const parcels = (placed: ReturnType<typeof buy>) =>
  placed.fulfillments.map((one) => [one.tracking[0]?.number, one.lines.map((line) => line.quantity)]);

async function ids(id: string) {
  const { id: shopId } = await ctx().db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
  return { shopId, submissionId: (await testApp.view(id))?.submissions[0]?.id ?? idOf(""), userId: null };
}

/** At the print service, its fulfillment order in Shopify, and then too old to be read. */
async function preorder() {
  const placed = buy();
  const view = await state(placed.id, "submitted");
  await until("routed", () => placed.fulfillmentOrders[0]);
  // The webhook about it would show the app the fulfillment order again, after a test has made the app forget it.
  await testApp.shopify.settled();
  const waiting = { where: { state: "waiting" } } as const;
  await until("its webhooks to be handled", async () => (await ctx().db.webhookDelivery.count(waiting)) === 0);
  testApp.clock.advance(61 * DAY);
  return { placed, reference: view.submissions[0]?.reference ?? "" };
}

const forget = (id: string) =>
  ctx().db.$executeRaw`UPDATE "Order" SET "fulfillmentOrders" = NULL WHERE "shopifyGid" = ${gidOf("Order", id)}`;

describe("a parcel of an order that is older than 60 days", () => {
  it("is fulfilled through the fulfillment order that was known before", async () => {
    const { placed, reference } = await preorder();
    testApp.printService.ship(reference, { trackingNumber: "LATE1" });
    const view = await state(placed.id, "fulfilled");
    expect(reasonCodes(view)).not.toContain("order_too_old");
    expect(parcels(placed)).toEqual([["LATE1", [2]]]);
    expect(testApp.shopify.notifications.filter((one) => one.orderId === placed.id)).toHaveLength(1);
  });

  it("is fulfilled once when the answer is lost", async () => {
    const { placed, reference } = await preorder();
    testApp.shopify.faults.next({ operation: "fulfillmentCreate", kind: "reset-after" });
    testApp.printService.ship(reference, { trackingNumber: "LATE2" });
    await state(placed.id, "fulfilled");
    expect(parcels(placed)).toEqual([["LATE2", [2]]]);
  });

  it("waits for staff at once where nothing is known, and continues when the merchant allows access", async () => {
    const { placed, reference } = await preorder();
    await forget(placed.id);
    testApp.printService.ship(reference, { trackingNumber: "LATE3" });
    const view = await waitForReason(placed.id, "order_too_old");
    expect(view.submissions[0]?.parcels.map((parcel) => parcel.state)).toEqual(["parked"]);
    expect(placed.fulfillments).toEqual([]);
    allowOlderOrders();
    expect(reasonCodes(await state(placed.id, "fulfilled"))).not.toContain("order_too_old");
    expect(parcels(placed)).toEqual([["LATE3", [2]]]);
  });
});

describe("an order that grew older than 60 days before it was sent", () => {
  it("is held when staff approves it, and sent when the merchant allows access", async () => {
    await testApp.change({ approval: "manual" });
    const placed = buy();
    await waitForReason(placed.id, "awaiting_approval");
    testApp.clock.advance(61 * DAY);
    expect(await ACTIONS.approve(ctx(), await ids(placed.id))).toBe("done");
    const view = await waitForReason(placed.id, "order_too_old_to_send");
    expect(view.submissions[0]?.state).toBe("waiting");
    expect(
      testApp.printService.state().orders.filter((one) => one.reference === view.submissions[0]?.reference),
    ).toEqual([]);
    allowOlderOrders();
    expect(reasonCodes(await state(placed.id, "submitted"))).toEqual([]);
  });

  it("is reported before anybody touches it, once, and a refresh says why", async () => {
    await testApp.change({ approval: "manual" });
    const placed = buy();
    await waitForReason(placed.id, "awaiting_approval");
    testApp.clock.advance(59 * DAY);
    expect(await wakeTooOld(ctx())).toBe(0);
    testApp.clock.advance(2 * DAY);
    expect(await wakeTooOld(ctx())).toBe(1);
    await waitForReason(placed.id, "order_too_old_to_send");
    expect(await wakeTooOld(ctx())).toBe(0);
    const { shopId } = await ids(placed.id);
    const refreshed = await refreshOrder(ctx(), { shopId, shopifyGid: gidOf("Order", placed.id) });
    expect(refreshed.refreshed?.shopify).toMatch(/too_old|refreshed/);
    expect(reasonCodes(await waitForReason(placed.id, "order_too_old_to_send"))).not.toContain("order_not_found");
  });
});
