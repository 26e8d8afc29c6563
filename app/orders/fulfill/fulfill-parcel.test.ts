import { afterAll, expect, test } from "vitest";
import { UncertainError } from "../../ports/errors.ts";
import { fulfillParcel } from "./fulfill-parcel.ts";
import { blockedParcels, rescheduleParcels, retryParcels } from "./complete-parcel.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import type { OrderId, SubmissionId } from "../../ports/ids.ts";
import { gidOf } from "../../ports/gid.ts";
import { recordTracking } from "../provider-updates/record-events.testing.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { db, ctx } = world;

const shirt = { gid: gidOf("LineItem", "1"), sku: "SHIRT-M", quantity: 2 };
const NO_LINE = gidOf("FulfillmentOrderLineItem", "");
const mug = { gid: gidOf("LineItem", "2"), sku: "MUG", quantity: 1 };

const linkTo = (trackingNumber: string) => `https://www.ups.com/track?n=${trackingNumber}`;
const track = (reference: string, trackingNumber = "TRACK-1", trackingUrl = linkTo(trackingNumber)) =>
  recordTracking(ctx, { reference, trackingNumber, trackingUrl, reportedBy: "event" });
const parcelOf = (trackingNumber: string, submissionId: SubmissionId) =>
  db.parcel.findUniqueOrThrow({ where: { submissionId_trackingNumber: { submissionId, trackingNumber } } });
const parcelStates = async (submissionId: SubmissionId) =>
  (await db.parcel.findMany({ where: { submissionId } })).map((row) => row.state);

/** How long the parcel waited for each of so many reads of Shopify, in milliseconds. */
async function waitsBetweenReads(submissionId: SubmissionId, reads: number): Promise<number[]> {
  const waits: number[] = [];
  for (let times = 0; times < reads; times += 1) {
    const { dueAt } = await parcelOf("TRACK-1", submissionId);
    const waitMs = (dueAt?.getTime() ?? 0) - ctx.clock.now().getTime();
    waits.push(waitMs);
    world.advance(waitMs);
    await world.sweep();
  }
  return waits;
}

/** As after a change of the order in Shopify. */
const recheckParcels = async (orderId: OrderId) =>
  rescheduleParcels(ctx, orderId, blockedParcels(await ctx.db.attention.findMany({ where: { orderId } })));

test("a parcel fulfills its own lines only, and the customer gets one email", async () => {
  const { submission } = await world.order([shirt]);
  const fo = world.shopify().addFulfillmentOrder({ [shirt.gid]: 2, "gid://shopify/LineItem/9": 3 });
  expect(await track(submission.reference)).toBe("recorded");
  await world.runWoken();
  const { fulfillments } = world.shopify().snapshot;
  expect(fulfillments).toMatchObject([
    { lines: [{ lineItemGid: shirt.gid, quantity: 2 }], tracking: [{ number: "TRACK-1", company: "UPS" }] },
  ]);
  expect(fo.lines.map((line) => line.remaining)).toEqual([0, 3]);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
  expect(await world.openAttentions(submission.id)).toEqual([]);
});

