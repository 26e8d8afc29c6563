import { afterEach, beforeEach, expect, it } from "vitest";
import { changeOrder } from "../core/change-orders.ts";
import { followNow, raiseReason } from "../core/order-rows.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import { gidOf } from "../../ports/gid.ts";
import { followAccepted, createProgressMarks, resumeFollowUps } from "./follow-submission.ts";
import { readFollowed } from "./read-followed.ts";
import { insertSentOrders } from "../../../tests/support/many-orders.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { whileTakenForEmpty } from "../../../tests/support/taken-for-empty.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeEach(async () => void (world = await openOrdersWorld()));
afterEach(() => world.close());

const MUG = { gid: gidOf("LineItem", "2"), sku: "MUG", quantity: 1 };
const row = (id: SubmissionId) => world.db.submission.findUniqueOrThrow({ where: { id } });
const reports = () => world.shopify().calls.filter((call) => call === "reportProgress").length;

/** As it is when its acceptance was recorded: nothing is due. */
async function accepted() {
  const { submission, order, shop } = await world.order([MUG]);
  const data = { submittedAt: world.ctx.clock.now(), dueAt: null };
  await world.db.submission.update({ where: { id: submission.id }, data });
  world.shopify().addFulfillmentOrder({ [MUG.gid]: 1 });
  return { id: submission.id, orderId: order.id, shopId: shop.id };
}

const inShopify = () => structuredClone(world.shopify().snapshot.fulfillmentOrders);
/** Follows what was accepted, with the fulfillment orders as the read before sending showed them. */
const follow = (id: SubmissionId, ctx = world.ctx, fulfillmentOrders = inShopify()) =>
  readFollowed(ctx, id).then((row) => followAccepted(ctx, row!, fulfillmentOrders));

it("marks several submissions in one statement, after their progress was reported", async () => {
  const one = await accepted();
  await follow(one.id);
  expect(reports()).toBe(1);
  const other = await accepted();
  await follow(other.id);
  expect(reports()).toBe(1);
  expect(await row(one.id)).toMatchObject({ progressReportedAt: null, dueAt: null });
  await world.ctx.progressMarks.flush();
  for (const { id } of [one, other])
    expect(await row(id)).toMatchObject({ progressReportedAt: world.ctx.clock.now(), dueAt: null });
});

it("a follow-up that a process left undone, or unmarked, is done again once a claim would have expired", async () => {
  const { id } = await accepted();
  await follow(id, { ...world.ctx, progressMarks: createProgressMarks(world.ctx) });
  world.advance(world.ctx.policy.claimTtlMs - 1);
  expect(await resumeFollowUps(world.ctx)).toBe(0);
  world.advance(1);
  expect(await resumeFollowUps(world.ctx)).toBe(1);
  await world.sweep();
  // Shopify shows that it is in progress: nothing is written twice.
  expect(reports()).toBe(1);
  expect(await row(id)).toMatchObject({ progressReportedAt: world.ctx.clock.now(), dueAt: null });
  expect(await resumeFollowUps(world.ctx)).toBe(0);
});

it("a run makes a batch due, the next run the others", async () => {
  const { shop, account } = await world.shop();
  const sentAt = world.ctx.clock.now();
  const many = { count: 300, state: "submitted", sentAt, prefix: "F" } as const;
  await insertSentOrders(world.pool, { shopId: shop.id, accountId: account.id, ...many });
  world.advance(2 * world.ctx.policy.claimTtlMs);
  const run = () => whileTakenForEmpty(world.pool, '"Submission"', () => resumeFollowUps(world.ctx));
  expect([await run(), await run(), await run()]).toEqual([200, 100, 0]);
});

