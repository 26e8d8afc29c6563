import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { insertSentOrders } from "../../tests/support/many-orders.ts";
import { testRedis } from "../../tests/support/redis.ts";
import { until } from "../../tests/support/until.ts";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import type { RowId } from "../ports/ids.ts";
import { createQueueProgress, longest } from "./queue-progress.ts";
import { createQueues, type Queues } from "./queues.ts";
import { createCarefulStore, createPointsBudget } from "../shopify/points-budget.ts";
import { startWorkerPool, type WorkerPool } from "./worker-pool.ts";

const observe = { began: () => undefined, ended: () => undefined };

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
let queues: Queues;
let pool: WorkerPool;
/** Moved by hand: the age of what did not move. */
let now: number;
let queueProgress: ReturnType<typeof createQueueProgress>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  now = 0;
  queueProgress = createQueueProgress(() => now);
  const { url, prefix } = testRedis();
  queues = createQueues(url, world.ctx.log, { prefix });
  await until("its connection", () => queues.byName.order.client.status === "ready");
});
afterEach(async () => {
  await pool.stop();
  await queues.close();
});

/** A queue of one place. */
function start(work: (id: RowId) => Promise<unknown> = async () => undefined): void {
  pool = startWorkerPool(world.ctx, queues, {
    ...{ name: "order", limits: { maxConcurrent: 1, maxPerKey: 1 }, work, observe },
    ended: (result) => queueProgress.ended("order", result),
    admission: createPointsBudget(createCarefulStore(world.ctx.clock), world.ctx.ids, () => undefined),
  });
}

const moved = () => longest(queueProgress.sinceProgress());
const ended = () => longest(queueProgress.sinceEnded());

it("a canary is woken through Redis, and found by a poll where nothing woke it", async () => {
  start();
  pool.sendCanary();
  await until("its end", () => moved() === 0);
  // As if the wake-up were lost.
  await queues.byName.wake_up.pause(true);
  now = 1_000;
  pool.sendCanary();
  await pool.pollDue();
  await until("its end", () => moved() === 0);
});

it("while a run keeps the only place, nothing moves, and each second counts", async () => {
  const { shop, account } = await world.shop();
  const sentAt = world.ctx.clock.now();
  const one = { shopId: shop.id, accountId: account.id, count: 1, state: "fulfilled", sentAt, prefix: "C-" } as const;
  await insertSentOrders(world.pool, one);
  await world.db.order.updateMany({ data: { dueAt: sentAt } });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let runs = 0;
  start(async (id) => {
    runs += 1;
    await held;
    await world.db.order.update({ where: { id }, data: { dueAt: null } });
  });
  queueProgress.ended("order", "progressed");
  await pool.pollDue();
  expect(runs).toBe(1);
  now = 60_000;
  pool.sendCanary();
  await pool.pollDue();
  now = 180_000;
  expect([moved(), ended()]).toEqual([180_000, 180_000]);
  release();
  await until("both ends", () => moved() === 0);
});
