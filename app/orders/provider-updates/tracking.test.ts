import { afterAll, expect, test } from "vitest";
import { openWorld } from "../fulfil/orders-world.testing.ts";
import { raise } from "../core/raise-attention.ts";
import type { State } from "../core/transitions.ts";
import { recordTracking } from "./tracking.ts";

const world = await openWorld();
afterAll(() => world.close());
const { db, ctx } = world;

const shirt = { gid: "gid://shopify/LineItem/1", sku: "SHIRT-M", quantity: 2 };
const news = (reference: string, over: Partial<Parameters<typeof recordTracking>[1]> = {}) =>
  recordTracking(ctx, {
    reference,
    trackingNumber: "TRACK-1",
    trackingUrl: "https://carrier.test/1",
    seenBy: "event",
    ...over,
  });

test.each<State>(["submitting", "uncertain", "rejected", "submitted", "in_production", "cancelled", "ready"])(
  "tracking shows that the service has it, whatever we believed: %s",
  async (state) => {
    const { submission, order, shop } = await world.order([shirt], state);
    const ids = { shopId: shop.id, orderId: order.id, submissionId: submission.id };
    await db.$transaction(async (tx) => {
      for (const code of ["uncertain", "uncertain_decide", "rejected"] as const) await raise(tx, ctx, { ...ids, code });
    });
    expect(await news(submission.reference)).toBe("recorded");
    expect(await world.state(submission.id)).toBe("shipped");
    const known = state === "submitted" || state === "in_production";
    if (!known) expect(await world.open(submission.id)).toEqual(state === "cancelled" ? ["alive_after_cancelled"] : []);
  },
);

test("a replaced submission that ships after all is the loudest alarm, once", async () => {
  const { submission } = await world.order([shirt]);
  await db.submission.update({ where: { id: submission.id }, data: { replacedAt: ctx.clock.now() } });
  await news(submission.reference);
  expect(await world.open(submission.id)).toEqual(["alive_after_replaced"]);
  await db.attention.updateMany({
    where: { submissionId: submission.id },
    data: { clearedAt: ctx.clock.now(), clearedBy: "person" },
  });
  await news(submission.reference, { seenBy: "list" });
  expect(await world.open(submission.id)).toEqual([]);
});

test("one account's events say nothing about another's orders, and unknown references are told apart", async () => {
  const { submission, account } = await world.order([shirt]);
  const { account: other } = await world.order([shirt]);
  expect(await news(submission.reference, { accountId: other.id })).toBe("unknown_reference");
  expect(await world.state(submission.id)).toBe("submitted");
  expect(await news("nobody-knows")).toBe("unknown_reference");
  expect(await news(submission.reference, { accountId: account.id })).toBe("recorded");
});

test("a link is taken when there is one, corrected by a later one, and never wiped", async () => {
  const { submission } = await world.order([shirt]);
  const parcels = () => db.parcel.findMany({ where: { submissionId: submission.id } });
  await news(submission.reference, { trackingUrl: "javascript:alert(1)" });
  expect(await parcels()).toMatchObject([{ trackingUrl: "" }]);
  expect(await news(submission.reference)).toBe("known");
  expect(await parcels()).toMatchObject([{ trackingUrl: "https://carrier.test/1" }]);
  expect(await news(submission.reference, { trackingUrl: "https://carrier.test/other" })).toBe("known");
  await news(submission.reference, { trackingUrl: "" });
  await news(submission.reference, { trackingUrl: "", seenBy: "list" });
  expect(await parcels()).toMatchObject([{ trackingUrl: "https://carrier.test/other" }]);
});

test.each(["list", "detail"] as const)("no late event takes back the link that the %s shows", async (seenBy) => {
  const { submission } = await world.order([shirt]);
  const parcel = () => db.parcel.findFirstOrThrow({ where: { submissionId: submission.id } });
  await news(submission.reference, { trackingUrl: "https://carrier.test/right" });
  await news(submission.reference, { trackingUrl: "https://carrier.test/right", seenBy });
  await news(submission.reference, { trackingUrl: "https://carrier.test/late" });
  expect(await parcel()).toMatchObject({ trackingUrl: "https://carrier.test/right", linkCorrectedAt: null });
  await news(submission.reference, { trackingUrl: "https://carrier.test/new", seenBy });
  expect(await parcel()).toMatchObject({ trackingUrl: "https://carrier.test/new" });
});

test("an event without a number is noted and changes nothing; odd characters do no harm", async () => {
  const { submission } = await world.order([shirt]);
  expect(await news(submission.reference, { trackingNumber: " \u0000 " })).toBe("ignored");
  expect(await world.state(submission.id)).toBe("submitted");
  expect(await db.history.findMany({ where: { submissionId: submission.id } })).toMatchObject([
    { code: "tracking.without_number" },
  ]);
  expect(await news(submission.reference, { trackingNumber: "\ud800A\u00001".repeat(300) })).toBe("recorded");
  expect(await news("\u0000")).toBe("unknown_reference");
});
