import { afterAll, expect, test } from "vitest";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { gidOf } from "../../ports/gid.ts";
import { retryParcels } from "../fulfill/complete-parcel.ts";
import { recheckShipments } from "./shipments.ts";
import { recordStatus, recordTracking } from "./record-events.testing.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { db, ctx } = world;

const shirt = { gid: gidOf("LineItem", "1"), sku: "SHIRT-M", quantity: 2 };
const mug = { gid: gidOf("LineItem", "2"), sku: "MUG", quantity: 1 };

/** An order in production whose label is printed. */
async function labelled(lines = [shirt]) {
  const placed = await world.order(lines, "submitted", { fulfillWhen: "shipped" });
  world.shopify().addFulfillmentOrder(Object.fromEntries(lines.map(({ gid, quantity }) => [gid, quantity])));
  const { reference, id } = placed.submission;
  const report = (status: string, skus = lines.map(({ sku }) => sku)) =>
    recordStatus(ctx, {
      reference,
      items: skus.map((itemSku) => ({ itemSku, orderStatus: status, messageError: null })),
      deliveryId: null,
      reportedBy: "event",
    });
  const track = (trackingNumber: string) =>
    recordTracking(ctx, { reference, trackingNumber, trackingUrl: "", reportedBy: "event" });
  await report("In production");
  await track("LABEL-1");
  await world.runWoken();
  const flowEvents = () => db.flowEvent.findMany({ where: { orderId: placed.order.id, trigger: "parcel_shipped" } });
  return { ...placed, id, report, track, flowEvents };
}

test("a label tells nobody anything; the word that it shipped does, once, and with all that follows", async () => {
  const { id, report, flowEvents, shop } = await labelled();
  const label = await db.parcel.findFirstOrThrow({ where: { submissionId: id } });
  expect(label.dueAt).toEqual(new Date(ctx.clock.now().getTime() + ctx.policy.shipmentWaitMs));
  expect(await retryParcels(ctx, { shopId: shop.id, submissionId: id, userId: "7" })).toBe(0);
  await world.sweep();
  expect(world.shopify().notifiedNumbers).toEqual([]);
  expect(await world.stateOf(id)).toBe("in_production");
  expect(await flowEvents()).toEqual([]);
  await report("Shipped");
  await report("In production");
  await report("Delivered");
  await world.runWoken();
  expect(world.shopify().notifiedNumbers).toEqual(["LABEL-1"]);
  expect(await world.stateOf(id)).toBe("fulfilled");
  expect(await flowEvents()).toHaveLength(1);
});

test("a late event of production does not take the word back that the number needs", async () => {
  const { id, report, track } = await labelled();
  await db.parcel.deleteMany({ where: { submissionId: id } });
  await report("Shipped");
  await report("In production");
  await track("LABEL-1");
  await world.runWoken();
  expect(world.shopify().notifiedNumbers).toEqual(["LABEL-1"]);
});

test("without that word the customer is told after the wait, and the account's next packages do not wait again", async () => {
  const { id, account, report } = await labelled();
  world.advance(ctx.policy.shipmentWaitMs - 1);
  await world.sweep();
  expect(await world.stateOf(id)).toBe("in_production");
  await db.submission.update({ where: { id }, data: { checkedAt: ctx.clock.now() } });
  world.advance(1);
  await world.sweep();
  expect(world.shopify().notifiedNumbers).toEqual(["LABEL-1"]);
  const reports = async () => (await db.printAccount.findUniqueOrThrow({ where: { id: account.id } })).reportsShipping;
  expect(await reports()).toBe(false);
  await report("Shipped");
  expect(await reports()).toBe(true);
});

test("an account whose orders could not be read meanwhile is not taken for one that never says so", async () => {
  const { account } = await labelled();
  world.advance(ctx.policy.shipmentWaitMs);
  await world.sweep();
  expect(world.shopify().notifiedNumbers).toEqual(["LABEL-1"]);
  expect((await db.printAccount.findUniqueOrThrow({ where: { id: account.id } })).reportsShipping).toBeNull();
});

test("what the print service cancels after its label is not told to the customer, and staff sees it", async () => {
  const { id, report, track } = await labelled();
  await report("Cancelled");
  await track("LABEL-2");
  world.advance(2 * ctx.policy.shipmentWaitMs);
  await world.sweep();
  expect(world.shopify().snapshot.fulfillments).toEqual([]);
  expect(await world.openAttentions(id)).toEqual(["status_problem"]);
  expect(await world.stateOf(id)).toBe("in_production");
  await report("Shipped");
  // One parcel of an order is written at a time.
  await world.runWoken();
  world.advance(ctx.policy.retryMaxMs);
  await world.sweep();
  expect(world.shopify().notifiedNumbers.toSorted()).toEqual(["LABEL-1", "LABEL-2"]);
});

test("the label of an order that staff has replaced is told only if it ships", async () => {
  const { id, report } = await labelled();
  await db.submission.update({ where: { id }, data: { replacedAt: ctx.clock.now() } });
  world.advance(ctx.policy.shipmentWaitMs);
  await world.sweep();
  expect(world.shopify().notifiedNumbers).toEqual([]);
  await report("Shipped");
  await world.runWoken();
  expect(world.shopify().notifiedNumbers).toEqual(["LABEL-1"]);
  expect(await world.openAttentions(id)).toContain("printed_after_replaced");
});

test("a merchant who wants numbers at once gets those that wait, too", async () => {
  const { shop } = await labelled();
  const settings = { ...(shop.settings as object), fulfillWhen: "tracking" };
  await db.shop.update({ where: { id: shop.id }, data: { settings } });
  await db.$transaction((tx) => recheckShipments(tx, ctx, shop.id));
  await world.sweep();
  expect(world.shopify().notifiedNumbers).toEqual(["LABEL-1"]);
});

test("of two labels one is told when one item has shipped, and the other with the last item", async () => {
  const { report, track } = await labelled([shirt, mug]);
  await track("LABEL-2");
  await report("Shipped", ["MUG"]);
  await world.runWoken();
  expect(world.shopify().notifiedNumbers).toEqual(["LABEL-1"]);
  await report("Shipped", ["SHIRT-M"]);
  await world.runWoken();
  expect(world.shopify().notifiedNumbers).toEqual(["LABEL-1", "LABEL-2"]);
});
