import { afterEach, expect, test } from "vitest";
import type { ShopifyStandIn } from "../../sandbox/shopify/stand-in.ts";
import { SHOP } from "../../sandbox/shopify/stand-in.testing.ts";
import { UnavailableError } from "../ports/errors.ts";
import { gidOf } from "../ports/gid.ts";
import { createShopify } from "./adapter.ts";
import type { AdminClient } from "./client.ts";
import { BUYER, openStandInClient } from "./stand-in-client.testing.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function setUp(options: Parameters<typeof openStandInClient>[0] = {}) {
  const { standIn, client, close } = await openStandInClient(options);
  stops.push(close);
  const buy = (count: number, quantity = 1) =>
    standIn.placeOrder(SHOP, {
      lines: Array.from({ length: count }, (_, at) => ({ title: `Thing ${at}`, quantity })),
      shippingAddress: BUYER,
    });
  return { standIn, client, shopify: createShopify(client, () => Promise.resolve(false)), buy };
}

/** The operations that Shopify was asked for since. */
const callsSince = (standIn: ShopifyStandIn, before: number) =>
  standIn.graphLog.slice(before).map(({ operation }) => operation);

const orderGid = (order: { id: string }) => gidOf("Order", order.id);
const tracking = (number: string) => ({ number, url: `https://track.example/${number}`, company: null });

test.each([
  [1, 1, ["ReadOrder"], ["ReadFulfillments"]],
  [5, 3, ["ReadOrder"], ["ReadFulfillments"]],
  [
    6,
    1,
    ["ReadOrder", "ReadOrderLines", "ReadFulfillmentOrderLines"],
    ["ReadFulfillments", "ReadFulfillmentOrderLines"],
  ],
  [5, 4, ["ReadOrder", "ReadFulfillmentOrders"], ["ReadFulfillments", "ReadFulfillmentOrders"]],
  [
    30,
    5,
    ["ReadOrder", "ReadOrderLines", "ReadFulfillmentOrders", "ReadFulfillmentOrderLines"],
    ["ReadFulfillments", "ReadFulfillmentOrders", "ReadFulfillmentOrderLines"],
  ],
  [
    31,
    1,
    ["ReadOrder", "ReadOrderLines", "ReadOrderLines", "ReadFulfillmentOrderLines"],
    ["ReadFulfillments", "ReadFulfillmentOrderLines"],
  ],
])(
  "%d lines in %d fulfillment orders come whole, by as few calls as have pages",
  async (count, parts, read, readToFulfill) => {
    const { standIn, shopify, buy } = await setUp();
    const order = buy(count, 5);
    const [first] = order.fulfillmentOrders;
    for (let part = 1; part < parts; part += 1)
      standIn.splitFulfillmentOrder(SHOP, first?.id ?? "", [{ id: first?.lines[0]?.id ?? "", quantity: 1 }]);
    const begun = standIn.graphLog.length;
    const snapshot = await shopify.readOrder(SHOP, orderGid(order));
    expect(callsSince(standIn, begun)).toEqual(read);
    expect(snapshot?.lines.map((line) => line.title)).toEqual(order.lines.map((line) => line.title));
    expect(snapshot?.fulfillmentOrders).toHaveLength(parts);
    const total = (of: { lines: { remaining: number }[] }[] = []) =>
      of.flatMap((one) => one.lines).reduce((sum, line) => sum + line.remaining, 0);
    expect(total(snapshot?.fulfillmentOrders)).toBe(5 * count);
    const written = standIn.graphLog.length;
    expect((await shopify.readFulfillment(SHOP, orderGid(order)))?.fulfillmentOrders).toEqual(
      snapshot?.fulfillmentOrders,
    );
    expect(callsSince(standIn, written)).toEqual(readToFulfill);
  },
);

test.each([
  [2, 2, 1, ["ReadFulfillments"]],
  [3, 1, 1, ["ReadFulfillments", "ListFulfillments"]],
  [5, 1, 1, ["ReadFulfillments", "ListFulfillments", "ReadFulfillment", "ReadFulfillment"]],
  [1, 3, 1, ["ReadFulfillments", "ReadFulfillment"]],
  [1, 1, 5, ["ReadFulfillments"]],
  [1, 1, 6, ["ReadFulfillments", "ReadFulfillmentOrderLines", "ReadFulfillment"]],
])(
  "%d fulfillments with %d tracking numbers and %d lines come whole, by as few calls as it takes",
  async (count, numbers, lines, calls) => {
    const { standIn, shopify, buy } = await setUp();
    const order = buy(lines, 9);
    const [target] = (await shopify.readFulfillment(SHOP, orderGid(order)))?.fulfillmentOrders ?? [];
    const items = (target?.lines ?? []).map((line) => ({
      fulfillmentOrderGid: target?.gid ?? gidOf("FulfillmentOrder", ""),
      fulfillmentOrderLineGid: line.gid,
      quantity: 1,
    }));
    const number = (parcel: number) => Array.from({ length: numbers }, (_, at) => tracking(`P${parcel}-${at}`));
    for (let parcel = 0; parcel < count; parcel += 1)
      await shopify.createFulfillment(SHOP, { lines: items, tracking: number(parcel), notifyCustomer: false });
    const begun = standIn.graphLog.length;
    const { fulfillments = [] } = (await shopify.readFulfillment(SHOP, orderGid(order))) ?? {};
    expect(callsSince(standIn, begun)).toEqual(calls);
    expect(fulfillments.map((one) => one.tracking)).toEqual(
      Array.from({ length: count }, (_, parcel) => number(parcel)),
    );
    expect(fulfillments.map((one) => one.lines.length)).toEqual(Array.from({ length: count }, () => lines));
  },
);

