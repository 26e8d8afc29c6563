import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { batched } from "./batched.ts";

/** A read that ends when the test says so. */
function slowRead() {
  const reads: { keys: readonly string[]; done: PromiseWithResolvers<string[]> }[] = [];
  const read = (keys: readonly string[]) => {
    const done = Promise.withResolvers<string[]>();
    reads.push({ keys, done });
    return done.promise;
  };
  return { reads, read };
}

it("reads together what is asked for in one turn, and while a read is under way", async () => {
  const { reads, read } = slowRead();
  const ask = batched(read);
  const first = ask("a");
  await nextTurn();
  expect(reads.map(({ keys }) => keys)).toEqual([["a"]]);
  const others = Promise.all([ask("b"), ask("c")]);
  reads[0]?.done.resolve(["A"]);
  expect(await first).toBe("A");
  await nextTurn();
  expect(reads.map(({ keys }) => keys)).toEqual([["a"], ["b", "c"]]);
  reads[1]?.done.resolve(["B", "C"]);
  expect(await others).toEqual(["B", "C"]);
});

it("rejects the keys of a read that fails, and reads the next ones", async () => {
  const { reads, read } = slowRead();
  const ask = batched(read);
  const first = ask("a");
  await nextTurn();
  const second = ask("b");
  reads[0]?.done.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await nextTurn();
  reads[1]?.done.resolve(["B"]);
  expect(await second).toBe("B");
});
