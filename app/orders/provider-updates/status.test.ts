import { afterAll, expect, test } from "vitest";
import { changeOrder } from "../core/change-orders.ts";
import type { AttentionCode } from "../core/attention.ts";
import { clearReasons, followNow } from "../core/order-rows.ts";
import type { OrderId } from "../../ports/ids.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { applyProviderOrder } from "./apply-provider-order.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import { idOf } from "../../../tests/support/ids.ts";
import { NO_RECIPIENT } from "../../../tests/support/provider-orders.ts";
import { gidOf } from "../../ports/gid.ts";
import { recordStatus, recordTracking } from "./record-events.testing.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { db, ctx } = world;

const cat = { gid: gidOf("LineItem", "1"), sku: "SHIRT-M", quantity: 2, artwork: "https://art.test/cat.png" };
const dog = { gid: gidOf("LineItem", "2"), sku: "SHIRT-M", quantity: 1, artwork: "https://art.test/dog.png" };
const mug = { gid: gidOf("LineItem", "3"), sku: "MUG", quantity: 1 };

const SECRET = "12 Hidden Lane cannot be found";
const event = (reference: string, itemSku: string, orderStatus: string, messageError: string | null = null) =>
  recordStatus(ctx, {
    reference,
    items: [{ itemSku, orderStatus, messageError }],
    deliveryId: idOf("0198a000-0000-7000-8000-000000000001"),
    reportedBy: "event",
  });
/** Staff resolves reasons of an order. */
const resolve = (order: { id: OrderId }, codes: AttentionCode[]) =>
  changeOrder(world, order.id, (rows) => clearReasons(rows, ctx, { codes }, { userId: "7" }));
const statuses = async (submissionId: SubmissionId) =>
  (await db.submissionLine.findMany({ where: { submissionId }, orderBy: { position: "asc" } })).map(
    (line) => line.orderStatus,
  );

interface Item {
  sku: string;
  quantity: number;
  status?: string;
  payment?: string;
  artwork?: string;
}
const row = (submission: { id: SubmissionId; reference: string }, items: Item[], trackings: string[] = []) =>
  applyProviderOrder(ctx, {
    submissionId: submission.id,
    reportedBy: "list",
    synced: {
      serviceOrderId: "777",
      reference: submission.reference,
      enteredAt: "2026-11-21 10:00:00",
      storeName: null,
      recipient: NO_RECIPIENT,
      items: items.map((item) => ({
        productName: "",
        itemSku: item.sku,
        quantity: item.quantity,
        artworkFront: item.artwork ?? "",
        artworkBack: "",
        mockup: "",
        orderStatus: item.status ?? null,
        paymentStatus: item.payment ?? "Paid",
      })),
      trackings: trackings.map((trackingNumber) => ({
        trackingNumber,
        trackingUrl: "https://carrier.test/",
        updatedAt: null,
      })),
    },
  });

test("both lines of one SKU get its status; the submission goes into production and never back", async () => {
  const { submission } = await world.order([cat, dog, mug]);
  expect(await event(submission.reference, "SHIRT-M", " in production")).toBe("recorded");
  expect(await statuses(submission.id)).toEqual(["in production", "in production", null]);
  expect(await world.stateOf(submission.id)).toBe("in_production");
  expect(await event(submission.reference, "SHIRT-M", "in production")).toBe("known");
  await recordTracking(ctx, {
    reference: submission.reference,
    trackingNumber: "T",
    trackingUrl: "",
    reportedBy: "event",
  });
  await event(submission.reference, "MUG", "In production");
  expect(await world.stateOf(submission.id)).toBe("shipped");
});

test("a list row tells two lines of one SKU apart by artwork, and keeps the service's own facts", async () => {
  const { submission } = await world.order([cat, dog]);
  await row(submission, [
    { sku: "SHIRT-M", quantity: 1, artwork: dog.artwork, status: "In production", payment: "Unpaid" },
    { sku: "SHIRT-M", quantity: 2, artwork: cat.artwork, status: "Quality check", payment: "Unpaid" },
  ]);
  expect(await statuses(submission.id)).toEqual(["Quality check", "In production"]);
  expect(await db.submission.findUniqueOrThrow({ where: { id: submission.id } })).toMatchObject({
    serviceOrderId: "777",
    serviceDate: "2026-11-21",
    state: "in_production",
  });
  expect(await db.submissionLine.findMany({ where: { submissionId: submission.id } })).toMatchObject([
    { paymentStatus: "Unpaid" },
    { paymentStatus: "Unpaid" },
  ]);
  expect(await world.openAttentions(submission.id)).toEqual([]);
});

