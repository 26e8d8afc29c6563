import { afterEach, expect, test } from "vitest";
import { SHOP } from "../../sandbox/shopify/stand-in.testing.ts";
import { RejectedError, UnauthorizedError, UnavailableError, UncertainError } from "../ports/errors.ts";
import { createShopify, readShop } from "./adapter.ts";
import { parseShopifyWebhook } from "./webhook-topics.ts";
import { BUYER, openStandInClient } from "./stand-in-client.testing.ts";
import { gidOf } from "../ports/gid.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

type Options = Parameters<typeof openStandInClient>[0];

async function setUp(options: Options = {}) {
  const { standIn, variant, client, close } = await openStandInClient(options, 2500);
  stops.push(close);
  const buy = (quantity = 2, scheduled = false) =>
    standIn.placeOrder(SHOP, {
      scheduled,
      lines: [
        { variantId: variant(0), quantity, properties: [{ name: "Text", value: "Hi" }] },
        { variantId: variant(1) },
      ],
      email: "ada@example.com",
      note: "Gift wrap,\nno invoice",
      noteAttributes: [{ name: "Gift message", value: "For Ada" }],
      shippingAddress: BUYER,
      shippingLine: { title: "Standard", code: "STD", price: "4.00" },
      tip: "3.00",
      risk: "LOW",
    });
  return { standIn, client, shopify: createShopify(client, () => Promise.resolve(false)), buy };
}

const orderGid = (order: { id: string }) => gidOf("Order", order.id);
const tracking = (number: string) => ({ number, url: `https://track.example/${number}`, company: null });

test("an order's snapshot by webhook and by the Admin API is the same, but for what a webhook cannot tell", async () => {
  const { standIn, shopify, buy } = await setUp({ appUrl: "http://127.0.0.1:9" });
  const order = buy();
  const body = standIn.webhooks.deliveries.find((delivery) => delivery.topic === "orders/create")?.body ?? "";
  const hook = parseShopifyWebhook("orders/create", SHOP, Buffer.from(body));
  const read = await shopify.readOrder(SHOP, orderGid(order), {
    artworkMetafields: { front: "print.front", back: "", mockup: "none.there" },
  });
  expect(read).toMatchObject({
    note: "Gift wrap,\nno invoice",
    attributes: [{ name: "Gift message", value: "For Ada" }],
  });
  if (hook.kind !== "order" || !read) throw new Error("not read");
  const facts = ({
    updatedAt: _u,
    risk: _r,
    routed: _h,
    developmentStore: _d,
    fulfillmentOrders: _o,
    complete: _c,
    lines,
    customerEmail: _e,
    discountCodes: _n,
    ...rest
  }: typeof read) => ({
    ...rest,
    shippingPaid: Number(rest.shippingPaid),
    lines: lines.map(
      ({
        productType: _t,
        productTags: _g,
        metafieldArtwork: _m,
        fulfillmentService: _f,
        delivery: _d,
        unrouted: _u,
        unitPrice,
        ...line
      }) => ({
        ...line,
        unitPrice: Number(unitPrice),
      }),
    ),
  });
  expect(facts(read)).toEqual(facts(hook.snapshot));
  expect(read.fulfillmentOrders.flatMap((one) => one.lines.map((line) => line.lineItemGid))).toEqual(
    read.lines.map(({ gid }) => gid),
  );
  expect(read).toMatchObject({ complete: true, risk: "low", routed: true, customerEmail: null });
  expect(read.lines).toMatchObject([
    {
      productType: "T-Shirt",
      productTags: ["print"],
      metafieldArtwork: { front: "https://art.example/moon.png", back: null, mockup: null },
    },
    { fulfillmentService: null, tip: false },
    { tip: true, variantGid: null },
  ]);
});

