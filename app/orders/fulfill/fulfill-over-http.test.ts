import { afterAll, expect, test } from "vitest";
import type { FaultKind } from "../../../sandbox/shopify/faults.ts";
import { createShopifyStandIn } from "../../../sandbox/shopify/start-stand-in.ts";
import { createShopify } from "../../shopify/adapter.ts";
import { createAdminClient } from "../../shopify/client.ts";
import { rerouteShopify } from "../../shopify/scripted-server.testing.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { gidOf } from "../../ports/gid.ts";
import { recordStatus, recordTracking } from "../provider-updates/record-events.testing.ts";

/** The same by real HTTP: Shopify's own schema and rules, the app's adapter, faults on the wire. */
const world = await openOrdersWorld();
const standIn = await createShopifyStandIn({ apiKey: "key", apiSecret: "secret", fulfillmentOrderDelayMs: 0 });
const restore = rerouteShopify(standIn.url);
afterAll(async () => {
  await restore();
  await standIn.close();
  await world.close();
});

let shops = 0;

/** A customer's order of two shirts and a mug that are ours, and a book that is not; the mug is at another location. */
async function placeTestOrder() {
  const domain = `shop-${(shops += 1)}.myshopify.com`;
  standIn.addShop({ domain, locations: [{ name: "Main" }, { name: "Annex" }] });
  const token = standIn.issueToken(domain, { expiring: false }).access_token;
  const product = standIn.addProduct(domain, {
    title: "Things",
    variants: [
      { options: [{ name: "Kind", value: "Shirt" }], sku: "SHIRT", price: "20.00" },
      { options: [{ name: "Kind", value: "Mug" }], sku: "MUG", price: "9.00", location: "Annex" },
      { options: [{ name: "Kind", value: "Book" }], sku: "BOOK", price: "5.00" },
    ],
  });
  const variant = (at: number): string => product.variants[at]?.id ?? "";
  const order = standIn.placeOrder(domain, {
    email: "buyer@shop.test",
    lines: [
      { variantId: variant(0), quantity: 2 },
      { variantId: variant(1), quantity: 1 },
      { variantId: variant(2), quantity: 1 },
    ],
  });
  const gid = (at: number) => gidOf("LineItem", order.lines[at]?.id);
  const tokens = { current: () => Promise.resolve(token), renew: () => Promise.resolve(token) };
  const port = createShopify(createAdminClient({ apiVersion: "2026-10", tokens, timeoutMs: 500 }), () =>
    Promise.resolve(false),
  );
  const seeded = await world.order(
    [
      { gid: gid(0), sku: "SHIRT", quantity: 2 },
      { gid: gid(1), sku: "MUG", quantity: 1 },
    ],
    "submitted",
    { otherShopify: { port, domain, orderGid: `gid://shopify/Order/${order.id}` } },
  );
  return {
    ...seeded,
    track: (trackingNumber: string) =>
      recordTracking(world.ctx, {
        reference: seeded.submission.reference,
        trackingNumber,
        trackingUrl: `https://www.ups.com/track?n=${trackingNumber}`,
        reportedBy: "event",
      }),
    fulfillments: () => standIn.order(domain, order.id).fulfillments,
    fulfillmentOrders: () => standIn.order(domain, order.id).fulfillmentOrders,
    notifications: () => standIn.notifications.filter((mail) => mail.shop === domain).map((mail) => mail.tracking),
  };
}

async function runSweeps(rounds = 5): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await world.sweep();
    world.advance(60_000);
  }
}

const FAULTS: FaultKind[] = [
  "timeout",
  "reset-after",
  "500-after",
  "500-before",
  "throttled",
  "unauthorized",
  "garbage",
];

test("two parcels of an order over two locations: one fulfillment each, both numbers, what is not ours left open", async () => {
  const { submission, track, fulfillments, fulfillmentOrders, notifications } = await placeTestOrder();
  await Promise.all([track("1Z-A"), track("1Z-A"), track("1Z-B")]);
  await runSweeps();
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
  expect(fulfillments()).toHaveLength(2);
  expect(
    fulfillments()
      .map((one) => one.tracking.length)
      .sort(),
  ).toEqual([1, 2]);
  expect(notifications()).toHaveLength(2);
  const open = fulfillmentOrders().flatMap((fo) => fo.lines.filter((line) => line.remaining > 0));
  expect(open).toHaveLength(1);
});

test.each(FAULTS)("a create that meets %s ends as one fulfillment per location and one email", async (kind) => {
  const { submission, track, fulfillments, notifications } = await placeTestOrder();
  standIn.faults.next({ operation: "fulfillmentCreate", kind });
  await track("1Z-A");
  await runSweeps();
  expect(fulfillments().map((one) => one.tracking.map((info) => info.number))).toEqual([["1Z-A"], ["1Z-A"]]);
  expect(notifications()).toHaveLength(1);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test.each(FAULTS)("added tracking that meets %s is in Shopify once, with one email", async (kind) => {
  const { track, fulfillments, notifications } = await placeTestOrder();
  await track("1Z-A");
  await runSweeps();
  standIn.faults.next({ operation: "fulfillmentTrackingInfoUpdate", kind });
  await track("1Z-B");
  await runSweeps();
  expect(
    fulfillments()
      .flatMap((one) => one.tracking.map((info) => info.number))
      .sort(),
  ).toEqual(["1Z-A", "1Z-A", "1Z-B"]);
  expect(notifications()).toHaveLength(2);
});

test.each(FAULTS)("progress, hold and release each meet %s once, and take effect all the same", async (kind) => {
  const { submission, fulfillmentOrders, track, fulfillments } = await placeTestOrder();
  standIn.faults.next({ operation: "fulfillmentOrderReportProgress", kind });
  await runSweeps();
  expect(fulfillmentOrders().map((fo) => fo.status)).toEqual(["IN_PROGRESS", "IN_PROGRESS"]);
  standIn.faults.next({ operation: "fulfillmentOrderHold", kind });
  const items = [{ itemSku: "MUG", orderStatus: "Not verify", messageError: "no such house" }];
  await recordStatus(world.ctx, { reference: submission.reference, items, deliveryId: null, reportedBy: "event" });
  await runSweeps();
  expect(
    fulfillmentOrders()
      .map((fo) => fo.status)
      .sort(),
  ).toEqual(["IN_PROGRESS", "ON_HOLD"]);
  standIn.faults.next({ operation: "fulfillmentOrderReleaseHold", kind });
  await track("1Z-A");
  await runSweeps();
  expect(fulfillments()).toHaveLength(2);
  expect(await world.openAttentions(submission.id)).toEqual([]);
});