test("an unknown status is kept and shown; that the service has the order is all it changes", async () => {
  const { submission } = await world.order([mug], "uncertain");
  await event(submission.reference, "MUG", "Zapakowane");
  expect(await statuses(submission.id)).toEqual(["Zapakowane"]);
  expect(await world.stateOf(submission.id)).toBe("submitted");
  expect(await world.openAttentions(submission.id)).toEqual([]);
});

test("errors and unknown items raise attention once, until staff has resolved it", async () => {
  const { submission, order } = await world.order([mug]);
  const report = async () => {
    await event(submission.reference, "MUG", "On the shelf", SECRET);
    await event(submission.reference, "CAP", "In production");
  };
  await report();
  await report();
  expect(await world.openAttentions(submission.id)).toEqual(["status_problem", "status_unmatched"]);
  await resolve(order, ["status_problem", "status_unmatched"]);
  await report();
  expect(await world.openAttentions(submission.id)).toEqual([]);
});

test.each(["Cancelled", "REJECTED", "out-of-stock", "Error", "Refunded"])(
  "%s without an error text asks for attention, by event and by list",
  async (words) => {
    const [byEvent, byList] = [await world.order([mug]), await world.order([mug], "in_production")];
    await event(byEvent.submission.reference, "MUG", words);
    await row(byList.submission, [{ sku: "MUG", quantity: 1, status: words }]);
    for (const { submission, order } of [byEvent, byList]) {
      const open = await db.attention.findMany({ where: { orderId: order.id, clearedAt: null } });
      expect(open).toMatchObject([{ code: "status_problem", subject: "MUG", detail: { status: words } }]);
      await resolve(order, ["status_problem"]);
      await row(submission, [{ sku: "MUG", quantity: 1, status: words }]);
      expect(await world.openAttentions(submission.id)).toEqual([]);
    }
  },
);

test.each([
  ["payment_due_at_provider", { payment: "Unpaid" }],
  ["payment_due_at_provider", { payment: "Partially Paid", status: "Cooling Off" }],
  ["payment_due_at_provider", { payment: "Whitelist" }],
  ["payment_due_at_provider", { status: "Waiting Payment Confirm" }],
  ["file_missing_at_provider", { status: "Pending Design", payment: "Unpaid" }],
  ["on_hold_at_provider", { status: "on_hold" }],
])("%s: an order that nobody prints is told (%o), until it is printed", async (code, shown) => {
  const { submission } = await world.order([mug]);
  const shows = (item: Partial<Item>) => row(submission, [{ sku: "MUG", quantity: 1, ...item }]);
  const since = ctx.clock.now();
  await shows(shown);
  world.advance(60_000);
  await shows(shown);
  const open = await db.attention.findMany({ where: { submissionId: submission.id, clearedAt: null } });
  expect(open).toMatchObject([{ code, openedAt: since }]);
  await shows({ payment: "Unpaid", status: "In production" });
  expect(await world.openAttentions(submission.id)).toEqual([]);
});

test("staff's word that a payment is arranged stands until the statuses change; a parcel ends the wait", async () => {
  const { submission, order } = await world.order([mug]);
  const shows = (payment: string) => row(submission, [{ sku: "MUG", quantity: 1, payment }]);
  await shows("Unpaid");
  await resolve(order, ["payment_due_at_provider"]);
  await shows("Unpaid");
  expect(await world.openAttentions(submission.id)).toEqual([]);
  await shows("Partially Paid");
  expect(await world.openAttentions(submission.id)).toEqual(["payment_due_at_provider"]);
  const parcel = { reference: submission.reference, trackingNumber: "T-PAID", trackingUrl: "" };
  await recordTracking(ctx, { ...parcel, reportedBy: "event" });
  expect(await world.openAttentions(submission.id)).toEqual([]);
});

