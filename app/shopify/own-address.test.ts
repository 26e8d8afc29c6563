import { expect, test } from "vitest";
import { isOwnAddress } from "./address-check.ts";

const APP = "https://inkbridge.example";

test("an address of the app is its own", () => {
  expect(isOwnAddress(`${APP}/app/orders?tab=all`, APP)).toBe(true);
});

test.each([
  "https://evil.example/app",
  "https://inkbridge.example.evil.example/",
  "https://inkbridge.example@evil.example/",
  "https://user:word@inkbridge.example/",
  "http://inkbridge.example/",
  "//evil.example/",
  "javascript:alert(1)",
  "data:text/html,x",
  "https:\\\\evil.example",
  "",
])("%j is not", (address) => {
  expect(isOwnAddress(address, APP)).toBe(false);
});
