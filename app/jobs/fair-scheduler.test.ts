import fc from "fast-check";
import { expect, it } from "vitest";
import { createFairScheduler, maxQueuedPerPartition, type WorkItem } from "./fair-scheduler.ts";
import { idOf } from "../../tests/support/ids.ts";

/** Work that ends when it is told to. */
function slowWork() {
  const open = new Map<string, () => void>();
  const begun: string[] = [];
  return {
    begun,
    open,
    work: ({ id }: WorkItem) => {
      begun.push(id);
      return new Promise<void>((resolve) => open.set(id, resolve));
    },
    async end(id: string) {
      open.get(id)?.();
      open.delete(id);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const item = (id: string, ...keys: [string, ...string[]]): WorkItem => ({ id: idOf(id), partitionKeys: keys });
const nothing = () => undefined;

it("takes one row of each partition in turn", async () => {
  const slow = slowWork();
  const scheduler = createFairScheduler({ maxConcurrent: 1, maxPerKey: 4 }, slow.work, nothing);
  for (const id of ["a1", "a2", "a3", "b1", "b2", "c1"]) expect(scheduler.offer(item(id, id[0] ?? ""))).toBe(true);
  for (let n = 0; n < 6; n += 1) await slow.end(slow.begun.at(-1) ?? "");
  expect(slow.begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

it("has no more of one account at once than it may, whatever the shop, and lets the others pass", () => {
  const slow = slowWork();
  const scheduler = createFairScheduler({ maxConcurrent: 5, maxPerKey: 2 }, slow.work, nothing);
  scheduler.offer(item("1", "shop a", "account"));
  scheduler.offer(item("2", "shop b", "account"));
  scheduler.offer(item("3", "shop c", "account"));
  scheduler.offer(item("4", "shop d", "another"));
  expect(slow.begun).toEqual(["1", "2", "4"]);
});

it("works once more on a row that was offered while it was worked on, and not twice at once", async () => {
  const slow = slowWork();
  const scheduler = createFairScheduler({ maxConcurrent: 3, maxPerKey: 3 }, slow.work, nothing);
  scheduler.offer(item("1", "a"));
  scheduler.offer(item("1", "a"));
  scheduler.offer(item("1", "a"));
  expect(slow.begun).toEqual(["1"]);
  await slow.end("1");
  expect(slow.begun).toEqual(["1", "1"]);
  await slow.end("1");
  expect(slow.begun).toEqual(["1", "1"]);
});

it("has as many rows running as may run at the moment, of all and of one key", async () => {
  const slow = slowWork();
  let allowed = { maxConcurrent: 1, maxPerKey: 3 };
  const scheduler = createFairScheduler({ maxConcurrent: 5, maxPerKey: 3 }, slow.work, nothing, {
    allowed: () => allowed,
  });
  for (const id of ["1", "2", "3", "4", "5", "6"]) scheduler.offer(item(id, "a"));
  expect(slow.begun).toEqual(["1"]);
  allowed = { maxConcurrent: 5, maxPerKey: 2 };
  await slow.end("1");
  expect(slow.begun).toEqual(["1", "2", "3"]);
  allowed = { maxConcurrent: 5, maxPerKey: 3 };
  scheduler.pump();
  expect(slow.begun).toEqual(["1", "2", "3", "4"]);
});

it("begins nothing after it was stopped, and waits for what runs", async () => {
  const slow = slowWork();
  const scheduler = createFairScheduler({ maxConcurrent: 1, maxPerKey: 1 }, slow.work, nothing);
  scheduler.offer(item("1", "a"));
  scheduler.offer(item("2", "a"));
  let over = false;
  const stopped = scheduler.stop().then(() => (over = true));
  expect(scheduler.offer(item("3", "b"))).toBe(false);
  await new Promise((resolve) => setImmediate(resolve));
  expect(over).toBe(false);
  await slow.end("1");
  await stopped;
  expect(slow.begun).toEqual(["1"]);
});

it("keeps its bounds, refuses no partition of which nothing waits, and works on all that it took", async () => {
  const rows = fc.array(
    fc.record({ partition: fc.integer({ min: 0, max: 4 }), account: fc.integer({ min: 0, max: 2 }) }),
    {
      maxLength: 80,
    },
  );
  const limits = fc.record({
    maxConcurrent: fc.integer({ min: 1, max: 6 }),
    maxPerKey: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(rows, limits, fc.infiniteStream(fc.nat()), async (given, limit, expectNext) => {
      const slow = slowWork();
      const scheduler = createFairScheduler(limit, slow.work, nothing);
      const taken: string[] = [];
      const keysOf = new Map<string, string[]>();
      const check = () => {
        const busy = [...slow.open.keys()].flatMap((id) => keysOf.get(id) ?? []);
        expect(slow.open.size).toBeLessThanOrEqual(limit.maxConcurrent);
        for (const key of busy) expect(busy.filter((one) => one === key).length).toBeLessThanOrEqual(limit.maxPerKey);
      };
      for (const [at, { partition, account }] of given.entries()) {
        const id = String(at);
        const keys: [string, string] = [`partition ${partition}`, `account ${account}`];
        keysOf.set(id, keys);
        const waitsNone = scheduler.knownIds().every((one) => slow.open.has(one) || keysOf.get(one)?.[0] !== keys[0]);
        const accepted = scheduler.offer(item(id, ...keys));
        if (waitsNone) expect(accepted).toBe(true);
        if (accepted) taken.push(id);
        expect(scheduler.knownIds().length).toBeLessThanOrEqual(limit.maxConcurrent + 5 * maxQueuedPerPartition(limit));
        check();
      }
      while (slow.open.size > 0) {
        const open = [...slow.open.keys()];
        await slow.end(open[(expectNext.next().value ?? 0) % open.length] ?? "");
        check();
      }
      expect([...slow.begun].sort()).toEqual([...taken].sort());
    }),
    { numRuns: 60 },
  );
});