const tee = { gid: gidOf("LineItem", "4"), sku: "PW-TEE-BLACK-M", quantity: 1 };
const largeTee = { gid: gidOf("LineItem", "5"), sku: "PW-TEE-BLACK-L", quantity: 1 };

test("an event under a renamed SKU is about the one item that it can mean, without an alarm", async () => {
  const { submission } = await world.order([tee, mug]);
  await event(submission.reference, "PW17-TEE-BLACK-M-US", "Cooling Off");
  expect(await statuses(submission.id)).toEqual(["Cooling Off", null]);
  await row(submission, [
    { sku: "PW17-TEE-BLACK-M-US", quantity: 1, status: "In production" },
    { sku: "MUG", quantity: 1 },
  ]);
  expect([await world.stateOf(submission.id), await world.openAttentions(submission.id)]).toEqual([
    "in_production",
    [],
  ]);
});

test("an event that can mean several items is shown on the order, and raises an alarm only for a problem", async () => {
  const { submission } = await world.order([tee, largeTee]);
  await event(submission.reference, "PW17-TEE-BLACK", "Cooling Off");
  expect(await statuses(submission.id)).toEqual([null, null]);
  expect(await world.openAttentions(submission.id)).toEqual([]);
  const shown = await db.history.findMany({ where: { submissionId: submission.id, code: "status.seen" } });
  expect(shown).toMatchObject([
    { data: { by: "event", items: [{ lines: [expect.any(String), expect.any(String)] }] } },
  ]);
  await event(submission.reference, "PW17-TEE-BLACK", "Out of stock");
  expect(await world.openAttentions(submission.id)).toEqual(["status_problem"]);
});

test("an unknown item, and items that differ, are no reason any more once the list shows what was sent", async () => {
  const { submission } = await world.order([mug]);
  await event(submission.reference, "CAP", "In production");
  await row(submission, [{ sku: "CAP", quantity: 1 }]);
  expect(await world.openAttentions(submission.id)).toEqual(["items_differ", "status_unmatched"]);
  await row(submission, [{ sku: "MUG", quantity: 1 }]);
  expect(await world.openAttentions(submission.id)).toEqual([]);
  await row(submission, [{ sku: "CAP", quantity: 1 }]);
  expect(await world.openAttentions(submission.id)).toEqual(["items_differ"]);
});

test("a partial refund is told as a refund, and a second package as such, also after shipping", async () => {
  const { submission } = await world.order([mug], "in_production");
  await event(submission.reference, "MUG", "Partially Refund");
  expect(await world.openAttentions(submission.id)).toEqual(["refund_at_provider"]);
  const parcel = { reference: submission.reference, trackingNumber: "T-FIRST", trackingUrl: "" };
  await recordTracking(ctx, { ...parcel, reportedBy: "event" });
  await event(submission.reference, "MUG", "Request Resend");
  expect(await world.openAttentions(submission.id)).toEqual(["resent_by_provider"]);
});

test("the end of a canceled order raises no alarm; any other status does", async () => {
  const { submission } = await world.order([mug], "cancelled");
  await event(submission.reference, "MUG", "Cancelled");
  expect([await world.stateOf(submission.id), await world.openAttentions(submission.id)]).toEqual(["cancelled", []]);
  await event(submission.reference, "MUG", "In production");
  expect(await world.openAttentions(submission.id)).toEqual(["printed_after_cancelled"]);

  const replaced = await world.order([mug]);
  await db.submission.update({ where: { id: replaced.submission.id }, data: { replacedAt: ctx.clock.now() } });
  await event(replaced.submission.reference, "MUG", "Cancelled");
  expect(await world.openAttentions(replaced.submission.id)).toEqual([]);
});

