import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockFolder } from "./folder-lock.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "ink bridge lock-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

test("a folder is held once, and again after its release", () => {
  const folder = join(home, "postgres");
  const first = lockFolder(folder);
  expect(first.held).toBe(true);
  expect(lockFolder(folder)).toMatchObject({ held: false, why: expect.stringContaining(`process ${process.pid}`) });
  if (first.held) first.release();
  expect(lockFolder(folder).held).toBe(true);
});

test.each([
  ["of a process that is gone", JSON.stringify({ pid: 2 ** 22 + 1, born: null })],
  ["of an earlier process with the same number", JSON.stringify({ pid: process.pid, born: "another boot/1" })],
  ["that was cut off while it was written", '{"pid":'],
])("a lock %s is taken over", (_what, content) => {
  const folder = join(home, "postgres");
  writeFileSync(`${folder}.lock`, content);
  expect(lockFolder(folder).held).toBe(true);
});
