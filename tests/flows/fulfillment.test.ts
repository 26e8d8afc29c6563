import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { order, stock, type Goods } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

let world: World;
let goods: Goods;

beforeAll(async () => {
  world = await openWorld({ policy: { recheckMs: 1_000 } });
  goods = await stock(world);
});
beforeEach(() => world.shopify.faults.clear());
afterAll(() => world.close());

const buy = (quantity = 1) => world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt, quantity }]));
const mails = (orderId: string) => world.shopify.notifications.filter((n) => n.orderId === orderId);
const state = (id: string, wanted: string) => world.seen(id, wanted, (v) => v.submissions[0]?.state === wanted);
const numbers = (placed: ReturnType<typeof buy>) => placed.fulfillments.map((f) => f.tracking.map((t) => t.number));

/** Bought, at the print service, and its fulfillment order there. */
async function bought(quantity = 1) {
  const placed = buy(quantity);
  const view = await state(placed.id, "submitted");
  await until("routed", () => placed.fulfillmentOrders[0]);
  return { placed, reference: view.submissions[0]?.reference ?? "" };
}

describe("an answer to fulfillmentCreate that is lost", () => {
  it.each(["reset-after", "500-after", "garbage"] as const)(
    "leads to one fulfillment and one e-mail: %s",
    async (kind) => {
      const { placed, reference } = await bought();
      world.shopify.faults.next({ operation: "fulfillmentCreate", kind });
      world.press.ship(reference, { trackingNumber: `L-${kind}` });
      await state(placed.id, "fulfilled");
      expect(numbers(placed)).toEqual([[`L-${kind}`]]);
      expect(mails(placed.id)).toHaveLength(1);
    },
  );

  it.each(["500-before", "throttled", "unauthorized"] as const)("or is a plain no is tried again: %s", async (kind) => {
    const { placed, reference } = await bought();
    world.shopify.faults.next({ operation: "fulfillmentCreate", kind });
    world.press.ship(reference, { trackingNumber: `N-${kind}` });
    await state(placed.id, "fulfilled");
    expect(numbers(placed)).toEqual([[`N-${kind}`]]);
    expect(mails(placed.id)).toHaveLength(1);
  });
});

describe("a merchant who works in Shopify meanwhile", () => {
  it("fulfils by hand before the tracking comes: nothing is doubled, and the tracking is shown or asked about", async () => {
    const { placed, reference } = await bought();
    world.shopify.fulfillByHand(world.shop, placed.id, { notifyCustomer: true });
    world.press.ship(reference, { trackingNumber: "HAND1" });
    const view = await world.seen(placed.id, "settled", (v) => {
      const [parcel] = v.submissions[0]?.parcels ?? [];
      return parcel?.state === "fulfilled" || parcel?.state === "stuck";
    });
    expect(placed.fulfillments).toHaveLength(1);
    expect(mails(placed.id).filter((n) => n.kind === "shipping_confirmation")).toHaveLength(1);
    const asked = view.submissions[0]?.attention.some((a) => a.code === "tracking_unplaced") ?? false;
    const added = numbers(placed).flat().includes("HAND1");
    expect(asked || added).toBe(true);
  });

  it("holds the fulfillment order: the tracking follows after the release", async () => {
    const { placed, reference } = await bought();
    const fulfillmentOrder = placed.fulfillmentOrders[0]?.id ?? "";
    world.shopify.holdFulfillmentOrder(world.shop, fulfillmentOrder);
    world.press.ship(reference, { trackingNumber: "HELD1" });
    await world.seen(
      placed.id,
      "blocked",
      (v) => v.submissions[0]?.attention.some((a) => a.code === "fulfillment_blocked") === true,
    );
    expect(placed.fulfillments).toEqual([]);
    world.shopify.releaseHold(world.shop, fulfillmentOrder);
    const view = await state(placed.id, "fulfilled");
    expect(view.submissions[0]?.attention).toEqual([]);
    expect(numbers(placed)).toEqual([["HELD1"]]);
    expect(mails(placed.id)).toHaveLength(1);
  });

  it("moves it to another location: it is fulfilled from there, once", async () => {
    const { placed, reference } = await bought(2);
    const { locations } = world.shopify.shop(world.shop);
    locations.push({ id: "777001", name: "Annex", countryCode: "US", isFulfillmentService: false });
    await until("in progress", () => placed.fulfillmentOrders[0]?.status === "IN_PROGRESS");
    placed.fulfillmentOrders.forEach((each) => (each.status = "OPEN"));
    world.shopify.moveFulfillmentOrder(world.shop, placed.fulfillmentOrders[0]?.id ?? "", "Annex");
    world.press.ship(reference, { trackingNumber: "MOVED1" });
    await state(placed.id, "fulfilled");
    expect(placed.fulfillments.map((f) => [f.locationId, f.lines.map((l) => l.quantity)])).toEqual([["777001", [2]]]);
    expect(mails(placed.id)).toHaveLength(1);
  });

  it("cancels after it was sent: the tracking makes no fulfillment, and a person is told", async () => {
    const { placed, reference } = await bought();
    world.shopify.cancelOrder(world.shop, placed.id);
    await world.seen(
      placed.id,
      "told",
      (v) => v.submissions[0]?.attention.some((a) => a.code === "cancelled_after_sent") === true,
    );
    world.press.ship(reference, { trackingNumber: "GONE1" });
    await world.seen(placed.id, "kept", (v) => v.submissions[0]?.parcels[0]?.state === "stuck");
    expect(placed.fulfillments).toEqual([]);
    expect(mails(placed.id)).toEqual([]);
  });
});

describe("goods at two locations", () => {
  it("make one fulfillment each, and one e-mail", async () => {
    const shop = world.shopify.shop(world.shop);
    shop.locations.push({ id: "777002", name: "North", countryCode: "US", isFulfillmentService: false });
    const cap = world.shopify.addProduct(world.shop, { title: "Cap", vendor: "Press" });
    const [variant] = cap.variants;
    if (variant) variant.locationId = "777002";
    await world.map(`gid://shopify/ProductVariant/${variant?.id}`, `gid://shopify/Product/${cap.id}`, "TEE-BLACK-L");
    const placed = world.shopify.placeOrder(
      world.shop,
      order([{ variantId: goods.shirt }, { variantId: variant?.id ?? "" }]),
    );
    const reference = (await state(placed.id, "submitted")).submissions[0]?.reference ?? "";
    await until("two fulfillment orders", () => placed.fulfillmentOrders.length === 2);
    world.press.ship(reference, { trackingNumber: "BOTH1" });
    await state(placed.id, "fulfilled");
    expect(numbers(placed)).toEqual([["BOTH1"], ["BOTH1"]]);
    expect(new Set(placed.fulfillments.map((f) => f.locationId)).size).toBe(2);
    expect(mails(placed.id)).toHaveLength(1);
  });
});