test("a message about a thousand items opens a bounded number of reasons, the same whatever its order", async () => {
  const { submission, order } = await world.order([mug]);
  const items = Array.from({ length: 1000 }, (_, at) => ({
    itemSku: at === 500 ? "MUG" : `CAP-${String(at).padStart(4, "0")}`,
    orderStatus: "Error",
    messageError: SECRET,
  }));
  const report = (all: typeof items) =>
    recordStatus(ctx, { reference: submission.reference, items: all, deliveryId: null, reportedBy: "event" });
  await report(items);
  await report(items.toReversed());
  const open = await db.attention.findMany({
    where: { orderId: order.id, clearedAt: null },
    orderBy: { subject: "asc" },
  });
  expect(open.map(({ code, subject }) => [code, subject])).toEqual([
    ["status_unmatched", ""],
    ...Array.from({ length: 10 }, (_, at) => ["status_unmatched", `CAP-000${at}`]),
    ["status_problem", "MUG"],
  ]);
  expect(open[0]?.detail).toMatchObject({ more: 989 });
});

test("Not verify holds the items in Shopify; staff releases them", async () => {
  const { submission, order } = await world.order([cat, mug]);
  const fo = world.shopify().addFulfillmentOrder({ [cat.gid]: 2 });
  const second = world.shopify().addFulfillmentOrder({ [cat.gid]: 1 }, { assignedLocation: "Harbour" });
  const free = world.shopify().addFulfillmentOrder({ [mug.gid]: 1 });
  await event(submission.reference, "SHIRT-M", "Not verify", SECRET);
  await world.runWoken();
  expect(await world.openAttentions(submission.id)).toEqual(["address_not_verified"]);
  for (const held of [fo, second]) expect(held.holds).toMatchObject([{ reason: "INCORRECT_ADDRESS" }]);
  expect(fo.status).toBe("ON_HOLD");
  expect(free.holds).toEqual([]);

  await event(submission.reference, "SHIRT-M", "Not verify", SECRET);
  await row(submission, [
    { sku: "SHIRT-M", quantity: 2, status: "Not verify", artwork: cat.artwork },
    { sku: "MUG", quantity: 1 },
  ]);
  await world.runWoken();
  expect(world.shopify().calls.filter((call) => call === "hold")).toHaveLength(2);

  await resolve(order, ["address_not_verified"]);
  await changeOrder(world, order.id, (rows) => followNow(rows, ctx, submission.id));
  await row(submission, [
    { sku: "SHIRT-M", quantity: 2, status: "Not verify", artwork: cat.artwork },
    { sku: "MUG", quantity: 1 },
  ]);
  await event(submission.reference, "SHIRT-M", "Not verify", SECRET);
  await world.sweep();
  expect(await world.openAttentions(submission.id)).toEqual([]);
  expect([fo, second].map((one) => one.holds)).toEqual([[], []]);
});

test("Not verify holds nothing that another fulfillment service sends", async () => {
  const { submission } = await world.order([cat]);
  const theirs = world.shopify().addFulfillmentOrder({ [cat.gid]: 1 }, { atFulfillmentService: true });
  const ours = world.shopify().addFulfillmentOrder({ [cat.gid]: 1 });
  await event(submission.reference, "SHIRT-M", "Not verify", SECRET);
  await world.runWoken();
  expect(ours.holds).toMatchObject([{ reason: "INCORRECT_ADDRESS" }]);
  expect(theirs.holds).toEqual([]);
});

test("a hold whose answer was lost, or that Shopify could not take, is brought in line later", async () => {
  const { submission } = await world.order([mug]);
  const fo = world.shopify().addFulfillmentOrder({ [mug.gid]: 1 });
  world.shopify().fail("hold", "response_lost");
  world.shopify().fail("hold", "not_processed");
  await event(submission.reference, "MUG", "Not verify", SECRET);
  for (let turn = 0; turn < 4; turn += 1) {
    await world.sweep();
    world.advance(60_000);
  }
  expect(fo.holds).toHaveLength(1);
  const [attention] = await db.attention.findMany({ where: { submissionId: submission.id } });
  expect(attention?.detail).toMatchObject({ hold: "placed" });
});

test("the list's In production clears the address problem and releases the hold; an event alone does not", async () => {
  const { submission } = await world.order([mug]);
  const fo = world.shopify().addFulfillmentOrder({ [mug.gid]: 1 });
  await event(submission.reference, "MUG", "Not verify", SECRET);
  await world.runWoken();
  await event(submission.reference, "MUG", "In production");
  await world.runWoken();
  expect(await world.openAttentions(submission.id)).toEqual(["address_not_verified"]);
  await row(submission, [{ sku: "MUG", quantity: 1, status: "In production" }]);
  await world.runWoken();
  expect(await world.openAttentions(submission.id)).toEqual([]);
  expect(fo.holds).toEqual([]);
});

