import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { newId } from "../../../../tests/support/ids.ts";
import { openFreshDatabase } from "../../../../tests/support/database.ts";
import { createEncryptor } from "../../../encryption/encryptor.server.ts";
import type { OrderId } from "../../../ports/ids.ts";
import { SUBMISSION_STATES } from "../../core/states.ts";
import { DEFAULT_QUERY, type ListQuery } from "./list-query.ts";
import { readOrdersPage } from "./read-page.ts";
import { seedShop, type SeedSubmission } from "./seed-shop.testing.ts";
import { STAGES } from "../../../settings/settings.ts";
import { ordersInStage, orderStage, readUsualDays } from "./stages.ts";
import { countOrders } from "./read-page.ts";

const database = await openFreshDatabase();
afterAll(() => database.drop());
const { db } = database;
const clock = { now: () => new Date("2026-11-25T12:00:00Z") };
const ctx = { db, encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]), clock };

const names = async (shop: Awaited<ReturnType<typeof seedShop>>, query: Partial<ListQuery>): Promise<string[]> =>
  (await readOrdersPage(ctx, shop.shopId, { ...DEFAULT_QUERY, ...query })).rows.map(({ name }) => name);

it("an order waits since it was made, prints since it was sent, and has shipped since its first parcel", () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day));
  const made = { createdAt: at(1), sentAt: null, submittedAt: null, parcels: [] };
  const sent = { ...made, sentAt: at(3), submittedAt: at(4) };
  const shipped = { ...sent, state: "shipped", parcels: [{ firstSeenAt: at(9) }, { firstSeenAt: at(7) }] } as const;
  expect(orderStage([{ ...made, state: "ready" }])).toEqual({ name: "waiting", since: at(1) });
  expect(orderStage([{ ...sent, state: "in_production" }])).toEqual({ name: "at_provider", since: at(4) });
  expect(orderStage([{ ...made, sentAt: at(3), state: "uncertain" }])).toEqual({ name: "at_provider", since: at(3) });
  expect(orderStage([shipped])).toEqual({ name: "shipped", since: at(7) });
  // The least advanced submission says where the order is, and the first that came there since when.
  const later = { ...sent, state: "submitted", submittedAt: at(6) } as const;
  expect(orderStage([shipped, later, { ...sent, state: "submitted" }])).toEqual({ name: "at_provider", since: at(4) });
  expect(
    orderStage([
      { ...sent, state: "fulfilled" },
      { ...made, state: "cancelled" },
    ]),
  ).toBeNull();
});

it("orders are sorted by their time in the stage, the others behind them by when they were placed", async () => {
  const shop = await seedShop(db);
  const sent = { createdAt: "2026-11-01T10:00:00Z", sentAt: "2026-11-02T10:00:00Z" };
  await shop.order({ name: "done first", placedAt: "2026-11-01T10:00:00Z", submissions: [{ state: "fulfilled" }] });
  await shop.order({ name: "waits", submissions: [{ state: "waiting", createdAt: "2026-11-12T10:00:00Z" }] });
  await shop.order({ name: "prints", submissions: [{ state: "submitted", ...sent }] });
  await shop.order({ name: "nothing to print", placedAt: "2026-11-03T10:00:00Z", lines: [["Candle", 1, false]] });
  const parcel = { tracking: ["T"], shippedAt: "2026-11-05T10:00:00Z" };
  await shop.order({ name: "on its way", submissions: [{ state: "shipped", ...sent, ...parcel }] });
  expect(await names(shop, { sort: "stage asc" })).toEqual([
    ...["prints", "on its way", "waits"],
    ...["nothing to print", "done first"],
  ]);
  expect(await names(shop, { sort: "stage desc" })).toEqual([
    ...["waits", "on its way", "prints"],
    ...["nothing to print", "done first"],
  ]);
  expect(await names(shop, { sort: "stage asc", tab: "fulfilled" })).toEqual(["done first"]);
  expect(await names(shop, { sort: "stage asc", tab: "shipped" })).toEqual(["on its way"]);
});

it("the database finds the same stage and time as the page shows", async () => {
  const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-11-${String(n).padStart(2, "0")}T10:00:00Z`);
  const submission: fc.Arbitrary<SeedSubmission> = fc.record(
    {
      state: fc.constantFrom(...SUBMISSION_STATES),
      replaced: fc.boolean(),
      createdAt: day,
      sentAt: day,
      submittedAt: day,
      shippedAt: day,
      tracking: fc.constantFrom([], ["T1"], ["T1", "T2"]),
    },
    { requiredKeys: ["state", "createdAt"] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(submission, { maxLength: 3 }), { maxLength: 4 }), async (orders) => {
      const shop = await seedShop(db);
      for (const submissions of orders) await shop.order({ submissions });
      const stored = await db.order.findMany({
        where: { shopId: shop.shopId },
        include: { submissions: { where: { replacedAt: null }, include: { parcels: true } } },
      });
      const expected = stored.flatMap(({ id, submissions }) => {
        const stage = orderStage(submissions);
        return stage ? [{ orderId: id, stage: STAGES.indexOf(stage.name), since: stage.since }] : [];
      });
      const found = await db.$queryRaw<{ orderId: OrderId }[]>(ordersInStage(shop.shopId));
      const byId = (one: { orderId: string }, other: { orderId: string }) => one.orderId.localeCompare(other.orderId);
      expect(found.toSorted(byId)).toEqual(expected.toSorted(byId));
    }),
    { numRuns: 30 },
  );
});

it("orders of one second are listed as Shopify numbers them", async () => {
  const shop = await seedShop(db);
  for (let at = 0; at < 9; at += 1) await shop.order({ placedAt: "2026-11-20T10:00:00Z" });
  const ascending = Array.from({ length: 9 }, (_, at) => `#${1001 + at}`);
  expect(await names(shop, { sort: "placed asc" })).toEqual(ascending);
  expect(await names(shop, { sort: "placed desc" })).toEqual(ascending.toReversed());
  expect(await names(shop, { sort: "updated desc" })).toEqual(ascending.toReversed());
});

