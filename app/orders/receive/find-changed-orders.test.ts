import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { address, gid, line } from "../../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { UnavailableError } from "../../ports/errors.ts";
import type { OrderSnapshot, OrderSummary } from "../../ports/order-model.ts";
import { findChangedOrders } from "./sweep-shop.ts";
import { openShop } from "./open-shop.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

/** A shop whose order a webhook brought, long ago, as `shown`; what the sweep finds of it. */
async function broughtByWebhook(shown: Partial<OrderSnapshot> = {}) {
  const shop = await openShop(world);
  const stored = shop.paid({ complete: false, routed: null, ...shown });
  await shop.receive(stored);
  world.advance(600_000);
  const asked: string[][] = [];
  const { gid: orderGid, updatedAt, cancelledAt, financialStatus, shippingAddress, lines } = stored;
  const summary: OrderSummary = { gid: orderGid, updatedAt, cancelledAt, financialStatus, shippingAddress, lines };
  const find = async (changes: Partial<OrderSummary> = {}, listedAt = updatedAt) => {
    shop.shopify.summarize = (gids) => {
      asked.push([...gids]);
      return Promise.resolve([{ ...summary, ...changes }]);
    };
    return findChangedOrders(shop.ctx, shop.shop, [{ gid: orderGid, updatedAt: listedAt }]);
  };
  return { ...shop, stored, asked, find };
}

const LISTED = [expect.objectContaining({ gid: gid("Order", 1001) })];

describe("an order that was sent, and that a webhook brought of the same second", () => {
  it("is not read where its summary is what is stored", async () => {
    const order = await broughtByWebhook();
    await order.setState("submitted");
    expect(await order.find()).toEqual([]);
    expect(order.asked).toEqual([[order.stored.gid]]);
  });

  it.each<[string, Partial<OrderSummary>]>([
    ["was canceled", { cancelledAt: new Date("2026-11-21T09:00:00Z") }],
    ["was refunded", { financialStatus: "refunded" }],
    ["has another address", { shippingAddress: address({ address1: "2 Other Street" }) }],
    ["has fewer pieces", { lines: [line({ quantity: 0, remaining: 0 })] }],
    ["was fulfilled", { lines: [line({ remaining: 0 })] }],
    ["has another line", { lines: [line(), line({ gid: gid("LineItem", 2) })] }],
    ["has lost a line", { lines: [] }],
    ["has more lines than a summary", { lines: null }],
    ["has changed since the list was made", { updatedAt: new Date("2027-01-01T00:00:00Z") }],
  ])("is read where it %s, of which no webhook came", async (_, changes) => {
    const order = await broughtByWebhook();
    await order.setState("submitted");
    expect(await order.find(changes)).toEqual(LISTED);
  });

  it("is read where Shopify shows no summary, or not of this order", async () => {
    const order = await broughtByWebhook();
    await order.setState("submitted");
    expect(await order.find({ gid: gid("Order", 7) })).toEqual(LISTED);
    order.shopify.summarize = () => Promise.reject(new UnavailableError("busy"));
    const { gid: orderGid, updatedAt } = order.stored;
    expect(await findChangedOrders(order.ctx, order.shop, [{ gid: orderGid, updatedAt }])).toEqual(LISTED);
  });
});

it("an order that is newer in Shopify is read without a summary", async () => {
  const order = await broughtByWebhook();
  await order.setState("submitted");
  expect(await order.find({}, order.later(5))).toEqual(LISTED);
  expect(order.asked).toEqual([]);
});

it("an order that is held is read: a whole read alone shows what may end the hold", async () => {
  const order = await broughtByWebhook({ financialStatus: "pending" });
  expect(await order.find()).toEqual(LISTED);
  expect(order.asked).toEqual([]);
});

it("an order that will be read before it is sent is not read now", async () => {
  const order = await broughtByWebhook();
  expect(await order.find()).toEqual([]);
});

it("an order of which nothing is printed is not read", async () => {
  const order = await broughtByWebhook({ lines: [line({ giftCard: true })] });
  expect(await order.find()).toEqual([]);
});
