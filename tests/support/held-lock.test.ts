import { afterEach, expect, it, vi } from "vitest";
import type { Pool } from "pg";
import { whileLockHeld } from "./held-lock.ts";

afterEach(() => void vi.useRealTimers());

/** A database in which nobody waits for a lock. */
const idle = {
  connect: () => Promise.resolve({ query: () => Promise.resolve(), release: () => undefined }),
  query: () => Promise.resolve({ rows: [{ waiting: 0 }] }),
} as unknown as Pool;
const nothing = () => Promise.resolve();

it.each([
  ["ends", () => Promise.resolve("done"), "done"],
  ["fails", () => Promise.reject(new Error("failed")), "Error: failed"],
])("work that %s without waiting for the lock leaves no wait behind", async (_, work, outcome) => {
  vi.useFakeTimers();
  const held = whileLockHeld(idle, nothing, work).catch(String);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await held).toBe(outcome);
  expect(vi.getTimerCount()).toBe(0);
});
