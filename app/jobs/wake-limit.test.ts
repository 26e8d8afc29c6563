import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "../../tests/support/ids.ts";
import { insertSentOrders } from "../../tests/support/many-orders.ts";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { testRedis } from "../../tests/support/redis.ts";
import { until } from "../../tests/support/until.ts";
import type { RowId } from "../ports/ids.ts";
import { createQueues, type Queues } from "./queues.ts";
import { createCarefulStore } from "../shopify/points/careful-store.ts";
import { createPointsBudget } from "../shopify/points/points-budget.ts";
import { startWorkerPool } from "./worker-pool.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
let queues: Queues;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  const { url, prefix } = testRedis();
  queues = createQueues(url, world.ctx.log, { prefix });
  await until("its connection", () => queues.byName.delivery.client.status === "ready");
});
afterEach(() => queues.close());

const waiting = async () => (await queues.byName.delivery.getWaiting()).map(({ data }) => data);

it("a burst of one sender gets a few jobs and one for the rest, and another sender's delivery its own", async () => {
  const wake = (partition: string) => {
    const id = newId();
    queues.wake.delivery(id, { partition, account: null, shopifyCalls: null, logFields: {} });
    return id;
  };
  const burst = Array.from({ length: 100 }, () => wake("busy.myshopify.com"));
  const quiet = wake("quiet.myshopify.com");
  const rest = await until("the job of the rest", async () => (await waiting()).find(({ moreDue }) => moreDue));
  expect(rest).toEqual({ id: burst.at(-1), moreDue: true });
  const jobs = await waiting();
  expect(jobs).toContainEqual({ id: quiet });
  expect(jobs).toHaveLength(22);
  // The next window is as large.
  const later = wake("busy.myshopify.com");
  await until("its own job", async () => (await waiting()).some(({ id }) => id === later));
});

it("rows without a job run once a job says that more are due, between two polls and without a row of its own", async () => {
  const { shop, account } = await world.shop();
  const sentAt = world.ctx.clock.now();
  await insertSentOrders(world.pool, {
    ...{ shopId: shop.id, accountId: account.id, count: 30, state: "fulfilled", sentAt, prefix: "W-" },
  });
  await world.db.order.updateMany({ where: { shopId: shop.id }, data: { dueAt: sentAt } });
  const ran = new Set<RowId>();
  const work = async (id: RowId) => {
    ran.add(id);
    await world.db.order.update({ where: { id }, data: { dueAt: null } });
  };
  const observe = { began: () => undefined, ended: () => undefined };
  const limits = { maxConcurrent: 2, maxPerKey: 1 };
  const admission = createPointsBudget(createCarefulStore(world.ctx.clock), world.ctx.ids, () => undefined);
  const ended = () => undefined;
  const pool = startWorkerPool(world.ctx, queues, { name: "order", limits, work, observe, ended, admission });
  try {
    await queues.byName.order.add({ id: newId(), moreDue: true });
    await until("all runs", () => ran.size === 30);
  } finally {
    await pool.stop();
  }
});