test("with split shipping, each line has the shipping line that the customer chose for it", async () => {
  const { standIn, shopify } = await setUp();
  const order = standIn.placeOrder(SHOP, {
    lines: [{ title: "Lamp" }, { title: "Tee", shippingLine: { title: "Express", code: "EXP", price: "15.00" } }],
    shippingLine: { title: "Standard", code: "STD", price: "5.00" },
    shippingAddress: BUYER,
  });
  const split = await shopify.readOrder(SHOP, orderGid(order));
  expect(split?.shippingMethod).toEqual({ title: "Standard", code: "STD" });
  expect(split?.lines.map(({ shippingMethod }) => shippingMethod?.title)).toEqual(["Standard", "Express"]);
});

test("what the customer paid is before tax, by webhook and by the Admin API", async () => {
  const { standIn, shopify } = await setUp({ appUrl: "http://127.0.0.1:9" });
  const order = standIn.placeOrder(SHOP, {
    lines: [{ title: "Mug", quantity: 3, price: "12.00" }],
    shippingLine: { title: "Standard", price: "6.00" },
    shippingAddress: BUYER,
    includedTax: "0.2",
  });
  const body = standIn.webhooks.deliveries.find((delivery) => delivery.topic === "orders/create")?.body ?? "";
  const hook = parseShopifyWebhook("orders/create", SHOP, Buffer.from(body));
  const read = await shopify.readOrder(SHOP, orderGid(order));
  if (hook.kind !== "order" || !read) throw new Error("not read");
  for (const { lines, shippingPaid } of [hook.snapshot, read])
    expect([lines[0]?.unitPrice, shippingPaid]).toEqual(["10", "5"]);
});

test("artwork is the file that a metafield names, or what stands there where it names no picture", async () => {
  const { standIn, shopify } = await setUp();
  const [fox, moon] = [
    standIn.addFile(SHOP, { name: "fox.png", status: "READY" }),
    standIn.addFile(SHOP, { name: "moon.png", status: "PROCESSING" }),
  ];
  const file = ({ id }: typeof fox) => ({ type: "file_reference", value: `gid://shopify/MediaImage/${id}` });
  const { variants } = standIn.addProduct(SHOP, {
    title: "Fox",
    metafields: [
      { namespace: "print", key: "front", ...file(fox) },
      { namespace: "print", key: "back", ...file(moon) },
      { namespace: "print", key: "mockup", value: "http://art.example/a.png" },
    ],
    variants: [{}],
  });
  const lines = [{ variantId: variants[0]?.id ?? expect.unreachable() }];
  const order = standIn.placeOrder(SHOP, { lines, shippingAddress: BUYER, tags: ["VIP"] });
  const names = { front: "print.front", back: "print.back", mockup: "print.mockup" };
  const read = await shopify.readOrder(SHOP, orderGid(order), { artworkMetafields: names, withTotal: true });
  expect(read).toMatchObject({ tags: ["VIP"], total: "25.0" });
  expect(read?.lines[0]?.metafieldArtwork).toEqual({
    front: fox.url,
    back: `gid://shopify/MediaImage/${moon.id}`,
    mockup: "http://art.example/a.png",
  });
});

test("120 lines come whole", async () => {
  const { standIn, shopify } = await setUp();
  const lines = Array.from({ length: 120 }, (_, at) => ({ title: `Thing ${at}`, quantity: 1 }));
  const order = standIn.placeOrder(SHOP, { lines, shippingAddress: BUYER });
  expect((await shopify.readOrder(SHOP, orderGid(order)))?.lines.map((line) => line.title)).toEqual(
    lines.map((line) => line.title),
  );
  const snapshot = await shopify.readFulfillment(SHOP, orderGid(order));
  expect(snapshot?.fulfillmentOrders.flatMap((each) => each.lines)).toHaveLength(120);
  standIn.fulfillByHand(SHOP, order.id);
  const after = await shopify.readFulfillment(SHOP, orderGid(order));
  expect(after?.fulfillments.flatMap((each) => each.lines)).toHaveLength(120);
});

