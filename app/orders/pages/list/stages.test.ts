import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { openFreshDatabase } from "../../../../tests/support/database.ts";
import { createEncryptor } from "../../../encryption/encryptor.server.ts";
import type { OrderId } from "../../../ports/ids.ts";
import { SUBMISSION_STATES } from "../../core/states.ts";
import { DEFAULT_QUERY, type ListQuery } from "./list-query.ts";
import { readOrdersPage } from "./read-page.ts";
import { seedShop, type SeedSubmission } from "./seed-shop.testing.ts";
import { ordersInStage, orderStage, STAGES } from "./stages.ts";

const database = await openFreshDatabase();
afterAll(() => database.drop());
const { db } = database;
const ctx = { db, encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]) };

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