it("where Shopify does not answer, the follow-up is due again later", async () => {
  const { id } = await accepted();
  world.shopify().fail("reportProgress", "not_processed");
  await follow(id);
  const { dueAt, tries } = await row(id);
  expect(dueAt?.getTime()).toBeGreaterThan(world.ctx.clock.now().getTime());
  expect(tries).toBe(1);
  world.advance(60_000);
  await world.sweep();
  expect(await row(id)).toMatchObject({ progressReportedAt: world.ctx.clock.now(), dueAt: null, tries: 0 });
});

it("what becomes due while Shopify is written stays due", async () => {
  const { id, orderId, shopId } = await accepted();
  world.shopify().fail("reportProgress", "not_processed");
  const setDue = () =>
    changeOrder(world, orderId, (rows) => {
      raiseReason(rows, world.ctx, { shopId, orderId, submissionId: id, code: "address_not_verified" });
      followNow(rows, world.ctx, id);
    });
  const { shopify } = world.ctx;
  const slow = {
    ...shopify,
    reportProgress: (...asked: Parameters<typeof shopify.reportProgress>) =>
      setDue().then(() => shopify.reportProgress(...asked)),
  };
  await follow(id, { ...world.ctx, shopify: slow });
  expect(await row(id)).toMatchObject({ dueAt: world.ctx.clock.now(), tries: 0 });
});

it("what is due when the order is accepted is done at once", async () => {
  const { id } = await accepted();
  await world.db.submission.update({ where: { id }, data: { dueAt: world.ctx.clock.now() } });
  await follow(id);
  expect(await row(id)).toMatchObject({ progressReportedAt: world.ctx.clock.now(), dueAt: null });
});

it("a row that another transaction holds is left out", async () => {
  const held = await accepted();
  const free = await accepted();
  for (const { id } of [held, free]) await follow(id);
  await world.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Submission" WHERE "id" = ${held.id}::uuid FOR UPDATE`;
    await world.ctx.progressMarks.flush();
  });
  expect(await row(held.id)).toMatchObject({ progressReportedAt: null });
  expect(await row(free.id)).toMatchObject({ progressReportedAt: world.ctx.clock.now() });
});

it("an accepted order is marked by what was read before it was sent, and Shopify is not read again", async () => {
  const { id } = await accepted();
  await follow(id);
  expect(world.shopify().calls).toEqual(["reportProgress"]);
});

it("a fulfillment order that was put on hold since is left alone: Shopify rejects the mark, and is read before the next", async () => {
  const { id } = await accepted();
  const read = inShopify();
  const [held] = world.shopify().snapshot.fulfillmentOrders;
  if (held) world.shopify().setStatus(held, "ON_HOLD");
  await follow(id, world.ctx, read);
  expect(await row(id)).toMatchObject({ progressReportedAt: null, tries: 1 });
  world.advance(60_000);
  await world.sweep();
  expect(held?.status).toBe("ON_HOLD");
  expect(world.shopify().calls).toEqual(["reportProgress", "readFulfillment"]);
  expect(await row(id)).toMatchObject({ progressReportedAt: world.ctx.clock.now(), dueAt: null, tries: 0 });
});

it("a fulfillment order that was moved since is marked at its new location", async () => {
  const { id } = await accepted();
  const read = inShopify();
  const shopify = world.shopify();
  const [moved] = shopify.snapshot.fulfillmentOrders;
  if (moved) shopify.setStatus(moved, "CLOSED");
  const atNewLocation = shopify.addFulfillmentOrder({ [MUG.gid]: 1 }, { assignedLocation: "Side street" });
  await follow(id, world.ctx, read);
  world.advance(60_000);
  await world.sweep();
  expect(atNewLocation.status).toBe("IN_PROGRESS");
});

it("an order that was sent before Shopify had routed it is marked once it is", async () => {
  const { id } = await accepted();
  await follow(id, world.ctx, []);
  expect(world.shopify().calls).toEqual([]);
  world.advance(60_000);
  await world.sweep();
  expect(reports()).toBe(1);
  expect(await row(id)).toMatchObject({ progressReportedAt: world.ctx.clock.now(), dueAt: null });
});
