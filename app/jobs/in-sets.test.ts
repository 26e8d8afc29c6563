import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { logContext, withLogContext } from "../logging/log-context.ts";
import { inSets, MAX_SET } from "./in-sets.ts";

interface Item {
  name: string;
  key?: string;
  weight?: number;
}

/** Work on sets that ends when the test says so; by default each item gives its name in capitals. */
function slowSets(maxWeight = Infinity) {
  const sets: { names: string[]; done: PromiseWithResolvers<(string | null)[]>; context: unknown }[] = [];
  const work = inSets<Item, string>({
    keyOf: ({ name, key = name }) => key,
    weightOf: ({ weight = 1 }) => weight,
    maxWeight,
    run(items) {
      const done = Promise.withResolvers<(string | null)[]>();
      sets.push({ names: items.map(({ name }) => name), done, context: logContext() });
      return done.promise;
    },
  });
  const nameSets = () => sets.map(({ names }) => names);
  const end = async (at: number, results = sets[at]!.names.map((name): string | null => name.toUpperCase())) => {
    sets[at]!.done.resolve(results);
    await nextTurn();
    await nextTurn();
  };
  return { sets, nameSets, work, end };
}

it("works together what comes in one turn, and what comes while a set is under way", async () => {
  const { nameSets, work, end } = slowSets();
  const first = Promise.all([work({ name: "a" }), work({ name: "b" })]);
  await nextTurn();
  const later = [work({ name: "c" })];
  await nextTurn();
  later.push(work({ name: "d" }));
  await nextTurn();
  expect(nameSets()).toEqual([["a", "b"]]);
  await end(0);
  expect(await first).toEqual(["A", "B"]);
  expect(nameSets().slice(1)).toEqual([["c", "d"]]);
  await end(1);
  expect(await Promise.all(later)).toEqual(["C", "D"]);
});

it("has one item of a key in a set, a limited number of items, and a limited weight unless one alone exceeds it", async () => {
  const { nameSets, work, end } = slowSets(100);
  void work({ name: "a1", key: "a" });
  void work({ name: "a2", key: "a" });
  for (let at = 0; at < MAX_SET; at += 1) void work({ name: `b${at}` });
  void work({ name: "heavy", weight: 500 });
  void work({ name: "light" });
  await nextTurn();
  for (let at = 0; at < 4; at += 1) await end(at);
  const [first, ...others] = nameSets();
  expect(first).toEqual(["a1", ...Array.from({ length: MAX_SET - 1 }, (_, at) => `b${at}`)]);
  expect(others).toEqual([["a2", `b${MAX_SET - 1}`], ["heavy"], ["light"]]);
});

it("tries each item alone when its set fails, so that only the one at fault fails", async () => {
  const tried: string[][] = [];
  const work = inSets<Item, string>({
    ...{ keyOf: ({ name }) => name, weightOf: () => 1, maxWeight: Infinity },
    async run(items) {
      tried.push(items.map(({ name }) => name));
      if (items.some(({ name }) => name === "bad")) throw new Error("bad");
      return items.map(({ name }) => name);
    },
  });
  const outcomes = await Promise.allSettled([work({ name: "a" }), work({ name: "bad" }), work({ name: "b" })]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(tried).toEqual([["a", "bad", "b"], ["a"], ["bad"], ["b"]]);
});

it("tries alone what a set left undone", async () => {
  const { nameSets, work, end } = slowSets();
  const both = Promise.all([work({ name: "a" }), work({ name: "locked" })]);
  await nextTurn();
  await end(0, ["A", null]);
  expect(nameSets()).toEqual([["a", "locked"], ["locked"]]);
  await end(1);
  expect(await both).toEqual(["A", "LOCKED"]);
});

it("logs of a set with the ids of none of its items", async () => {
  const { sets, work } = slowSets();
  withLogContext({ order: "1" }, () => void work({ name: "a" }));
  await nextTurn();
  expect(sets[0]?.context).toEqual({});
});