test("tracking in spite of our hold: the items are on their way, so it is released and they are fulfilled", async () => {
  const { submission } = await world.order([mug]);
  world.shopify().addFulfillmentOrder({ [mug.gid]: 1 });
  await event(submission.reference, "MUG", "Not verify", SECRET);
  await world.runWoken();
  await row(submission, [{ sku: "MUG", quantity: 1, status: "Shipped" }], ["TRACK-1"]);
  await world.runWoken();
  expect(world.shopify().snapshot.fulfillments).toHaveLength(1);
  expect(await world.openAttentions(submission.id)).toEqual([]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
  await event(submission.reference, "MUG", "Not verify", SECRET);
  expect(await world.openAttentions(submission.id)).toEqual(["status_problem"]);
});

test("a replaced submission: its old Not verify is no alarm, going into production is", async () => {
  const { submission } = await world.order([mug]);
  await db.submission.update({ where: { id: submission.id }, data: { replacedAt: ctx.clock.now() } });
  await event(submission.reference, "MUG", "Not verify", SECRET);
  expect(await world.openAttentions(submission.id)).toEqual([]);
  await event(submission.reference, "MUG", "In production");
  expect(await world.openAttentions(submission.id)).toEqual(["printed_after_replaced"]);
});

test("an item that the print service dropped or counts otherwise asks for attention, before anything ships", async () => {
  const { submission } = await world.order([cat, mug]);
  await row(submission, [
    { sku: "SHIRT-M", quantity: 1 },
    { sku: "SHIRT-M", quantity: 1 },
    { sku: "MUG", quantity: 1 },
  ]);
  expect(await world.openAttentions(submission.id)).toEqual([]);
  await row(submission, [
    { sku: "SHIRT-M", quantity: 5 },
    { sku: "MUG", quantity: 1 },
  ]);
  expect(await world.openAttentions(submission.id)).toEqual(["items_differ"]);
  const short = await world.order([cat, mug]);
  await row(short.submission, [{ sku: "SHIRT-M", quantity: 1 }]);
  expect(await world.openAttentions(short.submission.id)).toEqual(["items_differ"]);
  const shipped = await world.order([mug]);
  await row(shipped.submission, [{ sku: "MUG", quantity: 0 }], ["TRACK-1"]);
  expect(await world.openAttentions(shipped.submission.id)).toEqual([]);
});

test("an SKU that is too long to be kept whole is cut between its characters", async () => {
  const { submission } = await world.order([mug]);
  const sku = `${"M".repeat(199)}👕👕`;
  await row(submission, [{ sku, quantity: 1 }]);
  const [found] = await db.attention.findMany({ where: { submissionId: submission.id, code: "items_differ" } });
  expect(found?.detail).toEqual({ skus: expect.arrayContaining([`${"M".repeat(199)}👕`]) });
});

test("progress is reported to Shopify once, also when it failed at first", async () => {
  const { submission } = await world.order([mug]);
  world.shopify().fail("reportProgress", "not_processed");
  await world.sweep();
  const fo = world.shopify().addFulfillmentOrder({ [mug.gid]: 1, "gid://shopify/LineItem/9": 1 });
  const others = world.shopify().addFulfillmentOrder({ "gid://shopify/LineItem/9": 1 });
  for (let turn = 0; turn < 4; turn += 1) {
    world.advance(60_000);
    await world.sweep();
  }
  expect(fo.status).toBe("IN_PROGRESS");
  expect(others.status).toBe("OPEN");
  expect(world.shopify().calls.filter((call) => call === "reportProgress")).toHaveLength(2);
  expect(await db.submission.findUniqueOrThrow({ where: { id: submission.id } })).toMatchObject({
    dueAt: null,
    progressReportedAt: expect.any(Date) as Date,
  });
});

test("the service's message stays in the encrypted delivery", async () => {
  const kept = [
    await db.attention.findMany(),
    await db.history.findMany(),
    await db.submissionLine.findMany(),
    world.logLines,
  ];
  expect(JSON.stringify(kept)).not.toContain("Hidden Lane");
});
