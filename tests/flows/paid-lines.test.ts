import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mapVariants } from "../../app/catalog/map-variants.testing.ts";
import { mappingInput, unmapVariant } from "../../app/catalog/mappings.ts";
import { ACTIONS } from "../../app/orders/actions/actions.ts";
import { LINE_ACTIONS, type LineAction } from "../../app/orders/actions/exclude-line.ts";
import { until } from "../support/until.ts";
import { order } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { hasReason, reasonCodes } from "../support/reasons.ts";
import { gidOf } from "../../app/ports/gid.ts";
import type { SubmissionId, ShopId } from "../../app/ports/ids.ts";
import { idOf } from "../support/ids.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ settings: { editWindowMinutes: 30 } });
});
afterAll(() => testApp.close());

/** Products that the test deletes. */
async function product(title: string, itemSku: string) {
  const made = testApp.shopify.addProduct(testApp.shop, { title, variants: [{ title: "One", price: "25.00" }] });
  const variantGid = gidOf("ProductVariant", String(made.variants[0]?.id));
  const productGid = gidOf("Product", made.id);
  await testApp.map(variantGid, productGid, itemSku);
  return { id: made.id, variantId: made.variants[0]?.id ?? "", variantGid, productGid };
}

type Made = Awaited<ReturnType<typeof product>>;
let shirt: Made;
let mug: Made;

beforeEach(async () => {
  shirt = await product("Shirt", "TEE-BLACK-M");
  mug = await product("Mug", "TEE-BLACK-L");
});

