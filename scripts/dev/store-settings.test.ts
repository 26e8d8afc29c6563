import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { storeSettings } from "./store-settings.ts";

const folder = mkdtempSync(join(tmpdir(), "inkbridge-store-"));
const keyFile = join(folder, "credentials-key");
afterAll(() => rmSync(folder, { recursive: true }));
const OF_CLI = {
  SHOPIFY_API_KEY: "key",
  SHOPIFY_API_SECRET: "secret",
  SCOPES: "read_orders",
  HOST: "https://some-tunnel.trycloudflare.com",
  PORT: "51234",
};
const OF_DOT_ENV = { PRINT_SERVICE_URL: "https://print.example" };

test("the CLI's HOST is the app's address; the app itself listens on the loopback", () => {
  const { env, port } = storeSettings({ ...OF_CLI, ...OF_DOT_ENV }, keyFile);
  expect(port).toBe(51234);
  expect(env).toMatchObject({ SHOPIFY_APP_URL: OF_CLI.HOST, HOST: "127.0.0.1", SHOPIFY_API_KEY: "key" });
});

test("the key that encrypts is made once, unless there is one", () => {
  const made = storeSettings({ ...OF_CLI, ...OF_DOT_ENV }, keyFile).env.CREDENTIALS_KEY;
  expect(storeSettings({ ...OF_CLI, ...OF_DOT_ENV }, keyFile).env.CREDENTIALS_KEY).toBe(made);
  const own = { CREDENTIALS_KEY: "own" };
  expect(storeSettings({ ...OF_CLI, ...OF_DOT_ENV, ...own }, keyFile).env.CREDENTIALS_KEY).toBe("own");
});

test("without the print service's address it says what to put where", () => {
  expect(() => storeSettings(OF_CLI, keyFile)).toThrow(/PRINT_SERVICE_URL=https:/);
});

test("outside the CLI it says how to start", () => {
  expect(() => storeSettings(OF_DOT_ENV, keyFile)).toThrow(/app dev[^]*SHOPIFY_API_KEY.*HOST/);
});
