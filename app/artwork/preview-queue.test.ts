import { expect, test } from "vitest";
import { createTurns } from "./preview-queue.ts";

/** Work that is done when it is told to be. */
function workshop(bounds = { atOnce: 2, waiting: 6, waitingOfShop: 4 }) {
  const inTurn = createTurns(bounds);
  const begun: string[] = [];
  const open = new Map<string, () => void>();
  const ask = (shop: string, name: string) =>
    inTurn(shop, async () => {
      begun.push(name);
      await new Promise<void>((done) => open.set(name, done));
      return name;
    });
  const settled = () => new Promise<void>((done) => setImmediate(done));
  const finish = (name: string) => (open.get(name)?.(), settled());
  return { ask, begun, finish, settled };
}

test("one shop has one at work, and the others' come in between", async () => {
  const { ask, begun, finish, settled } = workshop();
  for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) void ask(name.slice(0, 1), name);
  await settled();
  expect(begun).toEqual(["a1", "b1"]);
  await finish("a1");
  expect(begun).toEqual(["a1", "b1", "c1"]);
  await finish("c1");
  expect(begun).toEqual(["a1", "b1", "c1", "a2"]);
  await finish("b1");
  await finish("a2");
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("a shop whose share is full is turned away, another is not; nobody is when room comes back", async () => {
  const { ask, begun, finish, settled } = workshop();
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) void ask("a", name);
  expect(await ask("a", "a6")).toBeNull();
  const other = ask("b", "b1");
  await settled();
  expect(begun).toEqual(["a1", "b1"]);
  await finish("b1");
  expect(await other).toBe("b1");
  await finish("a1");
  void ask("a", "a7");
  for (const name of ["a2", "a3", "a4", "a5", "a7"]) await finish(name);
  expect(begun).toEqual(["a1", "b1", "a2", "a3", "a4", "a5", "a7"]);
});

test("all shops together have a bound, too", async () => {
  const { ask } = workshop({ atOnce: 1, waiting: 2, waitingOfShop: 2 });
  for (const shop of ["a", "b", "c"]) void ask(shop, shop);
  expect(await ask("d", "d")).toBeNull();
});

test("work that fails makes room", async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 1, waitingOfShop: 1 });
  await expect(inTurn("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await inTurn("a", () => Promise.resolve("done"))).toBe("done");
});
