import { afterEach, beforeEach, expect, it } from "vitest";
import { newId } from "../../tests/support/ids.ts";
import { breakableRedis } from "../../tests/support/breakable-redis.ts";
import { testRedis } from "../../tests/support/redis.ts";
import { silentLog } from "../../tests/support/silent-log.ts";
import { until } from "../../tests/support/until.ts";
import { createQueues, type Queues } from "./queues.ts";
import { createWakeUps } from "./wake-ups.ts";

let queues: Queues;
beforeEach(async () => {
  const { url, prefix } = testRedis();
  queues = createQueues(url, silentLog, { prefix });
  await until("its connection", () => queues.byName.wake_up.client.status === "ready");
});
afterEach(() => queues.close());

const waiting = () => queues.byName.wake_up.getWaiting();

it("rows of one turn share a job for each kind, and a worker takes all of them", async () => {
  const parcels = Array.from({ length: 150 }, () => newId());
  const order = newId();
  for (const id of parcels) queues.wake.parcel(id);
  queues.wake.order(order);
  await until("three jobs", async () => (await waiting()).length === 3);
  const sizes = (await waiting()).map(({ name, data }) => [name, data.ids.length]);
  expect(sizes.sort()).toEqual([
    ["order", 1],
    ["parcel", 100],
    ["parcel", 50],
  ]);
  const taken: string[] = [];
  for (const kind of ["parcel", "order"] as const) queues.wakeUps.take(kind, async (ids) => void taken.push(...ids));
  await until("all", () => taken.length === 151);
  expect(new Set(taken)).toEqual(new Set([...parcels, order]));
  await queues.wakeUps.stopTaking();
  expect(await queues.byName.wake_up.getJobCounts()).toMatchObject({ waiting: 0, active: 0, completed: 0, failed: 0 });
});

it("wake-ups are dropped while too many wait, and sent again soon after workers have taken them", async () => {
  const queue = queues.byName.wake_up;
  const wakeUps = createWakeUps(queue, queues.send.wake_up, silentLog, 10);
  const wake = async () => {
    wakeUps.add("parcel", newId());
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (let count = 0; count < 100; count += 1) await wake();
  await until("one is dropped", async () => {
    const before = await queue.getWaitingCount();
    await wake();
    return (await queue.getWaitingCount()) === before;
  });
  await queue.empty();
  let sent = 0;
  await until("one that arrives", async () => {
    await wake();
    sent += 1;
    return (await queue.getWaitingCount()) > 0;
  });
  // An order brings a few: a quiet shop's must not wait for those of other shops.
  expect(sent).toBeLessThan(60);
});

it("wake-ups of a process with workers of its own do not go through Redis, until these stop", async () => {
  const [own, later] = [newId(), newId()];
  const taken: string[] = [];
  queues.takeLocally("parcel", (id) => void taken.push(id));
  queues.wake.parcel(own);
  queues.takeLocally("parcel", null);
  queues.wake.parcel(later);
  await until("the later one", async () => (await waiting()).length > 0);
  expect([taken, (await waiting()).map(({ data }) => data.ids)]).toEqual([[own], [[later]]]);
});

it("a row that is put off has one delayed job for that time, which says when", async () => {
  const id = newId();
  const now = new Date("2026-11-22T10:00:00Z");
  const dueAt = new Date(now.getTime() + 90_000);
  queues.wakeUps.addDelayed("parcel", id, dueAt, now);
  queues.wakeUps.addDelayed("parcel", id, dueAt, now);
  const [job, ...others] = await until("the job", async () => {
    const delayed = await queues.byName.wake_up.getDelayed();
    return delayed.length > 0 && delayed;
  });
  expect(others).toEqual([]);
  expect([job?.name, job?.data, job?.opts.delay]).toEqual(["parcel", { ids: [id] }, 90_000]);
});

it("a Redis that falls silent while a worker starts leaves no error that ends the process", async () => {
  const redis = await breakableRedis();
  const silent = createQueues(redis.url, silentLog);
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on("unhandledRejection", note);
  try {
    await until("its connection", () => silent.byName.wake_up.client.status === "ready");
    redis.hang(true);
    silent.wakeUps.take("parcel", () => Promise.resolve());
    await silent.wakeUps.stopTaking();
    await silent.close();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off("unhandledRejection", note);
    await redis.stop();
  }
  expect(uncaught).toEqual([]);
});