describe("an order is late", () => {
  // Wednesday noon in New York.
  const NOW = "2026-11-25T17:00:00Z";
  const late = { ...ctx, clock: { now: () => new Date(NOW) } };
  const lateNames = async (shop: Awaited<ReturnType<typeof seedShop>>, query: Partial<ListQuery> = { tab: "late" }) =>
    (await readOrdersPage(late, shop.shopId, { ...DEFAULT_QUERY, ...query })).rows.map(({ name }) => name).toSorted();

  it("after the business days that the settings allow its stage, on the store's clock", async () => {
    const shop = await seedShop(db, "America/New_York");
    await db.shop.update({
      where: { id: shop.shopId },
      data: { settings: { lateAfterDays: { waiting: 2, at_provider: 5, shipped: 1 } } },
    });
    const sent = (at: string) => ({ createdAt: "2026-11-01T12:00:00Z", sentAt: at });
    await shop.order({ name: "waits 2 days", submissions: [{ state: "waiting", createdAt: "2026-11-23T17:00:00Z" }] });
    await shop.order({ name: "waits less", submissions: [{ state: "waiting", createdAt: "2026-11-23T17:01:00Z" }] });
    await shop.order({ name: "prints 5 days", submissions: [{ state: "submitted", ...sent("2026-11-18T17:00:00Z") }] });
    await shop.order({ name: "prints less", submissions: [{ state: "submitted", ...sent("2026-11-18T17:01:00Z") }] });
    const parcel = { tracking: ["T"], shippedAt: "2026-11-24T17:00:00Z" };
    await shop.order({
      name: "shipped 1 day",
      submissions: [{ state: "shipped", ...sent("2026-11-20T12:00:00Z"), ...parcel }],
    });
    await shop.order({ name: "fulfilled", submissions: [{ state: "fulfilled", ...sent("2026-11-02T12:00:00Z") }] });
    const all = ["prints 5 days", "shipped 1 day", "waits 2 days"];
    expect(await lateNames(shop)).toEqual(all);
    expect(await lateNames(shop, { late: true, sort: "stage asc" })).toEqual(all);
    expect(await lateNames(shop, { late: true, tab: "waiting" })).toEqual(["waits 2 days"]);
    expect(await lateNames(shop, { late: true, search: "prints" })).toEqual(["prints 5 days"]);
    expect((await countOrders(late, shop.shopId)).tabs.late).toBe(3);
    const { rows } = await readOrdersPage(late, shop.shopId, DEFAULT_QUERY);
    const shown = Object.fromEntries(rows.map(({ name, stage }) => [name, stage && [stage.days, stage.late]]));
    expect(shown).toEqual({
      "waits 2 days": [2, true],
      "waits less": [1, false],
      "prints 5 days": [5, true],
      "prints less": [4, false],
      "shipped 1 day": [1, true],
      fulfilled: null,
    });
  });
});

it("the usual days of a stage are the median of the orders that left it in 60 days", async () => {
  const [shop, other] = [await seedShop(db), await seedShop(db)];
  const submissionOf = (shippedAt: string, sentAt = "2026-11-09T10:00:00Z") => ({
    ...{ state: "fulfilled" as const, createdAt: "2026-11-06T10:00:00Z", sentAt, tracking: ["T1", "T2"], shippedAt },
  });
  for (const day of ["11", "12", "20"]) await shop.order({ submissions: [submissionOf(`2026-11-${day}T10:00:00Z`)] });
  // Long ago, and of somebody else.
  await shop.order({ submissions: [submissionOf("2026-09-01T10:00:00Z", "2026-08-01T10:00:00Z")] });
  await other.order({ submissions: [submissionOf("2026-11-10T10:00:00Z")] });
  expect(await readUsualDays(ctx, shop.shopId)).toEqual({ waiting: null, at_provider: 3, shipped: null });
  const parcels = await db.parcel.findMany({ where: { shopId: shop.shopId, trackingNumber: "T1" } });
  await db.shopifyWrite.createMany({
    data: parcels.map(({ id, firstSeenAt }) => ({
      ...{ id: newId(), parcelId: id, kind: "create" as const, lines: [], notified: true, outcome: "done" as const },
      ...{ startedAt: firstSeenAt, endedAt: new Date(firstSeenAt.getTime() + 24 * 60 * 60_000) },
    })),
  });
  const accountId = newId();
  const account = { id: accountId, key: accountId, emailHash: accountId, credentialsEncrypted: Buffer.from("x") };
  await db.printAccount.create({
    data: { ...account, webhookHeader: "", webhookSecretEncrypted: Buffer.from("x"), createdAt: new Date() },
  });
  await db.shop.update({ where: { id: shop.shopId }, data: { printAccountId: accountId } });
  await db.submission.updateMany({ where: { shopId: shop.shopId }, data: { printAccountId: accountId } });
  // From Friday to Monday it is one business day.
  expect(await readUsualDays(ctx, shop.shopId)).toMatchObject({ waiting: 1, shipped: 1 });
});
