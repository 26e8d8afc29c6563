import { expect, test } from "vitest";
import { within } from "./within.ts";

test("gives what the work gives", async () => {
  expect(await within("an answer", Promise.resolve(7))).toBe(7);
});

test("passes on why the work failed", async () => {
  await expect(within("an answer", Promise.reject(new Error("refused")))).rejects.toThrow("refused");
});

test("names what never comes", async () => {
  await expect(within("a process that runs", new Promise(() => undefined), 5)).rejects.toThrow(
    "in vain for: a process that runs",
  );
});
