import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findBrowser } from "./find-browser.ts";

/** A folder with one program in it, for the time of a test. */
function folderWith(name: string, mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), "inkbridge-browser-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), "");
  chmodSync(join(folder, name), mode);
  return folder;
}

test("Chromium is found on the PATH before Chrome, and first the one without windows", () => {
  const headless = folderWith("chromium-headless-shell");
  const chrome = folderWith("google-chrome");
  const chromium = folderWith("chromium");
  expect(findBrowser({ PATH: `${chrome}:${chromium}:${headless}` })).toBe(join(headless, "chromium-headless-shell"));
  expect(findBrowser({ PATH: `${chrome}:${chromium}` })).toBe(join(chromium, "chromium"));
  expect(findBrowser({ PATH: chrome })).toBe(join(chrome, "google-chrome"));
});

test("CHROME_PATH is the last word, also when nothing is there", () => {
  const own = join(folderWith("my-chrome"), "my-chrome");
  expect(findBrowser({ PATH: folderWith("chromium"), CHROME_PATH: own })).toBe(own);
  expect(findBrowser({ PATH: folderWith("chromium"), CHROME_PATH: "/nowhere" })).toBeNull();
});

test("what cannot be run is not taken", () => {
  const folder = folderWith("chromium", 0o644);
  expect(findBrowser({ PATH: folder })).not.toBe(join(folder, "chromium"));
});