test("risk, holds of others, refunds and cancellation are seen", async () => {
  const { standIn, shopify, buy } = await setUp();
  const order = buy();
  const read = () => shopify.readOrder(SHOP, orderGid(order));
  standIn.editOrder(SHOP, order.id, { risk: "PENDING" });
  expect((await read())?.risk).toBe("pending");
  standIn.editOrder(SHOP, order.id, { risk: "HIGH" });
  expect((await read())?.risk).toBe("high");
  const first = order.lines[0]?.id ?? "";
  standIn.editOrder(SHOP, order.id, { refund: { [first]: 1 } });
  expect((await read())?.lines[0]).toMatchObject({ quantity: 1, remaining: 1 });
  const target = order.fulfillmentOrders[0]?.id ?? "";
  standIn.holdFulfillmentOrder(SHOP, target);
  expect((await read())?.lines[0]?.blockedBy).toBe("hold");
  standIn.releaseHold(SHOP, target);
  expect((await read())?.lines[0]?.blockedBy).toBeNull();
  standIn.cancelOrder(SHOP, order.id);
  expect((await read())?.cancelledAt).toBeInstanceOf(Date);
});

test("before the fulfillment orders are made nobody can tell whether there is a hold, and the snapshot says so", async () => {
  const { shopify, buy } = await setUp({ fulfillmentOrderDelayMs: 60_000 });
  const read = await shopify.readOrder(SHOP, orderGid(buy()));
  expect(read?.routed).toBe(false);
  expect(read?.lines.map(({ remaining, unrouted }) => remaining - (unrouted ?? 0))).toEqual([0, 0, 0]);
});

test("goods at another fulfillment service are told apart from the merchant's", async () => {
  const { standIn, shopify, buy } = await setUp();
  const order = buy();
  const annex = standIn.shop(SHOP).locations.find((location) => location.name === "Annex");
  const requested = order.fulfillmentOrders.find((each) => each.locationId === annex?.id);
  if (requested) requested.requestStatus = "ACCEPTED";
  const read = await shopify.readOrder(SHOP, orderGid(order));
  expect(read?.lines.map((line) => line.fulfillmentService)).toEqual([null, "Annex", null]);
});

test("of a line that is split between the merchant and another fulfillment service, the merchant's part is left to fulfill", async () => {
  const { standIn, shopify, buy } = await setUp();
  const order = buy(3);
  const line = async () => (await shopify.readOrder(SHOP, orderGid(order)))?.lines[0];
  const [own] = order.fulfillmentOrders;
  const half = standIn.splitFulfillmentOrder(SHOP, own?.id ?? "", [{ id: own?.lines[0]?.id ?? "", quantity: 2 }]);
  half.requestStatus = "ACCEPTED";
  expect(await line()).toMatchObject({ quantity: 3, remaining: 1, fulfillmentService: null });
  half.requestStatus = "REJECTED";
  expect(await line()).toMatchObject({ quantity: 3, remaining: 3, fulfillmentService: null });
});

test("once the merchant's part of a split line is fulfilled, the other service's part is no change of the line", async () => {
  const { standIn, shopify, buy } = await setUp();
  const order = buy(3);
  const [own] = order.fulfillmentOrders;
  const half = standIn.splitFulfillmentOrder(SHOP, own?.id ?? "", [{ id: own?.lines[0]?.id ?? "", quantity: 1 }]);
  half.requestStatus = "ACCEPTED";
  const lines = (own?.lines ?? []).map(({ id, remaining }) => ({
    fulfillmentOrderGid: gidOf("FulfillmentOrder", own?.id),
    fulfillmentOrderLineGid: gidOf("FulfillmentOrderLineItem", id),
    quantity: remaining,
  }));
  await shopify.createFulfillment(SHOP, { lines, tracking: [], notifyCustomer: false });
  const read = await shopify.readOrder(SHOP, orderGid(order));
  expect(read?.lines[0]).toMatchObject({ quantity: 3, remaining: 0, unrouted: 0, fulfillmentService: null });
  const atServices = read?.fulfillmentOrders?.filter(({ atFulfillmentService }) => atFulfillmentService);
  expect(atServices?.map(({ gid }) => gid)).toEqual([gidOf("FulfillmentOrder", half.id)]);
});

