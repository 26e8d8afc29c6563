import { afterAll, expect, test } from "vitest";
import { changeOrder } from "../core/change-orders.ts";
import { raiseReason } from "../core/order-rows.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import type { SubmissionState } from "../core/states.ts";
import { gidOf } from "../../ports/gid.ts";
import { recordTracking } from "./record-events.testing.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { db, ctx } = world;

const shirt = { gid: gidOf("LineItem", "1"), sku: "SHIRT-M", quantity: 2 };
const record = (reference: string, over: Partial<Parameters<typeof recordTracking>[1]> = {}) =>
  recordTracking(ctx, {
    reference,
    trackingNumber: "TRACK-1",
    trackingUrl: "https://carrier.test/1",
    reportedBy: "event",
    ...over,
  });

test.each<SubmissionState>(["submitting", "uncertain", "rejected", "submitted", "in_production", "cancelled", "ready"])(
  "tracking shows that the service has it, whatever we believed: %s",
  async (state) => {
    const { submission, order, shop } = await world.order([shirt], state);
    const ids = { shopId: shop.id, orderId: order.id, submissionId: submission.id };
    await changeOrder(world, order.id, (rows) => {
      for (const code of ["uncertain", "uncertain_needs_decision", "rejected"] as const)
        raiseReason(rows, ctx, { ...ids, code });
    });
    expect(await record(submission.reference)).toBe("recorded");
    expect(await world.stateOf(submission.id)).toBe("shipped");
    const known = state === "submitted" || state === "in_production";
    if (!known)
      expect(await world.openAttentions(submission.id)).toEqual(
        state === "cancelled" ? ["printed_after_cancelled"] : [],
      );
  },
);

test("a replaced submission that ships after all is the loudest alarm, once", async () => {
  const { submission } = await world.order([shirt]);
  await db.submission.update({ where: { id: submission.id }, data: { replacedAt: ctx.clock.now() } });
  await record(submission.reference);
  expect(await world.openAttentions(submission.id)).toEqual(["printed_after_replaced"]);
  await db.attention.updateMany({
    where: { submissionId: submission.id },
    data: { clearedAt: ctx.clock.now(), clearedBy: "person" },
  });
  await record(submission.reference, { reportedBy: "list" });
  expect(await world.openAttentions(submission.id)).toEqual([]);
});

test("one account's events do not change another's orders, and unknown references are reported as such", async () => {
  const { submission, account } = await world.order([shirt]);
  const { account: other } = await world.order([shirt]);
  expect(await record(submission.reference, { accountId: other.id })).toBe("unknown_reference");
  expect(await world.stateOf(submission.id)).toBe("submitted");
  expect(await record("nobody-knows")).toBe("unknown_reference");
  expect(await record(submission.reference, { accountId: account.id })).toBe("recorded");
});

test("a link is taken when there is one, corrected by a later one, and never wiped", async () => {
  const { submission } = await world.order([shirt]);
  const parcels = () => db.parcel.findMany({ where: { submissionId: submission.id } });
  await record(submission.reference, { trackingUrl: "javascript:alert(1)" });
  expect(await parcels()).toMatchObject([{ trackingUrl: "" }]);
  expect(await record(submission.reference)).toBe("known");
  expect(await parcels()).toMatchObject([{ trackingUrl: "https://carrier.test/1" }]);
  expect(await record(submission.reference, { trackingUrl: "https://carrier.test/other" })).toBe("known");
  await record(submission.reference, { trackingUrl: "" });
  await record(submission.reference, { trackingUrl: "", reportedBy: "list" });
  expect(await parcels()).toMatchObject([{ trackingUrl: "https://carrier.test/other" }]);
});

test.each([
  ["9400 1118 9956 2857 5123 45", "9400111899562857512345"],
  ["RR123456785CN", "rr123456785cn"],
  ["JD0146000", "JD\u200b0146\u00a0000"],
])("two spellings of one number are one parcel, named as it was first: %j, %j", async (first, second) => {
  const { submission } = await world.order([shirt]);
  expect(await record(submission.reference, { trackingNumber: first })).toBe("recorded");
  expect(await record(submission.reference, { trackingNumber: second, reportedBy: "list" })).toBe("known");
  const parcels = await db.parcel.findMany({ where: { submissionId: submission.id } });
  expect(parcels).toMatchObject([{ trackingNumber: first, reportedBy: "list" }]);
});

test("two numbers that an event joins are two parcels, each with the link that leads to it", async () => {
  const { submission } = await world.order([shirt]);
  const joined = { trackingNumber: "TRACK 1, TRACK-2", trackingUrl: "https://carrier.test/?number=TRACK1" };
  expect(await record(submission.reference, joined)).toBe("recorded");
  expect(await record(submission.reference, joined)).toBe("known");
  const both = { trackingNumber: "TRACK-3;TRACK-4", trackingUrl: "https://carrier.test/parcels" };
  expect(await record(submission.reference, both)).toBe("recorded");
  const parcels = await db.parcel.findMany({
    where: { submissionId: submission.id },
    orderBy: { trackingNumber: "asc" },
    select: { trackingNumber: true, trackingUrl: true },
  });
  expect(parcels).toEqual([
    { trackingNumber: "TRACK 1", trackingUrl: "https://carrier.test/?number=TRACK1" },
    { trackingNumber: "TRACK-2", trackingUrl: "" },
    { trackingNumber: "TRACK-3", trackingUrl: "https://carrier.test/parcels" },
    { trackingNumber: "TRACK-4", trackingUrl: "https://carrier.test/parcels" },
  ]);
});

