import { afterAll, beforeEach, expect, it } from "vitest";
import { insertSentOrders } from "../../../tests/support/many-orders.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { findDueRows, type WorkRow } from "./due-work.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { ctx, db, pool } = world;
let prefixes = 0;

beforeEach(() => db.order.updateMany({ data: { dueAt: null } }));

/** A shop with so many orders that have been due for `minutes`. */
async function shopWithDue(number: number, minutes: number): Promise<string> {
  const { shop, account } = await world.shop();
  const many = { shopId: shop.id, accountId: account.id, count: number, state: "submitted" as const };
  await insertSentOrders(pool, { ...many, sentAt: ctx.clock.now(), prefix: `D${(prefixes += 1)}-` });
  const dueAt = new Date(ctx.clock.now().getTime() - minutes * 60_000);
  await db.order.updateMany({ where: { shopId: shop.id }, data: { dueAt } });
  return shop.id;
}

const QUERY = { perPartition: 3, limit: 100, excludedIds: [], excludedPartitions: [], jitterSeed: "one" };
const partitionsOf = (rows: readonly WorkRow[]) => rows.map(({ partition }) => partition);

it("a first row of each partition comes before a second of any", async () => {
  const busy = await shopWithDue(300, 60);
  const quiet = [await shopWithDue(1, 1), await shopWithDue(2, 2)];
  const partitions = partitionsOf(await findDueRows(ctx, "order", QUERY));
  expect(partitions.slice(0, 3).sort()).toEqual([busy, ...quiet].sort());
  expect(partitions.slice(3, 5).sort()).toEqual([busy, quiet[1]].sort());
  expect(partitions.slice(5)).toEqual([busy]);
  expect(partitionsOf(await findDueRows(ctx, "order", { ...QUERY, limit: 2 }))).toHaveLength(2);
});

it("neither rows nor partitions that are being worked on come, nor rows that are due later", async () => {
  const [one, other] = [await shopWithDue(2, 1), await shopWithDue(2, 1)];
  await shopWithDue(2, -1);
  const [first] = await findDueRows(ctx, "order", { ...QUERY, excludedPartitions: [other] });
  const rows = await findDueRows(ctx, "order", { ...QUERY, excludedIds: first ? [first.id] : [] });
  expect(rows.map(({ id }) => id)).not.toContain(first?.id);
  expect(partitionsOf(rows).sort()).toEqual([one, other, other].sort());
});

it("two processes take the rows of a backlog in different order", async () => {
  await shopWithDue(50, 1);
  const taken = async (jitterSeed: string) =>
    (await findDueRows(ctx, "order", { ...QUERY, perPartition: 10, jitterSeed })).map(({ id }) => id);
  expect(await taken("one")).toEqual(await taken("one"));
  expect(await taken("one")).not.toEqual(await taken("other"));
});

it.each(["delivery", "submission", "parcel"] as const)(
  "nothing of the kind %s is due in an empty table",
  async (work) => {
    await db.submission.updateMany({ data: { dueAt: null } });
    await db.parcel.updateMany({ data: { dueAt: null } });
    expect(await findDueRows(ctx, work, QUERY)).toEqual([]);
  },
);

it("the look whether a hold is over leaves Shopify's points to orders that can be sent", async () => {
  const { shop, account } = await world.shop();
  const many = { shopId: shop.id, accountId: account.id, count: 2, state: "waiting" as const };
  await insertSentOrders(pool, { ...many, sentAt: ctx.clock.now(), prefix: `D${(prefixes += 1)}-` });
  const [held, ready] = await db.submission.findMany({ where: { shopId: shop.id } });
  if (!held || !ready) throw new Error("no submissions");
  const openedAt = ctx.clock.now();
  await db.submission.updateMany({ where: { shopId: shop.id }, data: { dueAt: openedAt } });
  const { id: submissionId, shopId, orderId } = held;
  const reason = { id: ctx.ids.uuid(), shopId, orderId, submissionId, code: "held_in_shopify" as const };
  await db.attention.create({ data: { ...reason, subject: "", basis: "", detail: {}, openedAt } });
  const rows = await findDueRows(ctx, "submission", QUERY);
  const purposeOf = (id: string) => rows.find((row) => row.id === id)?.shopifyCalls?.purpose;
  expect([purposeOf(held.id), purposeOf(ready.id)]).toEqual(["sweep", "send"]);
});

it("the look whether a parcel is still blocked leaves them, too, and a parcel that Shopify's message woke does not", async () => {
  const { shop, account } = await world.shop();
  const one = { shopId: shop.id, accountId: account.id, count: 1, state: "submitted" as const };
  await insertSentOrders(pool, { ...one, sentAt: ctx.clock.now(), prefix: `D${(prefixes += 1)}-` });
  const { id: submissionId, shopId, orderId } = await db.submission.findFirstOrThrow({ where: { shopId: shop.id } });
  const now = ctx.clock.now();
  const parcel = await db.parcel.create({
    data: {
      id: ctx.ids.uuid(),
      shopId,
      submissionId,
      trackingNumber: "1Z",
      trackingUrl: "",
      reportedBy: "event",
      firstSeenAt: now,
      dueAt: now,
      tries: 3,
    },
  });
  const purposeOf = async () => (await findDueRows(ctx, "parcel", QUERY)).at(0)?.shopifyCalls?.purpose;
  expect(await purposeOf()).toBe("fulfillment");
  const reason = { id: ctx.ids.uuid(), shopId, orderId, submissionId, code: "fulfillment_blocked" as const };
  await db.attention.create({ data: { ...reason, subject: parcel.id, basis: "", detail: {}, openedAt: now } });
  expect(await purposeOf()).toBe("sweep");
  await db.parcel.update({ where: { id: parcel.id }, data: { tries: 0 } });
  expect(await purposeOf()).toBe("fulfillment");
});
