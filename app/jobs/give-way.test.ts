import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFairScheduler, type WorkItem } from "./fair-scheduler.ts";
import { createBusyCheck, createGiveWay } from "./give-way.ts";
import { idOf } from "../../tests/support/ids.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Two pools of one process; rows end when they are told to. */
function twoPools(isBusy: () => boolean) {
  const giveWay = createGiveWay(isBusy);
  const open = new Map<string, () => void>();
  const begun: string[] = [];
  const work = ({ id }: WorkItem) => {
    begun.push(id);
    return new Promise<void>((resolve) => open.set(id, resolve));
  };
  const limits = { maxConcurrent: 4, maxPerKey: 1 };
  const pools = [0, 1].map(() => createFairScheduler(limits, work, () => undefined, { giveWay }));
  for (const pool of pools) giveWay.onMayRun(pool.pump);
  const [first, second] = pools;
  if (!first || !second) throw new Error("no pools");
  return {
    first,
    second,
    begun,
    giveWay,
    offer: (pool: typeof first, id: string, shop: string) => pool.offer({ id: idOf(id), partitionKeys: [shop] }),
    async end(id: string) {
      open.get(id)?.();
      open.delete(id);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** A noisy shop had five rows, a sixth runs and a seventh waits; a row of a quiet shop runs in the other pool. */
async function noisyBesideQuiet(isBusy: () => boolean) {
  const pools = twoPools(isBusy);
  for (let n = 1; n <= 5; n += 1) {
    pools.offer(pools.first, `n${n}`, "noisy");
    await pools.end(`n${n}`);
  }
  pools.offer(pools.first, "n6", "noisy");
  pools.offer(pools.first, "n7", "noisy");
  pools.offer(pools.second, "q1", "quiet");
  pools.begun.length = 0;
  return pools;
}

it("begins no row of a noisy shop while one of a quiet shop runs in another pool, and goes on afterwards", async () => {
  const pools = await noisyBesideQuiet(() => true);
  await pools.end("n6");
  expect(pools.begun).toEqual([]);
  await pools.end("q1");
  expect(pools.begun).toEqual(["n7"]);
});

it("begins none while a delivery of a quiet shop is stored, either", async () => {
  const pools = await noisyBesideQuiet(() => true);
  await pools.end("q1");
  pools.giveWay.began("other");
  await pools.end("n6");
  expect(pools.begun).toEqual([]);
  pools.giveWay.ended("other");
  expect(pools.begun).toEqual(["n7"]);
});

it("lets a row of a quiet shop by between two steps of one of a noisy shop, for 50 ms at most", async () => {
  const pools = await noisyBesideQuiet(() => true);
  const went: string[] = [];
  const step = (name: string, shop: string) => void pools.giveWay.letBy(shop).then(() => went.push(name));
  step("of the noisy shop", "noisy");
  step("of the quiet shop", "quiet");
  await vi.advanceTimersByTimeAsync(49);
  expect(went).toEqual(["of the quiet shop"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(went).toEqual(["of the quiet shop", "of the noisy shop"]);
  step("the next of the noisy shop", "noisy");
  await pools.end("q1");
  expect(went).toEqual(["of the quiet shop", "of the noisy shop", "the next of the noisy shop"]);
});

it("lets the rows that have begun go on while a page is open", async () => {
  const pools = await noisyBesideQuiet(() => true);
  await pools.end("q1");
  pools.giveWay.began("page");
  await pools.end("n6");
  expect(pools.begun).toEqual([]);
  await pools.giveWay.letBy("noisy");
});

it("gives way where the workers were stopped and started again, too", async () => {
  const pools = await noisyBesideQuiet(() => true);
  await pools.end("n6");
  pools.giveWay.stop();
  pools.giveWay.onMayRun(pools.first.pump);
  pools.first.pump();
  vi.advanceTimersByTime(50);
  expect(pools.begun).toEqual(["n7"]);
});

it("holds a noisy shop back for 50 ms at most", async () => {
  const pools = await noisyBesideQuiet(() => true);
  await pools.end("n6");
  vi.advanceTimersByTime(49);
  expect(pools.begun).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(pools.begun).toEqual(["n7"]);
});

it("holds nothing back while the process is not busy", async () => {
  const pools = await noisyBesideQuiet(() => false);
  await pools.end("n6");
  expect(pools.begun).toEqual(["n7"]);
});

it("holds nothing back among shops that are served alike", async () => {
  const pools = twoPools(() => true);
  for (const id of ["a1", "b1", "a2", "b2"]) {
    pools.offer(pools.first, id, id.charAt(0));
    await pools.end(id);
  }
  pools.offer(pools.first, "a3", "a");
  pools.offer(pools.second, "b3", "b");
  expect(pools.begun.slice(-2)).toEqual(["a3", "b3"]);
});

it("forgets after two seconds what a shop was served", async () => {
  const pools = await noisyBesideQuiet(() => true);
  await pools.end("q1");
  await pools.end("n6");
  await pools.end("n7");
  vi.advanceTimersByTime(2_000);
  pools.offer(pools.second, "q2", "quiet");
  pools.offer(pools.first, "n8", "noisy");
  expect(pools.begun).toEqual(["n7", "q2", "n8"]);
});

/** An event loop whose times are given: how long it computed, how long it waited, in milliseconds. */
function loopWithTimes() {
  let now = 0;
  let active = 0;
  const utilizationOf = (active: number, idle: number) => ({ active, idle, utilization: active / (active + idle) });
  return {
    computes(ms: number) {
      active += ms;
      now += ms;
    },
    waits(ms: number) {
      now += ms;
    },
    now: () => now,
    eventLoopUtilization: (end?: { active: number; idle: number }, begin?: { active: number; idle: number }) =>
      end && begin
        ? utilizationOf(end.active - begin.active, end.idle - begin.idle)
        : utilizationOf(active, now - active),
  };
}

it("calls a process busy that computes most of the time, until it rests again", () => {
  const loop = loopWithTimes();
  const isBusy = createBusyCheck(0.8, loop);
  expect(isBusy()).toBe(false);
  loop.computes(450);
  loop.waits(100);
  expect(isBusy()).toBe(true);
  loop.computes(300);
  loop.waits(300);
  expect(isBusy()).toBe(false);
});

it("keeps its answer until it has measured long enough", () => {
  const loop = loopWithTimes();
  const isBusy = createBusyCheck(0.8, loop);
  loop.computes(499);
  expect(isBusy()).toBe(false);
  loop.computes(1);
  expect(isBusy()).toBe(true);
  loop.waits(499);
  expect(isBusy()).toBe(true);
});
