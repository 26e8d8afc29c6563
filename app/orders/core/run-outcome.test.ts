import { afterAll, expect, it } from "vitest";
import { idOf, newId } from "../../../tests/support/ids.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import type { WorkKind } from "./due-work.ts";
import { readRunOutcomes } from "./run-outcome.ts";
import type { SubmissionId } from "../../ports/ids.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());

const { db, ctx } = world;
const startedAt = ctx.clock.now();
const LATER = new Date(startedAt.getTime() + 60_000);
const order = () => world.order([{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }], "ready");
const read = async (work: WorkKind, id: string, triesBefore = 0) =>
  (await readRunOutcomes(ctx, work, [{ id: idOf(id), startedAt, triesBefore }]))[0];

async function delivery(data: { state: "waiting" | "done" | "dead_letter"; problem?: string; tries?: number }) {
  const id = newId();
  const dueAt = data.state === "waiting" ? LATER : null;
  const shared = { id, deliveryId: id, source: "shopify", topic: "orders/create", scope: "a.myshopify.com" } as const;
  await db.webhookDelivery.create({ data: { ...shared, receivedAt: startedAt, dueAt, ...data } });
  return id;
}

async function attempt(
  submissionId: SubmissionId,
  number: number,
  outcome: "accepted" | "not_processed",
  endedAt: Date,
) {
  const times = { startedAt: endedAt, endedAt };
  await db.attempt.create({ data: { id: newId(), submissionId, number, outcome, httpStatus: 503, ...times } });
}

it("a delivery fails with its problem where it is tried again, or set aside; one that is done does not", async () => {
  const again = await delivery({ state: "waiting", problem: "UnavailableError", tries: 1 });
  expect(await read("delivery", again)).toEqual({ failure: "UnavailableError", dueAt: LATER });
  // The run before this one failed; this one found nothing to do.
  expect(await read("delivery", again, 1)).toEqual({ failure: null, dueAt: LATER });
  const unreadable = await delivery({ state: "dead_letter", problem: "not_json" });
  expect(await read("delivery", unreadable)).toEqual({ failure: "not_json", dueAt: null });
  const done = await delivery({ state: "done", problem: "unknown_reference" });
  expect(await read("delivery", done)).toEqual({ failure: null, dueAt: null });
});

it("an order fails while Shopify cannot be read", async () => {
  const { id } = (await order()).order;
  await db.order.update({ where: { id }, data: { dueAt: LATER, tries: 3 } });
  expect(await read("order", id, 2)).toEqual({ failure: "order_unreadable", dueAt: LATER });
  expect(await read("order", id, 3)).toEqual({ failure: null, dueAt: LATER });
});

it("a submission fails with the outcome of the attempt that ended in the run, and with no earlier one", async () => {
  const { id } = (await order()).submission;
  await db.submission.update({ where: { id }, data: { dueAt: LATER } });
  await attempt(id, 1, "not_processed", new Date(startedAt.getTime() - 1));
  expect(await read("submission", id)).toEqual({ failure: null, dueAt: LATER });
  await attempt(id, 2, "not_processed", startedAt);
  expect(await read("submission", id)).toEqual({ failure: "create not_processed HTTP 503", dueAt: LATER });
});

it("a submission whose step is tried again without an attempt says so", async () => {
  const { id } = (await order()).submission;
  await db.submission.update({ where: { id }, data: { dueAt: LATER, tries: 1 } });
  expect(await read("submission", id)).toEqual({ failure: "not_sent_yet", dueAt: LATER });
});

it("a submission that was accepted did not fail, and one without a next step has no due time", async () => {
  const { id } = (await order()).submission;
  await attempt(id, 1, "accepted", startedAt);
  await db.submission.update({ where: { id }, data: { state: "submitted", dueAt: null } });
  expect(await read("submission", id)).toEqual({ failure: null, dueAt: null });
});

it("a parcel fails with its open reason for attention", async () => {
  const { order: row, shop, submission } = await order();
  const id = newId();
  const ids = { shopId: shop.id, submissionId: submission.id };
  const tracking = { trackingNumber: "1Z", trackingUrl: "", firstSeenAt: startedAt, reportedBy: "event" } as const;
  await db.parcel.create({ data: { id, ...ids, ...tracking, state: "waiting", tries: 1, dueAt: LATER } });
  expect(await read("parcel", id)).toEqual({ failure: "fulfillment_waiting", dueAt: LATER });
  await db.parcel.update({ where: { id }, data: { state: "parked", dueAt: null, tries: 0 } });
  const reason = { id: newId(), ...ids, orderId: row.id, code: "tracking_unmatched", subject: id } as const;
  await db.attention.create({ data: { ...reason, detail: {}, openedAt: startedAt } });
  expect(await read("parcel", id)).toEqual({ failure: "tracking_unmatched", dueAt: null });
});

it("several runs are answered in their order; a row that is gone shows nothing", async () => {
  const ids = [newId(), await delivery({ state: "dead_letter", problem: "not_json" }), newId()];
  const outcomes = await readRunOutcomes(
    ctx,
    "delivery",
    ids.map((id) => ({ id, startedAt, triesBefore: 0 })),
  );
  expect(outcomes.map(({ failure }) => failure)).toEqual([null, "not_json", null]);
});