test("what a person fulfilled a moment before is in the one call that a write reads: nothing is left, and the number is there", async () => {
  const { standIn, shopify, buy } = await setUp();
  const order = buy(1, 2);
  standIn.fulfillByHand(SHOP, order.id, { tracking: { number: "HAND1" } });
  const begun = standIn.graphLog.length;
  const snapshot = await shopify.readFulfillment(SHOP, orderGid(order));
  expect(callsSince(standIn, begun)).toEqual(["ReadFulfillments"]);
  expect(snapshot?.fulfillmentOrders.map(({ status, lines }) => [status, lines[0]?.remaining])).toEqual([
    ["CLOSED", 0],
  ]);
  expect(snapshot?.fulfillments).toMatchObject([{ tracking: [{ number: "HAND1" }], lines: [{ quantity: 2 }] }]);
});

/** The client, with which something happens in Shopify before each call of an operation. */
function whenAsked(client: AdminClient, name: string, happen: () => void): AdminClient {
  return {
    run: (shop, operation, variables, options) => {
      if (operation.name === name) happen();
      return client.run(shop, operation, variables, options);
    },
    forOneWork: () => whenAsked(client.forOneWork(), name, happen),
  };
}

test("an order that changes between two pages is read again, and given up for now where it does not stop changing", async () => {
  let at = Date.parse("2026-11-21T09:00:00Z");
  const { standIn, client, buy } = await setUp({ clock: { now: () => new Date(at) } });
  const order = buy(8);
  let changes = 1;
  const shopify = createShopify(
    whenAsked(client, "ReadOrderLines", () => {
      if (changes === 0) return;
      changes -= 1;
      at += 1_000;
      const line = order.lines.find((one) => one.currentQuantity > 0)?.id ?? "";
      standIn.editOrder(SHOP, order.id, { refund: { [line]: 1 } });
    }),
    () => Promise.resolve(false),
  );
  const read = await shopify.readOrder(SHOP, orderGid(order));
  expect(read?.updatedAt).toEqual(new Date(at));
  expect(read?.lines.map(({ quantity }) => quantity)).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
  changes = 5;
  await expect(shopify.readOrder(SHOP, orderGid(order))).rejects.toBeInstanceOf(UnavailableError);
});

test("a summary shows what a whole read shows, of orders with few lines; one that is not there has none", async () => {
  const { standIn, shopify, buy } = await setUp();
  const [order, long] = [buy(5, 2), buy(6)];
  const [first] = order.lines;
  standIn.fulfillByHand(SHOP, order.id, { lines: { [first?.id ?? ""]: 1 } });
  const read = (await shopify.readOrder(SHOP, orderGid(order))) ?? expect.unreachable();
  const { gid, updatedAt, cancelledAt, financialStatus, shippingAddress } = read;
  const lines = read.lines.map((line) => ({ gid: line.gid, quantity: line.quantity, remaining: line.remaining }));
  const summaries = await shopify.summarizeOrders(SHOP, [gid, gidOf("Order", "404"), orderGid(long)]);
  expect(summaries).toEqual([
    { gid, updatedAt, cancelledAt, financialStatus, shippingAddress, lines },
    expect.objectContaining({ gid: orderGid(long), lines: null }),
  ]);
});

test("a fulfillment order leads to its order, and says whether something about it keeps goods from being printed", async () => {
  const { standIn, shopify, buy } = await setUp();
  const order = buy(1);
  const [target] = order.fulfillmentOrders;
  const found = () => shopify.orderOfFulfillmentOrder(SHOP, gidOf("FulfillmentOrder", target?.id));
  const orderIs = (unobstructed: boolean) => ({ orderGid: orderGid(order), unobstructed });
  expect(await found()).toEqual(orderIs(true));
  standIn.holdFulfillmentOrder(SHOP, target?.id ?? "");
  expect(await found()).toEqual(orderIs(false));
  standIn.releaseHold(SHOP, target?.id ?? "");
  if (target) target.requestStatus = "ACCEPTED";
  expect(await found()).toEqual(orderIs(false));
  if (target) Object.assign(target, { requestStatus: "UNSUBMITTED", methodType: "PICK_UP" });
  expect(await found()).toEqual(orderIs(false));
  expect(await shopify.orderOfFulfillmentOrder(SHOP, gidOf("FulfillmentOrder", "404"))).toBeNull();
});
