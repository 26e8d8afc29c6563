import { expect, test } from "vitest";
import { createPreviewQueue } from "./preview-queue.ts";

/** Work that is done when it is told to be. */
function setUpQueue(limits = { concurrency: 2, maxQueued: 6, maxQueuedPerShop: 4 }) {
  const enqueue = createPreviewQueue(limits);
  const started: string[] = [];
  const open = new Map<string, () => void>();
  const run = (shop: string, name: string) =>
    enqueue(shop, async () => {
      started.push(name);
      await new Promise<void>((done) => open.set(name, done));
      return name;
    });
  const flush = () => new Promise<void>((done) => setImmediate(done));
  const finish = (name: string) => (open.get(name)?.(), flush());
  return { run, started, finish, flush };
}

test("one shop has one at work, and other shops take turns", async () => {
  const { run, started, finish, flush } = setUpQueue();
  for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) void run(name.slice(0, 1), name);
  await flush();
  expect(started).toEqual(["a1", "b1"]);
  await finish("a1");
  expect(started).toEqual(["a1", "b1", "c1"]);
  await finish("c1");
  expect(started).toEqual(["a1", "b1", "c1", "a2"]);
  await finish("b1");
  await finish("a2");
  expect(started).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("a shop whose share is full is turned away, another is not; nobody is when room comes back", async () => {
  const { run, started, finish, flush } = setUpQueue();
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) void run("a", name);
  expect(await run("a", "a6")).toBeNull();
  const other = run("b", "b1");
  await flush();
  expect(started).toEqual(["a1", "b1"]);
  await finish("b1");
  expect(await other).toBe("b1");
  await finish("a1");
  void run("a", "a7");
  for (const name of ["a2", "a3", "a4", "a5", "a7"]) await finish(name);
  expect(started).toEqual(["a1", "b1", "a2", "a3", "a4", "a5", "a7"]);
});

test("all shops together have a bound, too", async () => {
  const { run } = setUpQueue({ concurrency: 1, maxQueued: 2, maxQueuedPerShop: 2 });
  for (const shop of ["a", "b", "c"]) void run(shop, shop);
  expect(await run("d", "d")).toBeNull();
});

test("work that fails makes room", async () => {
  const enqueue = createPreviewQueue({ concurrency: 1, maxQueued: 1, maxQueuedPerShop: 1 });
  await expect(enqueue("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await enqueue("a", () => Promise.resolve("done"))).toBe("done");
});