test("goods that are due on a later date are told apart from those that are due now", async () => {
  const { standIn, shopify, buy } = await setUp();
  const order = buy();
  const [own] = order.fulfillmentOrders;
  const later = standIn.splitFulfillmentOrder(SHOP, own?.id ?? "", [{ id: own?.lines[0]?.id ?? "", quantity: 1 }]);
  later.status = "SCHEDULED";
  const blocks = async () => (await shopify.readOrder(SHOP, orderGid(order)))?.lines.map(({ blockedBy }) => blockedBy);
  expect(await blocks()).toEqual(["schedule", null, null]);
  later.status = "OPEN";
  expect(await blocks()).toEqual([null, null, null]);
});

test("our own hold is recognized, may be placed twice, and is released alone", async () => {
  const { shopify, standIn, buy } = await setUp();
  const order = buy();
  const target = gidOf("FulfillmentOrder", order.fulfillmentOrders[0]?.id);
  const hold = {
    fulfillmentOrderGid: target,
    reason: "INCORRECT_ADDRESS" as const,
    notes: "The address cannot be verified.",
    handle: "inkbridge-1",
  };
  const blocks = async () => (await shopify.readOrder(SHOP, orderGid(order)))?.lines.map(({ blockedBy }) => blockedBy);
  await shopify.hold(SHOP, hold);
  await shopify.hold(SHOP, hold);
  expect(await blocks()).toEqual([null, null, null]);
  standIn.holdFulfillmentOrder(SHOP, target);
  expect(await blocks()).toEqual(["hold", null, null]);
  await shopify.releaseHold(SHOP, target, "inkbridge-1");
  await shopify.releaseHold(SHOP, target, "inkbridge-1");
  const snapshot = await shopify.readFulfillment(SHOP, orderGid(order));
  expect(snapshot?.fulfillmentOrders[0]?.holds.map((each) => each.heldByApp)).toEqual([false]);
});

test("a scheduled fulfillment order is opened before its date", async () => {
  const { shopify, buy } = await setUp();
  const order = buy(2, true);
  const read = async () => (await shopify.readFulfillment(SHOP, orderGid(order)))?.fulfillmentOrders ?? [];
  const [target] = await read();
  expect(target).toMatchObject({ status: "SCHEDULED", supportedActions: expect.arrayContaining(["MARK_AS_OPEN"]) });
  if (target) await shopify.openFulfillmentOrder(SHOP, target.gid);
  expect((await read())[0]?.supportedActions).toContain("CREATE_FULFILLMENT");
});

test("a fulfillment is made, read back, and its tracking replaced", async () => {
  const { shopify, standIn, buy } = await setUp();
  const order = buy();
  const before = await shopify.readFulfillment(SHOP, orderGid(order));
  const target = before?.fulfillmentOrders.find((each) => each.lines.some((line) => line.total === 2));
  const line = target?.lines[0];
  if (!target || !line) throw new Error("no fulfillment order");
  expect(target.supportedActions).toContain("CREATE_FULFILLMENT");
  await shopify.reportProgress(SHOP, target.gid);
  const gid = await shopify.createFulfillment(SHOP, {
    lines: [{ fulfillmentOrderGid: target.gid, fulfillmentOrderLineGid: line.gid, quantity: 1 }],
    tracking: [tracking("A1")],
    notifyCustomer: true,
  });
  await shopify.updateTracking(SHOP, {
    fulfillmentGid: gid,
    tracking: [tracking("A1"), tracking("B2")],
    notifyCustomer: false,
  });
  const after = await shopify.readFulfillment(SHOP, orderGid(order));
  expect(after?.fulfillments).toMatchObject([
    {
      gid,
      status: "SUCCESS",
      tracking: [{ number: "A1" }, { number: "B2", url: "https://track.example/B2" }],
      lines: [{ lineItemGid: line.lineItemGid, quantity: 1 }],
    },
  ]);
  const same = after?.fulfillmentOrders
    .flatMap((each) => each.lines)
    .filter((each) => each.lineItemGid === line.lineItemGid);
  expect(same?.reduce((sum, each) => sum + each.remaining, 0)).toBe(1);
  expect(standIn.notifications).toHaveLength(1);
});

