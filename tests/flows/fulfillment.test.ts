import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { itForRelease, onlyForRelease } from "../support/release.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { hasReason, reasonCodes } from "../support/reasons.ts";

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ policy: { recheckIntervalMs: 1_000 } });
  goods = await stockShop(testApp);
});
beforeEach(() => testApp.shopify.faults.clear());
afterAll(() => testApp.close());

const buy = (quantity = 1) => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt, quantity }]));
const mails = (orderId: string) => testApp.shopify.notifications.filter((n) => n.orderId === orderId);
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (v) => v.submissions[0]?.state === expected);
const numbers = (placed: ReturnType<typeof buy>) => placed.fulfillments.map((f) => f.tracking.map((t) => t.number));

/** Bought, at the print service, and its fulfillment order there. */
async function placeOrder(quantity = 1) {
  const placed = buy(quantity);
  const view = await state(placed.id, "submitted");
  await until("routed", () => placed.fulfillmentOrders[0]);
  return { placed, reference: view.submissions[0]?.reference ?? "" };
}

describe("an answer to fulfillmentCreate that is lost", () => {
  it.each(["reset-after" as const, ...onlyForRelease(["500-after", "garbage"] as const)])(
    "leads to one fulfillment and one email: %s",
    async (kind) => {
      const { placed, reference } = await placeOrder();
      testApp.shopify.faults.next({ operation: "fulfillmentCreate", kind });
      testApp.printService.ship(reference, { trackingNumber: `L-${kind}` });
      await state(placed.id, "fulfilled");
      expect(numbers(placed)).toEqual([[`L-${kind}`]]);
      expect(mails(placed.id)).toHaveLength(1);
    },
  );

  it.each(["500-before" as const, ...onlyForRelease(["throttled", "unauthorized"] as const)])(
    "or is a plain no is tried again: %s",
    async (kind) => {
      const { placed, reference } = await placeOrder();
      testApp.shopify.faults.next({ operation: "fulfillmentCreate", kind });
      testApp.printService.ship(reference, { trackingNumber: `N-${kind}` });
      await state(placed.id, "fulfilled");
      expect(numbers(placed)).toEqual([[`N-${kind}`]]);
      expect(mails(placed.id)).toHaveLength(1);
    },
  );
});

describe("a merchant who works in Shopify meanwhile", () => {
  it("fulfills by hand before the tracking comes: nothing is doubled, and the tracking is shown or asked about", async () => {
    const { placed, reference } = await placeOrder();
    testApp.shopify.fulfillByHand(testApp.shop, placed.id, { notifyCustomer: true });
    testApp.printService.ship(reference, { trackingNumber: "HAND1" });
    const view = await testApp.waitForOrder(placed.id, "settled", (v) => {
      const [parcel] = v.submissions[0]?.parcels ?? [];
      return parcel?.state === "fulfilled" || parcel?.state === "parked";
    });
    expect(placed.fulfillments).toHaveLength(1);
    expect(mails(placed.id).filter((n) => n.kind === "shipping_confirmation")).toHaveLength(1);
    const isFlagged = hasReason(view, "tracking_unmatched");
    const added = numbers(placed).flat().includes("HAND1");
    expect(isFlagged || added).toBe(true);
  });

  it("holds the fulfillment order: the tracking follows after the release", async () => {
    const { placed, reference } = await placeOrder();
    const fulfillmentOrder = placed.fulfillmentOrders[0]?.id ?? "";
    testApp.shopify.holdFulfillmentOrder(testApp.shop, fulfillmentOrder);
    testApp.printService.ship(reference, { trackingNumber: "HELD1" });
    await testApp.waitForOrder(placed.id, "blocked", (v) => hasReason(v, "fulfillment_blocked"));
    expect(placed.fulfillments).toEqual([]);
    testApp.shopify.releaseHold(testApp.shop, fulfillmentOrder);
    const view = await state(placed.id, "fulfilled");
    expect(reasonCodes(view)).toEqual([]);
    expect(numbers(placed)).toEqual([["HELD1"]]);
    expect(mails(placed.id)).toHaveLength(1);
  });

  itForRelease("moves it to another location: it is fulfilled from there, once", async () => {
    const { placed, reference } = await placeOrder(2);
    const { locations } = testApp.shopify.shop(testApp.shop);
    locations.push({ id: "777001", name: "Annex", countryCode: "US", isFulfillmentService: false });
    await until("in progress", () => placed.fulfillmentOrders[0]?.status === "IN_PROGRESS");
    placed.fulfillmentOrders.forEach((each) => (each.status = "OPEN"));
    testApp.shopify.moveFulfillmentOrder(testApp.shop, placed.fulfillmentOrders[0]?.id ?? "", "Annex");
    testApp.printService.ship(reference, { trackingNumber: "MOVED1" });
    await state(placed.id, "fulfilled");
    expect(placed.fulfillments.map((f) => [f.locationId, f.lines.map((l) => l.quantity)])).toEqual([["777001", [2]]]);
    expect(mails(placed.id)).toHaveLength(1);
  });

  it("cancels after it was sent: the tracking makes no fulfillment, and attention is raised", async () => {
    const { placed, reference } = await placeOrder();
    testApp.shopify.cancelOrder(testApp.shop, placed.id);
    await testApp.waitForOrder(placed.id, "told", (v) => hasReason(v, "cancelled_after_sent"));
    testApp.printService.ship(reference, { trackingNumber: "GONE1" });
    await testApp.waitForOrder(placed.id, "kept", (v) => v.submissions[0]?.parcels[0]?.state === "parked");
    expect(placed.fulfillments).toEqual([]);
    expect(mails(placed.id)).toEqual([]);
  });
});

describe("goods at two locations", () => {
  it("make one fulfillment each, and one email", async () => {
    const shop = testApp.shopify.shop(testApp.shop);
    shop.locations.push({ id: "777002", name: "North", countryCode: "US", isFulfillmentService: false });
    const cap = testApp.shopify.addProduct(testApp.shop, { title: "Cap", vendor: "Press" });
    const [variant] = cap.variants;
    if (variant) variant.locationId = "777002";
    await testApp.map(`gid://shopify/ProductVariant/${variant?.id}`, `gid://shopify/Product/${cap.id}`, "TEE-BLACK-L");
    const placed = testApp.shopify.placeOrder(
      testApp.shop,
      order([{ variantId: goods.shirt }, { variantId: variant?.id ?? "" }]),
    );
    const reference = (await state(placed.id, "submitted")).submissions[0]?.reference ?? "";
    await until("two fulfillment orders", () => placed.fulfillmentOrders.length === 2);
    testApp.printService.ship(reference, { trackingNumber: "BOTH1" });
    await state(placed.id, "fulfilled");
    expect(numbers(placed)).toEqual([["BOTH1"], ["BOTH1"]]);
    expect(new Set(placed.fulfillments.map((f) => f.locationId)).size).toBe(2);
    expect(mails(placed.id)).toHaveLength(1);
  });
});
