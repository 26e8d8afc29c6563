import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { hasReason } from "../support/reasons.ts";
import { idOf } from "../support/ids.ts";

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp();
  goods = await stockShop(testApp);
});
afterAll(() => testApp.close());

const printed = (name: string) =>
  testApp.printService.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));
const mails = (orderId: string) => testApp.shopify.notifications.filter((n) => n.orderId === orderId);

async function submitted(orderId: string): Promise<string> {
  const view = await testApp.waitForOrder(orderId, "submitted", (v) => v.submissions.at(-1)?.state === "submitted");
  return view.submissions.at(-1)?.reference ?? "";
}

describe("from checkout to fulfilled", () => {
  it("prints a plain order once and fulfills it with its tracking", async () => {
    const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt, quantity: 2 }]));
    const reference = await submitted(placed.id);
    const [made, ...more] = printed(placed.name);
    expect(more).toEqual([]);
    expect(made?.reference).toBe(reference);
    expect(JSON.parse(made?.raw ?? "{}")).toMatchObject({
      shipping_name: "Ada Buyer",
      shipping_address2: "",
      shipping_province: "Kentucky",
      shipping_povince: "Kentucky",
      shipping_province_code: "KY",
      shipping_country_code: "US",
      order_items: [{ item_sku: "TEE-BLACK-M", unfulfill_quantity: 2, variant_title: "Black / M", artwork_back: "" }],
    });
    await until("in progress in Shopify", () => placed.fulfillmentOrders[0]?.status === "IN_PROGRESS");

    testApp.printService.startProduction(reference);
    await testApp.waitForOrder(placed.id, "in production", (v) => v.submissions[0]?.state === "in_production");
    testApp.printService.ship(reference, { trackingNumber: "1Z001" });
    await testApp.waitForOrder(placed.id, "fulfilled", (v) => v.submissions[0]?.state === "fulfilled");
    expect(placed.fulfillments.map((f) => f.tracking.map((t) => t.number))).toEqual([["1Z001"]]);
    expect(placed.fulfillments[0]?.lines.map((l) => l.quantity)).toEqual([2]);
    expect(mails(placed.id)).toHaveLength(1);
  });

  it("prints the printable lines of a mixed order, lists the others, and changes nothing about them", async () => {
    const placed = testApp.shopify.placeOrder(
      testApp.shop,
      order(
        [{ variantId: goods.lamp }, { variantId: goods.shirt }, { variantId: goods.giftCard }, { title: "Engraving" }],
        { tip: "3.00" },
      ),
    );
    const reference = await submitted(placed.id);
    const view = await testApp.view(placed.id);
    expect(view?.lines.map((l) => [l.title, l.eligibility, l.reason])).toEqual([
      ["Lamp", "excluded", "no_match"],
      ["Tee", "printable", "mapped_variant"],
      ["Gift card", "excluded", "gift_card"],
      ["Engraving", "excluded", "no_match"],
      ["Tip", "excluded", "tip"],
    ]);
    testApp.printService.ship(reference);
    await testApp.waitForOrder(placed.id, "fulfilled", (v) => v.submissions[0]?.state === "fulfilled");
    const fulfilled = placed.fulfillments.flatMap((f) =>
      f.lines.map((l) => placed.lines.find((line) => line.id === l.lineId)?.title),
    );
    expect(fulfilled).toEqual(["Tee"]);
    expect(placed.lines.find((l) => l.title === "Lamp")?.unfulfilled).toBe(1);
  });

  it("keeps the first tracking number when a second parcel comes, and has Shopify email the customer once about each", async () => {
    const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt, quantity: 3 }]));
    const reference = await submitted(placed.id);
    testApp.printService.ship(reference, { trackingNumber: "AA1" });
    await testApp.waitForOrder(placed.id, "fulfilled", (v) => v.submissions[0]?.state === "fulfilled");
    testApp.printService.ship(reference, { trackingNumber: "AA2" });
    await testApp.waitForOrder(
      placed.id,
      "both parcels",
      (v) => v.submissions[0]?.parcels.filter((p) => p.state === "fulfilled").length === 2,
    );
    expect(placed.fulfillments).toHaveLength(1);
    expect(placed.fulfillments[0]?.tracking.map((t) => t.number)).toEqual(["AA1", "AA2"]);
    expect(mails(placed.id).map((n) => n.kind)).toEqual(["shipping_confirmation", "shipping_update"]);
  });

  it("holds an order with an unmapped printable line, and continues when the line is mapped", async () => {
    const placed = testApp.shopify.placeOrder(
      testApp.shop,
      order([{ variantId: goods.shirt }, { variantId: goods.unmapped }]),
    );
    await testApp.waitForOrder(placed.id, "held", (v) => hasReason(v, "unmapped_line"));
    expect(printed(placed.name)).toEqual([]);
    const line = placed.lines[1];
    await testApp.map(
      `gid://shopify/ProductVariant/${line?.variantId}`,
      `gid://shopify/Product/${line?.productId}`,
      "TEE-BLACK-L",
    );
    testApp.shopify.editOrder(testApp.shop, placed.id, { note: "looked at" });
    await submitted(placed.id);
    expect(printed(placed.name)[0]?.items.map((i) => i.itemSku)).toEqual(["TEE-BLACK-M", "TEE-BLACK-L"]);
    await testApp.services.core.ctx.db.mapping.deleteMany({ where: { itemSku: "TEE-BLACK-L" } });
  });

  it("sends lines that were added later as a supplement", async () => {
    const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
    await submitted(placed.id);
    testApp.shopify.editOrder(testApp.shop, placed.id, { addLines: [{ variantId: goods.shirt, quantity: 2 }] });
    const view = await testApp.waitForOrder(
      placed.id,
      "two submissions",
      (v) => v.submissions.filter((s) => s.state === "submitted").length === 2,
    );
    expect(view.submissions.map((s) => [s.kind, s.items.map((i) => i.quantity)])).toEqual([
      ["first", [1]],
      ["supplement", [2]],
    ]);
    expect(printed(placed.name)).toHaveLength(2);
  });

  it("waits for the payment, and prints nothing of an order that is canceled while it waits", async () => {
    const paid = testApp.shopify.placeOrder(
      testApp.shop,
      order([{ variantId: goods.shirt }], { financialStatus: "PENDING" }),
    );
    const never = testApp.shopify.placeOrder(
      testApp.shop,
      order([{ variantId: goods.shirt }], { financialStatus: "PENDING" }),
    );
    for (const { id } of [paid, never]) {
      await testApp.waitForOrder(id, "held", (v) => hasReason(v, "payment_pending"));
    }
    testApp.shopify.editOrder(testApp.shop, paid.id, { financialStatus: "PAID" });
    testApp.shopify.cancelOrder(testApp.shop, never.id);
    await submitted(paid.id);
    await testApp.waitForOrder(never.id, "cancelled", (v) => v.submissions[0]?.state === "cancelled");
    expect(printed(paid.name)).toHaveLength(1);
    expect(printed(never.name)).toEqual([]);
  });

  it("follows an unverifiable address: hold in Shopify, correction, replacement, fulfilled", async () => {
    const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
    const first = await submitted(placed.id);
    await until("in progress", () => placed.fulfillmentOrders[0]?.status === "IN_PROGRESS");
    testApp.printService.rejectAddress(first, "No such street in Louisville");
    const held = await testApp.waitForOrder(placed.id, "asked", (v) => hasReason(v, "address_not_verified"));
    await until("on hold in Shopify", () => placed.fulfillmentOrders[0]?.status === "ON_HOLD");
    expect(placed.fulfillmentOrders[0]?.holds.map((h) => h.reason)).toEqual(["INCORRECT_ADDRESS"]);

    testApp.shopify.editOrder(testApp.shop, placed.id, { shippingAddress: { address1: "14 Elm Road" } });
    const { ctx } = testApp.services.core;
    const { replaceSubmission } = await import("../../app/orders/actions/submission-actions.ts");
    const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
    const ref = { shopId: shop.id, submissionId: held.submissions[0]?.id ?? idOf(""), userId: "7" };
    expect(await replaceSubmission(ctx, ref)).toBe("done");
    const view = await testApp.waitForOrder(placed.id, "replaced", (v) => v.submissions[1]?.state === "submitted");
    expect(view.submissions.map((s) => [s.kind, s.replaced])).toEqual([
      ["first", true],
      ["replacement", false],
    ]);
    expect(printed(placed.name).map((o) => o.shipping["shipping_address1"])).toEqual(["12 Elm Road", "14 Elm Road"]);
    await until("released in Shopify", () => placed.fulfillmentOrders[0]?.holds.length === 0);

    testApp.printService.ship(view.submissions[1]?.reference ?? "");
    await testApp.waitForOrder(placed.id, "fulfilled", (v) => v.submissions[1]?.state === "fulfilled");
    testApp.printService.startProduction(first);
    await testApp.waitForOrder(placed.id, "the alarm", (v) => hasReason(v, "printed_after_replaced"));
  });
});

describe("what is logged", () => {
  it("holds no personal data and no credentials", () => {
    const text = JSON.stringify(testApp.logLines);
    for (const word of ["Ada", "Buyer", "Elm Road", "buyer@example.com", "555 010", "shpat_", "let-me-print"])
      expect(text).not.toContain(word);
  });
});
