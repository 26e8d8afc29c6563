import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { unreadableSettings } from "../../settings/settings.ts";
import { COPY } from "./copy.ts";

it("names each setting that cannot be read in words", () => {
  const text = COPY.unreadableSettings.text(unreadableSettings("text"));
  expect(text).toContain("approval, edit window, when orders are sent, test orders, unpaid orders");
  expect(text).not.toMatch(/[a-z][A-Z]|undefined/);
});

it("claims nothing of a change whose request failed", () => {
  const components = fileURLToPath(new URL("..", import.meta.url));
  const texts = globSync("**/*copy.ts", { cwd: components }).map((file) =>
    readFileSync(`${components}/${file}`, "utf8"),
  );
  expect(texts.join()).not.toMatch(/couldn't be reached[^"]*(Nothing was|is still|wasn't)/);
});