test("the same event twenty times at once makes one parcel, one fulfillment and one email", async () => {
  const { submission } = await world.order([shirt]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => track(submission.reference)));
  expect(answers.filter((answer) => answer === "recorded")).toHaveLength(1);
  const { id } = await parcelOf("TRACK-1", submission.id);
  await Promise.all(Array.from({ length: 20 }, () => fulfillParcel(ctx, id)));
  expect(world.shopify().snapshot.fulfillments).toHaveLength(1);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test("a write counts once when the answer of its maker comes after another worker took the parcel over", async () => {
  const { submission } = await world.order([shirt]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  await track(submission.reference);
  const { id } = await parcelOf("TRACK-1", submission.id);
  const { port } = world.shopify();
  const { createFulfillment } = port;
  const made = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  // Shopify has made it; its writer freezes before it gets the answer.
  port.createFulfillment = async (shop, input) => {
    const gid = await createFulfillment(shop, input);
    made.resolve();
    await resumed.promise;
    return gid;
  };
  const maker = fulfillParcel(ctx, id);
  await made.promise;
  world.advance(ctx.policy.claimTtlMs);
  await fulfillParcel(ctx, id);
  resumed.resolve();
  await maker;
  expect(await db.submissionLine.findMany({ where: { submissionId: submission.id } })).toMatchObject([
    { quantity: 2, fulfilled: 2 },
  ]);
  const codes = (await db.history.findMany({ where: { submissionId: submission.id } })).map((row) => row.code);
  expect(codes.filter((code) => code === "shopify.create")).toHaveLength(1);
  expect(world.shopify().snapshot.fulfillments).toHaveLength(1);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test("a second parcel joins the first one's fulfillment, and both numbers stand", async () => {
  const { submission } = await world.order([shirt]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  await Promise.all([track(submission.reference, "TRACK-1"), track(submission.reference, "TRACK-2")]);
  await world.runWoken();
  world.advance(60_000);
  await world.sweep();
  const { fulfillments } = world.shopify().snapshot;
  expect(fulfillments).toHaveLength(1);
  expect(fulfillments[0]?.tracking.map((info) => info.number).sort()).toEqual(["TRACK-1", "TRACK-2"]);
  expect([...world.shopify().notifiedNumbers].sort()).toEqual(["TRACK-1", "TRACK-2"]);
  expect(await parcelStates(submission.id)).toEqual(["fulfilled", "fulfilled"]);
});

const RIGHT = "https://carrier.test/right";
const tracking = () =>
  world.shopify().snapshot.fulfillments.map((one) => one.tracking.map(({ number, url }) => [number, url]));

test("a second parcel without a link keeps the first one's, and a corrected link is written once, without an email", async () => {
  const { submission } = await world.order([shirt]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  await track(submission.reference, "TRACK-1");
  await world.runWoken();
  await track(submission.reference, "TRACK-2", "");
  await world.runWoken();
  expect(tracking()).toEqual([
    [
      ["TRACK-1", linkTo("TRACK-1")],
      ["TRACK-2", ""],
    ],
  ]);
  for (let times = 0; times < 3; times += 1) await track(submission.reference, "TRACK-1", RIGHT);
  await world.runWoken();
  await world.sweep();
  expect(tracking()).toEqual([
    [
      ["TRACK-1", RIGHT],
      ["TRACK-2", ""],
    ],
  ]);
  expect(world.shopify().calls.filter((call) => call === "updateTracking")).toHaveLength(2);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1", "TRACK-2"]);
  expect(await parcelStates(submission.id)).toEqual(["fulfilled", "fulfilled"]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test.each(["not_processed", "response_lost", "rejected"] as const)(
  "a corrected link that meets %s ends, and makes no noise",
  async (fault) => {
    const { submission } = await world.order([shirt, mug]);
    world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
    world.shopify().addFulfillmentOrder({ [mug.gid]: 1 }, { assignedLocation: "Harbour" });
    await track(submission.reference);
    await world.runWoken();
    world.shopify().fail("updateTracking", fault);
    await track(submission.reference, "TRACK-1", RIGHT);
    await world.runWoken();
    world.advance(60_000);
    await world.sweep();
    const expected = fault === "rejected" ? linkTo("TRACK-1") : RIGHT;
    expect(tracking()).toEqual([[["TRACK-1", expected]], [["TRACK-1", RIGHT]]]);
    expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
    expect(await parcelStates(submission.id)).toEqual(["fulfilled"]);
    expect(await world.openAttentions(submission.id)).toEqual([]);
  },
);

test("a link that is corrected while the parcel is written is written next", async () => {
  const { submission } = await world.order([shirt]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  const { port } = world.shopify();
  const { createFulfillment } = port;
  port.createFulfillment = async (shop, input) => {
    const gid = await createFulfillment(shop, input);
    await track(submission.reference, "TRACK-1", RIGHT);
    return gid;
  };
  await track(submission.reference);
  await world.runWoken();
  await world.sweep();
  expect(tracking()).toEqual([[["TRACK-1", RIGHT]]]);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
  expect(await parcelStates(submission.id)).toEqual(["fulfilled"]);
});

test("two locations are two fulfillments and one email; none where the settings say none", async () => {
  const { submission } = await world.order([shirt, mug]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  world.shopify().addFulfillmentOrder({ [mug.gid]: 1 }, { assignedLocation: "Harbour" });
  await track(submission.reference);
  await world.runWoken();
  expect(world.shopify().snapshot.fulfillments).toHaveLength(2);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");

  const silent = await world.order([shirt], "submitted", { notifyCustomer: false });
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  await track(silent.submission.reference);
  await world.runWoken();
  expect(world.shopify().snapshot.fulfillments).toHaveLength(1);
  expect(world.shopify().notifiedNumbers).toEqual([]);
});

test.each([{ location: 1 }, { location: 2 }])(
  "an answer lost at location $location is recognized, and nothing is written twice",
  async ({ location }) => {
    const { submission } = await world.order([shirt, mug]);
    world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
    world.shopify().addFulfillmentOrder({ [mug.gid]: 1 }, { assignedLocation: "Harbour" });
    const { createFulfillment } = world.shopify().port;
    let calls = 0;
    world.shopify().port.createFulfillment = async (shop, input) => {
      calls += 1;
      if (calls === location) world.shopify().fail("createFulfillment", "response_lost");
      return createFulfillment(shop, input);
    };
    await track(submission.reference);
    await world.runWoken();
    expect(await world.stateOf(submission.id)).toBe("shipped");
    world.advance(60_000);
    await world.sweep();
    expect(calls).toBe(2);
    expect(world.shopify().snapshot.fulfillments).toHaveLength(2);
    expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
    expect(await world.stateOf(submission.id)).toBe("fulfilled");
    const writes = await db.shopifyWrite.findMany({ where: { parcel: { submissionId: submission.id } } });
    expect(writes.map((write) => write.outcome)).toEqual(["done", "done"]);
  },
);

test("a worker that died after its write is recognized by the next one, once its claim has grown old", async () => {
  const { submission } = await world.order([shirt]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  await track(submission.reference);
  const { id } = await parcelOf("TRACK-1", submission.id);
  const { port } = world.shopify();
  const { createFulfillment } = port;
  const dead = new Promise<void>((resolve) => {
    port.createFulfillment = async (shop, input) => {
      await createFulfillment(shop, input);
      resolve();
      return new Promise<never>(() => {});
    };
  });
  void fulfillParcel(ctx, id);
  await dead;
  await fulfillParcel(ctx, id);
  expect(await parcelStates(submission.id)).toEqual(["writing"]);
  world.advance(ctx.policy.claimTtlMs);
  await world.sweep();
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
  expect(world.shopify().snapshot.fulfillments).toHaveLength(1);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
});

test("a worker that was only slow changes nothing after its parcel was taken over", async () => {
  const { submission } = await world.order([shirt]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  await track(submission.reference);
  const { id } = await parcelOf("TRACK-1", submission.id);
  const { port } = world.shopify();
  const { createFulfillment } = port;
  let goOn = (): void => {};
  const requested = new Promise<void>((resolve) => {
    port.createFulfillment = async (shop, input) => {
      port.createFulfillment = createFulfillment;
      resolve();
      await new Promise<void>((free) => (goOn = free));
      return createFulfillment(shop, input);
    };
  });
  const slow = fulfillParcel(ctx, id);
  await requested;
  world.advance(ctx.policy.claimTtlMs);
  await world.sweep();
  goOn();
  await slow;
  expect(world.shopify().snapshot.fulfillments).toHaveLength(1);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
  const lines = await db.submissionLine.findMany({ where: { submissionId: submission.id } });
  expect(lines.map((line) => line.fulfilled)).toEqual([2]);
});

test("what Shopify did not process is written later, as long as Shopify asked to wait", async () => {
  const { submission } = await world.order([shirt]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  world.shopify().fail("createFulfillment", "not_processed");
  world.shopify().fail("readFulfillment", "not_processed");
  await track(submission.reference);
  for (let turn = 0; turn < 3; turn += 1) {
    await world.sweep();
    world.advance(60_000);
  }
  expect(world.shopify().snapshot.fulfillments).toHaveLength(1);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test("lines fulfilled or refunded by hand are ignored; the rest is fulfilled", async () => {
  const { submission } = await world.order([shirt, mug]);
  const fo = world.shopify().addFulfillmentOrder({ [shirt.gid]: 2, [mug.gid]: 1 });
  const line = fo.lines[0];
  const byHand = { fulfillmentOrderGid: fo.gid, fulfillmentOrderLineGid: line?.gid ?? NO_LINE, quantity: 1 };
  world.shopify().fulfillManually({ lines: [byHand], tracking: [], notifyCustomer: false });
  await track(submission.reference);
  await world.runWoken();
  const made = world.shopify().snapshot.fulfillments[1];
  expect(made?.lines).toEqual([
    { lineItemGid: shirt.gid, quantity: 1 },
    { lineItemGid: mug.gid, quantity: 1 },
  ]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test("with everything fulfilled by hand the number is added to the existing fulfillment", async () => {
  const { submission } = await world.order([mug]);
  const fo = world.shopify().addFulfillmentOrder({ [mug.gid]: 1 });
  const byHand = { fulfillmentOrderGid: fo.gid, fulfillmentOrderLineGid: fo.lines[0]?.gid ?? NO_LINE, quantity: 1 };
  const others = { number: "BY-HAND", url: "", company: "USPS" };
  world.shopify().fulfillManually({ lines: [byHand], tracking: [others], notifyCustomer: false });
  world.shopify().fail("updateTracking", "response_lost");
  await track(submission.reference);
  await world.runWoken();
  world.advance(60_000);
  await world.sweep();
  expect(world.shopify().snapshot.fulfillments.map((one) => one.tracking.map((info) => info.number))).toEqual([
    ["BY-HAND", "TRACK-1"],
  ]);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test("a number that was entered by hand already is not written again", async () => {
  const { submission } = await world.order([mug]);
  const fo = world.shopify().addFulfillmentOrder({ [mug.gid]: 1 });
  const byHand = { fulfillmentOrderGid: fo.gid, fulfillmentOrderLineGid: fo.lines[0]?.gid ?? NO_LINE, quantity: 1 };
  world.shopify().fulfillManually({
    lines: [byHand],
    tracking: [{ number: "TRACK-1", url: "", company: null }],
    notifyCustomer: true,
  });
  await track(submission.reference);
  await world.runWoken();
  expect(world.shopify().calls).not.toContain("updateTracking");
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test("a number that was entered by hand for some of the goods is written for the rest, without a second email", async () => {
  const { submission } = await world.order([shirt, mug]);
  const fo = world.shopify().addFulfillmentOrder({ [shirt.gid]: 2, [mug.gid]: 1 });
  const byHand = { fulfillmentOrderGid: fo.gid, fulfillmentOrderLineGid: fo.lines[0]?.gid ?? NO_LINE, quantity: 1 };
  const entered = { number: "TRACK-1", url: "", company: null };
  world.shopify().fulfillManually({ lines: [byHand], tracking: [entered], notifyCustomer: true });
  await track(submission.reference);
  await world.runWoken();
  expect(world.shopify().snapshot.fulfillments.map((one) => one.lines)).toEqual([
    [{ lineItemGid: shirt.gid, quantity: 1 }],
    [
      { lineItemGid: shirt.gid, quantity: 1 },
      { lineItemGid: mug.gid, quantity: 1 },
    ],
  ]);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
  expect(await parcelStates(submission.id)).toEqual(["fulfilled"]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
  expect(await db.submissionLine.findMany({ where: { submissionId: submission.id, fulfilled: 0 } })).toEqual([]);
});

/** An order whose supplement has the same line items, and one box for both. */
async function twoSubmissionsInOneBox() {
  const placed = await world.order([shirt]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 4 });
  const supplement = await placed.submit("submitted");
  await track(placed.submission.reference);
  await world.runWoken();
  return { first: placed.submission, supplement };
}

test("one number for two submissions of an order fulfills the goods of both, with one email", async () => {
  const { first, supplement } = await twoSubmissionsInOneBox();
  await track(supplement.reference);
  await world.runWoken();
  const { fulfillments } = world.shopify().snapshot;
  expect(fulfillments.map((one) => [one.lines, one.tracking.map((info) => info.number)])).toEqual([
    [[{ lineItemGid: shirt.gid, quantity: 2 }], ["TRACK-1"]],
    [[{ lineItemGid: shirt.gid, quantity: 2 }], ["TRACK-1"]],
  ]);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
  for (const { id } of [first, supplement]) expect(await world.stateOf(id)).toBe("fulfilled");
});

test("the lost answer about goods with another submission's number is not taken for that one's fulfillment", async () => {
  const { supplement } = await twoSubmissionsInOneBox();
  const { port } = world.shopify();
  const { createFulfillment } = port;
  // Shopify gets nothing of it, and the app no answer.
  port.createFulfillment = () => Promise.reject(new UncertainError("lost"));
  await track(supplement.reference);
  await world.runWoken();
  expect(await world.stateOf(supplement.id)).toBe("shipped");
  port.createFulfillment = createFulfillment;
  world.advance(ctx.policy.retryMaxMs);
  await world.sweep();
  expect(world.shopify().snapshot.fulfillments).toHaveLength(2);
  expect(await world.stateOf(supplement.id)).toBe("fulfilled");
});

test("of a canceled order no tracking is asked for: staff is told that it shipped, once", async () => {
  const { submission } = await world.order([mug]);
  world.shopify().addFulfillmentOrder({ [mug.gid]: 1 }, { status: "CLOSED" });
  world.shopify().snapshot.cancelledAt = ctx.clock.now();
  await track(submission.reference);
  await world.runWoken();
  expect(await world.openAttentions(submission.id)).toEqual(["cancelled_after_sent"]);
  await db.attention.updateMany({
    where: { submissionId: submission.id },
    data: { clearedAt: ctx.clock.now(), clearedBy: "person" },
  });
  await track(submission.reference, "SECOND");
  await world.runWoken();
  expect(await world.openAttentions(submission.id)).toEqual([]);
});

test("without a line and a fulfillment staff is asked, and a retry continues once a line is open", async () => {
  const { submission, order, shop } = await world.order([mug]);
  const fo = world.shopify().addFulfillmentOrder({ [mug.gid]: 1 }, { status: "CLOSED" });
  await track(submission.reference);
  await world.runWoken();
  expect(await world.openAttentions(submission.id)).toEqual(["tracking_unmatched"]);
  world.shopify().setStatus(fo, "OPEN");
  expect(await retryParcels(ctx, { shopId: order.id, submissionId: submission.id, userId: "7" })).toBe(0);
  expect(await retryParcels(ctx, { shopId: shop.id, submissionId: submission.id, userId: "7" })).toBe(1);
  const retries = await world.db.history.findMany({ where: { submissionId: submission.id, actor: "person" } });
  expect(retries.map(({ code, data }) => [code, data])).toEqual([["submission.retry_fulfillment", { user: "7" }]]);
  await world.runWoken();
  expect(await world.openAttentions(submission.id)).toEqual([]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test("fulfillment orders that Shopify has not made yet are waited for, and attention is raised when that lasts", async () => {
  const { submission } = await world.order([mug]);
  await track(submission.reference);
  await world.runWoken();
  expect(await world.openAttentions(submission.id)).toEqual([]);
  world.advance(ctx.policy.alertAfterMs);
  await world.sweep();
  expect(await world.openAttentions(submission.id)).toEqual(["fulfillment_waiting"]);
  const waits = await waitsBetweenReads(submission.id, 12);
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(waits.at(-1)).toBeGreaterThan(2 * ctx.policy.recheckIntervalMs);
  world.shopify().addFulfillmentOrder({ [mug.gid]: 1 });
  world.advance(12 * ctx.policy.recheckIntervalMs);
  await world.sweep();
  expect(await world.openAttentions(submission.id)).toEqual([]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test("an order that Shopify does not show is read again, less and less often", async () => {
  const { submission } = await world.order([mug]);
  await track(submission.reference);
  const { readFulfillment } = world.shopify().port;
  world.shopify().port.readFulfillment = () => Promise.resolve(null);
  const { recheckIntervalMs } = ctx.policy;
  await world.runWoken();
  const waits = await waitsBetweenReads(submission.id, 30);
  expect(waits[0]).toBe(recheckIntervalMs);
  expect(waits.at(-1)).toBe(12 * recheckIntervalMs);
  world.shopify().port.readFulfillment = readFulfillment;
  world.shopify().addFulfillmentOrder({ [mug.gid]: 1 });
  world.advance(12 * recheckIntervalMs);
  await world.sweep();
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test("what the merchant holds is looked for less and less often, and goes once it is released", async () => {
  const { submission } = await world.order([mug]);
  const held = world.shopify().addFulfillmentOrder({ [mug.gid]: 1 }, { status: "ON_HOLD" });
  await track(submission.reference);
  await world.runWoken();
  const waits = await waitsBetweenReads(submission.id, 20);
  expect(waits[0]).toBe(ctx.policy.recheckIntervalMs);
  expect(waits.at(-1)).toBe(12 * ctx.policy.recheckIntervalMs);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(await world.openAttentions(submission.id)).toEqual(["fulfillment_blocked"]);
  world.shopify().setStatus(held, "OPEN");
  world.advance(12 * ctx.policy.recheckIntervalMs);
  await world.sweep();
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test("what the merchant holds waits, the rest goes, and the held part follows without a second email", async () => {
  const { submission, order } = await world.order([shirt, mug]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  const held = world.shopify().addFulfillmentOrder(
    { [mug.gid]: 1 },
    {
      status: "ON_HOLD",
      holds: [{ gid: gidOf("FulfillmentHold", "h"), reason: "OTHER", handle: null, heldByApp: false }],
    },
  );
  await track(submission.reference);
  await world.runWoken();
  expect(world.shopify().snapshot.fulfillments).toHaveLength(1);
  expect(await world.openAttentions(submission.id)).toEqual(["fulfillment_blocked"]);
  expect(await world.stateOf(submission.id)).toBe("shipped");
  world.shopify().setStatus(held, "OPEN");
  expect(await recheckParcels(order.id)).toBe(1);
  await world.runWoken();
  expect(world.shopify().snapshot.fulfillments).toHaveLength(2);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
  expect(await world.openAttentions(submission.id)).toEqual([]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test("goods of which Shopify has made no fulfillment order are told of, and follow without a second email once it has", async () => {
  const { submission, order } = await world.order([shirt, mug]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  await track(submission.reference);
  await world.runWoken();
  expect(world.shopify().snapshot.fulfillments).toHaveLength(1);
  expect(await world.openAttentions(submission.id)).toEqual(["fulfillment_blocked"]);
  world.advance(ctx.policy.recheckIntervalMs);
  await world.sweep();
  expect(await world.openAttentions(submission.id)).toEqual(["tracking_unmatched"]);
  expect(await world.stateOf(submission.id)).toBe("shipped");
  world.shopify().addFulfillmentOrder({ [mug.gid]: 1 });
  expect(await recheckParcels(order.id)).toBe(1);
  await world.runWoken();
  expect(world.shopify().snapshot.fulfillments).toHaveLength(2);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
  expect(await world.openAttentions(submission.id)).toEqual([]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test("goods that the order no longer has are waited for no longer, fulfillment order or not", async () => {
  const { submission, order } = await world.order([shirt, mug]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  await db.orderLine.updateMany({ where: { orderId: order.id, shopifyGid: mug.gid }, data: { remaining: 0 } });
  await track(submission.reference);
  await world.runWoken();
  expect(await world.openAttentions(submission.id)).toEqual([]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
});

test("what Shopify schedules is opened once a parcel with all of its goods is on its way", async () => {
  const { submission } = await world.order([shirt, mug]);
  world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
  world.shopify().addFulfillmentOrder({ [mug.gid]: 1 }, { status: "SCHEDULED" });
  world.shopify().fail("openFulfillmentOrder", "response_lost");
  await track(submission.reference);
  await world.runWoken();
  world.advance(60_000);
  await world.sweep();
  expect(world.shopify().snapshot.fulfillments).toHaveLength(1);
  expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
  expect(await world.stateOf(submission.id)).toBe("fulfilled");
  expect(await world.openAttentions(submission.id)).toEqual([]);
});

test.each(["has goods that are not printed", "cannot be opened"])(
  "what Shopify schedules waits where it %s",
  async (why) => {
    const { submission } = await world.order([shirt, mug]);
    world.shopify().addFulfillmentOrder({ [shirt.gid]: 2 });
    const others = why === "cannot be opened" ? 0 : 1;
    const goods = { [mug.gid]: 1, "gid://shopify/LineItem/9": others } as const;
    const scheduled = world.shopify().addFulfillmentOrder(goods, { status: "SCHEDULED" });
    world.shopify().fail("openFulfillmentOrder", "rejected", 9);
    await track(submission.reference);
    await world.runWoken();
    expect(scheduled.status).toBe("SCHEDULED");
    expect(world.shopify().snapshot.fulfillments).toMatchObject([{ lines: [{ lineItemGid: shirt.gid, quantity: 2 }] }]);
    expect(await world.openAttentions(submission.id)).toEqual(["fulfillment_blocked"]);
    world.shopify().setStatus(scheduled, "OPEN");
    world.advance(ctx.policy.recheckIntervalMs);
    await world.sweep();
    expect(await world.stateOf(submission.id)).toBe("fulfilled");
    expect(world.shopify().notifiedNumbers).toEqual(["TRACK-1"]);
    expect(await world.openAttentions(submission.id)).toEqual([]);
  },
);

test("after a first rejection Shopify is read again; a second one is for staff", async () => {
  const { submission } = await world.order([mug]);
  world.shopify().addFulfillmentOrder({ [mug.gid]: 1 });
  world.shopify().fail("createFulfillment", "rejected", 2);
  await track(submission.reference);
  await world.runWoken();
  expect(await world.openAttentions(submission.id)).toEqual(["fulfillment_rejected"]);
  expect(await parcelStates(submission.id)).toEqual(["parked"]);
  const once = await world.order([mug]);
  world.shopify().addFulfillmentOrder({ [mug.gid]: 1 });
  world.shopify().fail("createFulfillment", "rejected", 1);
  await track(once.submission.reference);
  await world.runWoken();
  expect(await world.stateOf(once.submission.id)).toBe("fulfilled");
});
