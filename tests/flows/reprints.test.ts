import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { previewReprint, requestReprint, type ReprintResult } from "../../app/orders/actions/reprint.ts";
import type { OrderDetails } from "../../app/orders/pages/details/order-details.ts";
import { gidOf } from "../../app/ports/gid.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ policy: { recheckIntervalMs: 1_000 } });
  goods = await stockShop(testApp);
});
beforeEach(() => testApp.shopify.faults.clear());
afterAll(() => testApp.close());

const buy = (quantity = 2) => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt, quantity }]));
type Placed = ReturnType<typeof buy>;
const printed = ({ name }: Placed) =>
  testApp.printService.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));
const mails = ({ id }: Placed) => testApp.shopify.notifications.filter((n) => n.orderId === id);
const numbers = (placed: Placed) => placed.fulfillments.map((f) => f.tracking.map((t) => t.number));
const quantities = (placed: Placed) => placed.fulfillments.map((f) => f.lines.map((l) => l.quantity));

const isReprint = ({ kind }: OrderDetails["submissions"][number]) => kind === "reprint";
const waitForReprint = (placed: Placed, state: string) =>
  testApp.waitForOrder(placed.id, `reprint ${state}`, (v) =>
    v.submissions.some((s) => isReprint(s) && s.state === state),
  );

/** Bought, printed, and its parcel in Shopify. */
async function shippedOrder(quantity = 2): Promise<{ placed: Placed; first: string }> {
  const placed = buy(quantity);
  const view = await testApp.waitForOrder(placed.id, "sent", (v) => v.submissions[0]?.state === "submitted");
  const first = view.submissions[0]?.reference ?? "";
  testApp.printService.ship(first, { trackingNumber: `${placed.name.slice(1)}-FIRST` });
  await testApp.waitForOrder(placed.id, "fulfilled", (v) => v.submissions[0]?.state === "fulfilled");
  return { placed, first };
}

/** What a person does in the dialog. */
async function reprint(placed: Placed, quantity = 1, reprintAgain = false): Promise<ReprintResult["result"]> {
  const { ctx } = testApp.services.core;
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
  const ref = { shopId: shop.id, shopifyGid: gidOf("Order", placed.id), userId: "7" };
  const lines = ((await testApp.view(placed.id))?.lines ?? []).map(({ id }) => ({ lineId: id, quantity }));
  const seen = await previewReprint(ctx, ref, lines);
  if (seen.result !== "done") return seen.result;
  const { hash: preview } = seen.preview;
  const request = { request: randomUUID(), lines, reason: "damaged", preview, reprintAgain } as const;
  return (await requestReprint(ctx, ref, request)).result;
}

describe("a reprint of a parcel that arrived damaged", () => {
  it("is printed once more; its tracking joins the fulfillment that stands, and no quantity changes", async () => {
    const { placed, first } = await shippedOrder();
    expect(await reprint(placed)).toBe("done");
    const view = await waitForReprint(placed, "submitted");
    const { reference = "" } = view.submissions.find(isReprint) ?? {};
    const [firstBody, secondBody, ...more] = printed(placed);
    expect(more).toEqual([]);
    expect(firstBody?.reference).toBe(first);
    expect(secondBody?.reference).toBe(reference);
    expect(secondBody?.items.map(({ itemSku, quantity }) => [itemSku, quantity])).toEqual([["TEE-BLACK-M", 1]]);
    const before = quantities(placed);
    const tracking = `${placed.name.slice(1)}-SECOND`;
    testApp.printService.ship(reference, { trackingNumber: tracking });
    await waitForReprint(placed, "fulfilled");
    expect(numbers(placed)).toEqual([[`${placed.name.slice(1)}-FIRST`, tracking]]);
    expect(quantities(placed)).toEqual(before);
    expect(mails(placed)).toHaveLength(2);
  });

  it("that was lost twice has all three numbers on one fulfillment, also when answers are lost", async () => {
    const { placed } = await shippedOrder();
    expect(await reprint(placed)).toBe("done");
    await waitForReprint(placed, "submitted");
    expect(await reprint(placed)).toBe("again");
    expect(await reprint(placed, 2, true)).toBe("done");
    const view = await testApp.waitForOrder(
      placed.id,
      "two reprints",
      (v) => v.submissions.filter((s) => isReprint(s) && s.state === "submitted").length === 2,
    );
    testApp.shopify.faults.next({ operation: "fulfillmentTrackingInfoUpdate", kind: "reset-after" });
    for (const { reference } of view.submissions.filter(isReprint))
      testApp.printService.ship(reference, { trackingNumber: `R-${reference}` });
    await testApp.waitForOrder(placed.id, "all in Shopify", (v) => v.submissions.every((s) => s.state === "fulfilled"));
    const expected = view.submissions.filter(isReprint).map(({ reference }) => `R-${reference}`);
    expect(placed.fulfillments).toHaveLength(1);
    expect(numbers(placed)[0]?.toSorted()).toEqual([`${placed.name.slice(1)}-FIRST`, ...expected].toSorted());
  });

  it("neither prints nor keeps from printing what the customer orders later", async () => {
    const { placed } = await shippedOrder(1);
    expect(await reprint(placed)).toBe("done");
    await waitForReprint(placed, "submitted");
    testApp.shopify.editOrder(testApp.shop, placed.id, { addLines: [{ variantId: goods.shirt, quantity: 1 }] });
    await testApp.waitForOrder(placed.id, "supplement", (v) =>
      v.submissions.some((s) => s.kind === "supplement" && s.state === "submitted"),
    );
    expect(printed(placed).map(({ items }) => items.map(({ quantity }) => quantity))).toEqual([[1], [1], [1]]);
  });

  it("whose fulfillment was canceled in Shopify asks a person about the tracking", async () => {
    const { placed } = await shippedOrder();
    expect(await reprint(placed)).toBe("done");
    const view = await waitForReprint(placed, "submitted");
    for (const one of placed.fulfillments) one.status = "CANCELLED";
    testApp.printService.ship(view.submissions.find(isReprint)?.reference ?? "", { trackingNumber: "UNMATCHED-1" });
    await testApp.waitForOrder(placed.id, "asked", (v) => v.reasons.some(({ code }) => code === "tracking_unmatched"));
    expect(placed.fulfillments.filter(({ status }) => status !== "CANCELLED")).toEqual([]);
  });

  it("is found again when its answer is lost, and printed once", async () => {
    const { placed } = await shippedOrder();
    testApp.printService.addFault({ endpoint: "create", effect: "reset" });
    expect(await reprint(placed)).toBe("done");
    await waitForReprint(placed, "submitted");
    expect(printed(placed)).toHaveLength(2);
  });

  it("is not sent once the order is canceled in Shopify", async () => {
    const { placed } = await shippedOrder();
    testApp.shopify.cancelOrder(testApp.shop, placed.id);
    await testApp.waitForOrder(placed.id, "canceled", (v) => v.cancelled);
    expect(await reprint(placed)).toBe("invalid_state");
    expect(printed(placed)).toHaveLength(1);
  });
});
