import fc from "fast-check";
import { expect, it } from "vitest";
import { createTurns, laneDepth, type Item } from "./fair-scheduler.ts";

/** Work that ends when it is told to. */
function slowWork() {
  const open = new Map<string, () => void>();
  const begun: string[] = [];
  return {
    begun,
    open,
    work: (id: string) => {
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

const item = (id: string, ...keys: [string, ...string[]]): Item => ({ id, keys });
const nothing = () => undefined;

it("takes one row of each lane in turn", async () => {
  const slow = slowWork();
  const turns = createTurns({ atOnce: 1, ofOne: 4 }, slow.work, nothing);
  for (const id of ["a1", "a2", "a3", "b1", "b2", "c1"]) expect(turns.offer(item(id, id[0] ?? ""))).toBe(true);
  for (let n = 0; n < 6; n += 1) await slow.end(slow.begun.at(-1) ?? "");
  expect(slow.begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

it("has no more of one account at once than it may, whatever the shop, and lets the others pass", () => {
  const slow = slowWork();
  const turns = createTurns({ atOnce: 5, ofOne: 2 }, slow.work, nothing);
  turns.offer(item("1", "shop a", "account"));
  turns.offer(item("2", "shop b", "account"));
  turns.offer(item("3", "shop c", "account"));
  turns.offer(item("4", "shop d", "another"));
  expect(slow.begun).toEqual(["1", "2", "4"]);
});

it("works once more on a row that was offered while it was worked on, and not twice at once", async () => {
  const slow = slowWork();
  const turns = createTurns({ atOnce: 3, ofOne: 3 }, slow.work, nothing);
  turns.offer(item("1", "a"));
  turns.offer(item("1", "a"));
  turns.offer(item("1", "a"));
  expect(slow.begun).toEqual(["1"]);
  await slow.end("1");
  expect(slow.begun).toEqual(["1", "1"]);
  await slow.end("1");
  expect(slow.begun).toEqual(["1", "1"]);
});

it("begins nothing after it was stopped, and waits for what runs", async () => {
  const slow = slowWork();
  const turns = createTurns({ atOnce: 1, ofOne: 1 }, slow.work, nothing);
  turns.offer(item("1", "a"));
  turns.offer(item("2", "a"));
  let over = false;
  const stopped = turns.stop().then(() => (over = true));
  expect(turns.offer(item("3", "b"))).toBe(false);
  await new Promise((resolve) => setImmediate(resolve));
  expect(over).toBe(false);
  await slow.end("1");
  await stopped;
  expect(slow.begun).toEqual(["1"]);
});

it("keeps its bounds, refuses no lane of which nothing waits, and works on all that it took", async () => {
  const rows = fc.array(fc.record({ lane: fc.integer({ min: 0, max: 4 }), account: fc.integer({ min: 0, max: 2 }) }), {
    maxLength: 80,
  });
  const limits = fc.record({ atOnce: fc.integer({ min: 1, max: 6 }), ofOne: fc.integer({ min: 1, max: 4 }) });
  await fc.assert(
    fc.asyncProperty(rows, limits, fc.infiniteStream(fc.nat()), async (given, limit, picks) => {
      const slow = slowWork();
      const turns = createTurns(limit, slow.work, nothing);
      const taken: string[] = [];
      const keysOf = new Map<string, string[]>();
      const check = () => {
        const busy = [...slow.open.keys()].flatMap((id) => keysOf.get(id) ?? []);
        expect(slow.open.size).toBeLessThanOrEqual(limit.atOnce);
        for (const key of busy) expect(busy.filter((one) => one === key).length).toBeLessThanOrEqual(limit.ofOne);
      };
      for (const [at, { lane, account }] of given.entries()) {
        const id = String(at);
        const keys: [string, string] = [`lane ${lane}`, `account ${account}`];
        keysOf.set(id, keys);
        const waitsNone = turns.known().every((one) => slow.open.has(one) || keysOf.get(one)?.[0] !== keys[0]);
        const accepted = turns.offer({ id, keys });
        if (waitsNone) expect(accepted).toBe(true);
        if (accepted) taken.push(id);
        expect(turns.known().length).toBeLessThanOrEqual(limit.atOnce + 5 * laneDepth(limit));
        check();
      }
      while (slow.open.size > 0) {
        const open = [...slow.open.keys()];
        await slow.end(open[(picks.next().value ?? 0) % open.length] ?? "");
        check();
      }
      expect([...slow.begun].sort()).toEqual([...taken].sort());
    }),
    { numRuns: 60 },
  );
});