test("a link that lacks its scheme is completed", async () => {
  const { submission } = await world.order([shirt]);
  await record(submission.reference, { trackingUrl: "www.royalmail.com/track-your-item#/tracking-results/1" });
  const parcel = await db.parcel.findFirstOrThrow({ where: { submissionId: submission.id } });
  expect(parcel.trackingUrl).toBe("https://www.royalmail.com/track-your-item#/tracking-results/1");
});

test.each([
  ["with a user before its host", "https://carrier.test@other.test/1"],
  ["with a password before its host", "https://carrier.test:1@other.test/1"],
  ["of no web page", "ftp://carrier.test/1"],
  ["that is a script", "javascript:alert(1)"],
  ["that is too long", `https://carrier.test/${"1".repeat(2048)}`],
])("a link %s is dropped, and the history says so once", async (_what, trackingUrl) => {
  const { submission } = await world.order([shirt]);
  await record(submission.reference, { trackingUrl });
  await record(submission.reference, { trackingUrl, reportedBy: "list" });
  expect(await db.parcel.findMany({ where: { submissionId: submission.id } })).toMatchObject([{ trackingUrl: "" }]);
  const where = { submissionId: submission.id, code: "tracking.link_rejected" as const };
  expect(await db.history.count({ where })).toBe(1);
});

test("a link is stored without the marks that turn the direction of its text", async () => {
  const { submission } = await world.order([shirt]);
  await record(submission.reference, { trackingUrl: "https://carrier.test/\u202e1\u2066" });
  expect(await db.parcel.findMany({ where: { submissionId: submission.id } })).toMatchObject([
    { trackingUrl: "https://carrier.test/1" },
  ]);
});

test.each(["list", "detail"] as const)("no late event takes back the link that the %s shows", async (reportedBy) => {
  const { submission } = await world.order([shirt]);
  const parcel = () => db.parcel.findFirstOrThrow({ where: { submissionId: submission.id } });
  await record(submission.reference, { trackingUrl: "https://carrier.test/right" });
  await record(submission.reference, { trackingUrl: "https://carrier.test/right", reportedBy });
  await record(submission.reference, { trackingUrl: "https://carrier.test/late" });
  expect(await parcel()).toMatchObject({ trackingUrl: "https://carrier.test/right", linkCorrectedAt: null });
  await record(submission.reference, { trackingUrl: "https://carrier.test/new", reportedBy });
  expect(await parcel()).toMatchObject({ trackingUrl: "https://carrier.test/new" });
});

test.each<SubmissionState>(["submitting", "uncertain", "rejected", "cancelled", "ready"])(
  "tracking without a number shows that the service has it, too: %s",
  async (state) => {
    const { submission } = await world.order([shirt], state);
    expect(await record(submission.reference, { trackingNumber: "" })).toBe("ignored");
    expect(await world.stateOf(submission.id)).toBe("submitted");
    expect(await world.openAttentions(submission.id)).toEqual(state === "cancelled" ? ["printed_after_cancelled"] : []);
    expect(await db.parcel.count({ where: { submissionId: submission.id } })).toBe(0);
  },
);

test("an event without a number is recorded and changes nothing else; odd characters do no harm", async () => {
  const { submission } = await world.order([shirt]);
  expect(await record(submission.reference, { trackingNumber: " \u0000 " })).toBe("ignored");
  expect(await world.stateOf(submission.id)).toBe("submitted");
  expect(await db.history.findMany({ where: { submissionId: submission.id } })).toMatchObject([
    { code: "tracking.without_number" },
  ]);
  expect(await record(submission.reference, { trackingNumber: "\ud800A\u00001".repeat(300) })).toBe("recorded");
  expect(await record("\u0000")).toBe("unknown_reference");
});

test("the carrier that the service names is kept, also where a later report names it first", async () => {
  const { submission } = await world.order([shirt]);
  const carriers = async () =>
    (await db.parcel.findMany({ where: { submissionId: submission.id }, orderBy: { trackingNumber: "asc" } })).map(
      ({ carrier }) => carrier,
    );
  await record(submission.reference, { others: [{ trackingNumber: "TRACK-2", trackingUrl: "", carrier: " UPS " }] });
  expect(await carriers()).toEqual([null, "UPS"]);
  await record(submission.reference, { carrier: "Canada\u0000 Post", reportedBy: "list" });
  await record(submission.reference, { carrier: "Somebody else", reportedBy: "list" });
  expect(await carriers()).toEqual(["Canada Post", "UPS"]);
});
