import { expect, it } from "vitest";
import { unreadableSettings } from "../../settings/settings.ts";
import { COPY } from "./copy.ts";

it("names each setting that cannot be read in words", () => {
  const text = COPY.unreadableSettings.text(unreadableSettings("text"));
  expect(text).toContain("approval, edit window, test orders, unpaid orders");
  expect(text).not.toMatch(/[a-z][A-Z]|undefined/);
});