const ctx = () => testApp.services.core.ctx;
const shopId = async () => (await ctx().db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } })).id;
const printed = (name: string) =>
  testApp.printService
    .state()
    .orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`))
    .map((o) => o.items.map((item) => [item.itemSku, item.quantity]));

/** An order of two shirts and a mug that waits in its edit window. */
async function placeUnpaidOrder(lines = [{ variantId: shirt.variantId, quantity: 2 }, { variantId: mug.variantId }]) {
  const placed = testApp.shopify.placeOrder(testApp.shop, order(lines));
  const view = await testApp.waitForOrder(placed.id, "waiting", (v) => v.submissions[0]?.state === "waiting");
  return { id: placed.id, name: placed.name, submissionId: view.submissions[0]?.id ?? idOf("") };
}

const sendNow = async (submissionId: SubmissionId) =>
  expect(await ACTIONS.send_now(ctx(), { shopId: await shopId(), submissionId, userId: "90001" })).toBe("done");

const held = (orderId: string, code: string) => testApp.waitForOrder(orderId, code, (v) => hasReason(v, code));

async function decide(lineAction: LineAction, orderId: string, title: string, shop?: ShopId) {
  const gid = gidOf("Order", orderId);
  const line = await ctx().db.orderLine.findFirstOrThrow({ where: { order: { shopifyGid: gid }, title } });
  return LINE_ACTIONS[lineAction](ctx(), { shopId: shop ?? (await shopId()), lineId: line.id, userId: "90001" });
}

describe("a line that the customer paid for", () => {
  it("is printed by its mapping although its product was deleted", async () => {
    const placed = await placeUnpaidOrder();
    testApp.shopify.deleteProduct(testApp.shop, shirt.id);
    await sendNow(placed.submissionId);
    await testApp.waitForOrder(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
    expect(printed(placed.name)).toEqual([
      [
        ["TEE-BLACK-M", 2],
        ["TEE-BLACK-L", 1],
      ],
    ]);
  });

  it("holds the order when its mapping is removed, and continues when it is mapped again", async () => {
    const placed = await placeUnpaidOrder();
    expect(await unmapVariant(ctx(), await shopId(), shirt.variantGid)).toBe(1);
    await held(placed.id, "mapping_removed");
    await sendNow(placed.submissionId);
    const view = await held(placed.id, "mapping_removed");
    expect(view.lines.map((l) => [l.title, l.eligibility, l.reason])).toEqual([
      ["Shirt", "printable", "mapping_removed"],
      ["Mug", "printable", "mapped_variant"],
    ]);
    expect(printed(placed.name)).toEqual([]);
    const again = mappingInput.parse({ ...shirt, itemSku: "TEE-BLACK-M", requiredSides: [] });
    expect(await mapVariants(ctx(), await shopId(), [again])).toBe(1);
    await testApp.waitForOrder(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
    expect(printed(placed.name)[0]).toContainEqual(["TEE-BLACK-M", 2]);
  });

  it("is held, not canceled, when it is the only one and can no longer be printed", async () => {
    const placed = await placeUnpaidOrder([{ variantId: shirt.variantId, quantity: 2 }]);
    testApp.shopify.deleteProduct(testApp.shop, shirt.id);
    await unmapVariant(ctx(), await shopId(), shirt.variantGid);
    const view = await held(placed.id, "product_deleted");
    expect(view.submissions[0]?.state).toBe("waiting");
    // A webhook shows no product at all for a deleted one.
    testApp.shopify.editOrder(testApp.shop, placed.id, { note: "looked at" });
    await sendNow(placed.submissionId);
    await held(placed.id, "product_deleted");
    expect(printed(placed.name)).toEqual([]);
  });

  it("waits while another service fulfills it in Shopify", async () => {
    const placed = await placeUnpaidOrder([{ variantId: shirt.variantId }]);
    const { fulfillmentOrders } = testApp.shopify.order(testApp.shop, placed.id);
    const goods = await until("fulfillment orders", () => fulfillmentOrders[0]);
    goods.requestStatus = "SUBMITTED";
    await sendNow(placed.submissionId);
    await held(placed.id, "line_changed");
    expect(printed(placed.name)).toEqual([]);
    goods.requestStatus = "UNSUBMITTED";
    await until("submitted", async () => {
      const { state, dueAt } = await ctx().db.submission.findUniqueOrThrow({ where: { id: placed.submissionId } });
      // A recheck that was under way may have read the status of before: then the next one is an interval away.
      if (dueAt && dueAt > testApp.clock.now()) testApp.clock.advance(ctx().policy.recheckIntervalMs);
      return state === "submitted";
    });
  });
});

describe("staff that excludes a line", () => {
  async function heldShirt() {
    const placed = await placeUnpaidOrder();
    await unmapVariant(ctx(), await shopId(), shirt.variantGid);
    await held(placed.id, "mapping_removed");
    return placed;
  }

  it("has the rest sent, for good, and is named in the history", async () => {
    const placed = await heldShirt();
    expect(await decide("exclude_line", placed.id, "Shirt")).toBe("done");
    await testApp.waitForOrder(placed.id, "no hold", (v) => reasonCodes(v)?.length === 0);
    await sendNow(placed.submissionId);
    await testApp.waitForOrder(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
    expect(printed(placed.name)).toEqual([[["TEE-BLACK-L", 1]]]);
    await testApp.map(shirt.variantGid, shirt.productGid, "TEE-BLACK-M");
    testApp.shopify.editOrder(testApp.shop, placed.id, { note: "looked at" });
    await ctx().db.order.updateMany({ data: { dueAt: ctx().clock.now() } });
    const view = await testApp.waitForOrder(placed.id, "the note", (v) => v.lines[0]?.reason === "excluded_by_staff");
    expect(view.submissions).toHaveLength(1);
    const { data, actor } = await ctx().db.history.findFirstOrThrow({ where: { code: "line.excluded" } });
    expect({ data, actor }).toMatchObject({ actor: "person", data: { user: "90001" } });
    expect(await decide("exclude_line", placed.id, "Mug")).toBe("invalid_state");
  });

  it("can include it again", async () => {
    const placed = await heldShirt();
    await decide("exclude_line", placed.id, "Shirt");
    await testApp.waitForOrder(placed.id, "no hold", (v) => reasonCodes(v)?.length === 0);
    expect(await decide("include_line", placed.id, "Shirt")).toBe("done");
    expect(await decide("include_line", placed.id, "Shirt")).toBe("invalid_state");
    await held(placed.id, "unmapped_line");
  });

  it("cancels the submission with its last line", async () => {
    const placed = await placeUnpaidOrder([{ variantId: shirt.variantId }]);
    expect(await decide("exclude_line", placed.id, "Shirt")).toBe("done");
    await testApp.waitForOrder(placed.id, "given up", (v) => v.submissions[0]?.state === "cancelled");
  });

  it("decides nothing for another shop", async () => {
    const placed = await placeUnpaidOrder();
    const other = await ctx().db.shop.findUniqueOrThrow({
      where: { domain: await testApp.addShop("x.myshopify.com") },
    });
    expect(await decide("exclude_line", placed.id, "Shirt", other.id)).toBe("not_found");
  });
});

afterEach(() => ctx().db.mapping.deleteMany({ where: { variantGid: { in: [shirt.variantGid, mug.variantGid] } } }));
