import { afterAll, beforeAll, expect, it } from "vitest";
import { createMetrics } from "../../app/composition/metrics.server.ts";
import { openOrdersWorld } from "../support/orders-world.ts";
import { readFigures } from "../../app/orders/core/figures.ts";
import { insertSentOrders } from "../support/many-orders.ts";

/** A year of a busy installation: 1,000,000 orders of 100 shops, with more open work than is counted. */
const SHOPS = 100;
const FINISHED_OF_A_SHOP = 9_700;
const OPEN_OF_A_SHOP = { submitted: 200, waiting: 50, uncertain: 30, shipped: 20 } as const;
const MAX_MS = 20;

const DAY = 24 * 60 * 60_000;
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
  const now = world.ctx.clock.now().getTime();
  for (let number = 0; number < SHOPS; number += 1) {
    const { shop, account } = await world.shop();
    const of = { shopId: shop.id, accountId: account.id, checkedAt: new Date(now) };
    const finished = { count: FINISHED_OF_A_SHOP, state: "fulfilled", sentAt: new Date(now - 40 * DAY) } as const;
    await insertSentOrders(world.pool, { ...of, ...finished, prefix: `F${number}-` });
    for (const [state, count] of Object.entries(OPEN_OF_A_SHOP) as [keyof typeof OPEN_OF_A_SHOP, number][]) {
      const open = { count, state, sentAt: new Date(now - DAY), prefix: `${state}${number}-` };
      await insertSentOrders(world.pool, { ...of, ...open });
    }
    await world.pool.query(BACKLOG, [shop.id, shop.domain, new Date(now - 60_000)]);
  }
  await world.pool.query("VACUUM ANALYZE");
}, 1_200_000);
afterAll(() => world.close());

/** Deliveries of all orders, 300 of them due; due orders and submissions; open reasons for what is not sent. */
const BACKLOG = `
  WITH deliveries AS (
    INSERT INTO "WebhookDelivery" ("id", "source", "topic", "scope", "deliveryId", "receivedAt", "state", "dueAt", "bodyEncrypted")
    SELECT gen_random_uuid(), 'shopify', 'orders/create', $2, "shopifyGid", $3::timestamptz,
      (CASE WHEN n <= 300 THEN 'waiting' ELSE 'done' END)::"WebhookDeliveryState", CASE WHEN n <= 300 THEN $3::timestamptz END, '\\x00'
    FROM (SELECT "shopifyGid", row_number() OVER () AS n FROM "Order" WHERE "shopId" = $1) AS one),
  reasons AS (
    INSERT INTO "Attention" ("id", "shopId", "orderId", "submissionId", "code", "detail", "openedAt")
    SELECT gen_random_uuid(), "shopId", "orderId", "id", 'payment_pending', '{}', $3 FROM "Submission"
    WHERE "shopId" = $1 AND "state" <> 'fulfilled'),
  orders AS (
    UPDATE "Order" SET "dueAt" = $3 WHERE "id" IN (SELECT "id" FROM "Order" WHERE "shopId" = $1 LIMIT 200))
  UPDATE "Submission" SET "dueAt" = $3 + (CASE "state" WHEN 'waiting' THEN interval '1 h' ELSE interval '0' END)
  WHERE "shopId" = $1 AND "state" IN ('waiting', 'uncertain')`;

it(`a scrape takes less than ${MAX_MS} ms with 1,000,000 orders and a backlog`, async () => {
  const { rows } = await world.pool.query<{ count: number }>(`SELECT count(*)::int AS "count" FROM "Order"`);
  expect(rows[0]?.count).toBe(1_000_000);
  const metrics = createMetrics({
    readFigures: () => readFigures(world.ctx),
    countWakeUps: async () => null,
    progressAges: () => ({}),
  });
  const times: number[] = [];
  for (let scrape = 0; scrape < 40; scrape += 1) {
    // As many series as a process has after a while.
    for (let call = 0; call < 20; call += 1)
      metrics.call({ system: "shopify", operation: `Operation${call}`, isWrite: false, result: "ok", ms: scrape });
    const startedAt = performance.now();
    const text = await metrics.text();
    times.push(performance.now() - startedAt);
    expect(text).toContain('inkbridge_queue_waiting{queue="delivery"} 10000');
  }
  const median = times.toSorted((one, other) => one - other)[times.length / 2] ?? Infinity;
  console.log(`scrapes: median ${median.toFixed(1)} ms, first ${times[0]?.toFixed(1)} ms`);
  expect(median).toBeLessThan(MAX_MS);
});