test("too many, or two locations in one fulfillment, are refused with Shopify's words", async () => {
  const { shopify, buy } = await setUp();
  const snapshot = await shopify.readFulfillment(SHOP, orderGid(buy()));
  const lines = (snapshot?.fulfillmentOrders ?? []).map((each) => ({
    fulfillmentOrderGid: each.gid,
    fulfillmentOrderLineGid: each.lines[0]?.gid ?? gidOf("FulfillmentOrderLineItem", ""),
    quantity: 1,
  }));
  expect(new Set(snapshot?.fulfillmentOrders.map((each) => each.assignedLocation))).toEqual(new Set(["Main", "Annex"]));
  const create = (of: typeof lines) =>
    shopify.createFulfillment(SHOP, { lines: of, tracking: [], notifyCustomer: false });
  await expect(create(lines)).rejects.toBeInstanceOf(RejectedError);
  await expect(create(lines.slice(0, 1).map((each) => ({ ...each, quantity: 99 })))).rejects.toMatchObject({
    providerMessage: expect.stringMatching(/\w/),
  });
});

test("an answer that is lost is uncertain for a write and unavailable for a read", async () => {
  const { shopify, standIn, buy } = await setUp();
  const order = buy();
  const target = gidOf("FulfillmentOrder", order.fulfillmentOrders[0]?.id);
  for (const kind of ["timeout", "reset-after", "500-after", "garbage"] as const) {
    standIn.faults.next({ kind });
    await expect(shopify.readFulfillment(SHOP, orderGid(order))).rejects.toBeInstanceOf(UnavailableError);
    standIn.faults.next({ kind });
    await expect(shopify.reportProgress(SHOP, target)).rejects.toBeInstanceOf(UncertainError);
  }
  standIn.faults.next({ kind: "throttled" });
  await expect(shopify.reportProgress(SHOP, target)).rejects.toBeInstanceOf(UnavailableError);
  standIn.faults.next({ kind: "unauthorized", times: 2 });
  await expect(shopify.reportProgress(SHOP, target)).rejects.toBeInstanceOf(UnauthorizedError);
});

test("orders by updated_at, page by page, from an instant on", async () => {
  let at = Date.parse("2026-11-21T09:00:00Z");
  const { shopify, buy } = await setUp({ clock: { now: () => new Date(at) } });
  const old = buy();
  at += 60_000;
  const since = new Date(at);
  const made = Array.from({ length: 130 }, () => {
    at += 1000;
    return orderGid(buy(1));
  });
  const found: string[] = [];
  for (let after: string | null = null, first = true; first || after; first = false) {
    const page: Awaited<ReturnType<typeof shopify.ordersUpdatedSince>> = await shopify.ordersUpdatedSince(
      SHOP,
      since,
      after,
    );
    found.push(...page.orders.map((order) => order.gid));
    after = page.next;
  }
  expect(found).toEqual(made);
  expect(found).not.toContain(orderGid(old));
});

test("what is not there is null", async () => {
  const { shopify, buy, client } = await setUp();
  const order = buy();
  const target = gidOf("FulfillmentOrder", order.fulfillmentOrders[0]?.id);
  expect(await shopify.orderOfFulfillmentOrder(SHOP, target)).toEqual({
    orderGid: orderGid(order),
    unobstructed: true,
  });
  expect(await shopify.orderOfFulfillmentOrder(SHOP, "gid://shopify/FulfillmentOrder/1")).toBeNull();
  expect(await shopify.readOrder(SHOP, "gid://shopify/Order/1")).toBeNull();
  expect(await shopify.readFulfillment(SHOP, "gid://shopify/Order/1")).toBeNull();
  expect(await readShop(client, SHOP)).toMatchObject({ currency: expect.stringMatching(/^[A-Z]{3}$/) });
});
