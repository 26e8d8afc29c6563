import { afterEach, expect, test } from "vitest";
import { silentLog } from "../../tests/support/silent-log.ts";
import { ReadShop } from "./admin.generated.ts";
import { createApiVersions, createReadOtherApiVersion } from "./api-version.ts";
import { createAdminClient } from "./client.ts";
import { oddServer, rerouteShopify } from "./scripted-server.testing.ts";
import { API_VERSION } from "./sdk.ts";

const SHOP = "odd.myshopify.com";
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

function observed() {
  const counted: string[] = [];
  const logged: unknown[] = [];
  const log = { ...silentLog, error: (fields: object) => void logged.push(fields) };
  const { observe, otherOfWebhooks } = createApiVersions({
    log,
    count: (source, version) => void counted.push(`${source} ${version}`),
  });
  return { counted, logged, observe, otherOfWebhooks };
}

/** A client whose answers come from these versions in turn. */
async function clientOf(versions: (string | null)[], observeVersion?: (header: string | null) => void) {
  const body = JSON.stringify({ data: { shop: { name: "Odd", currencyCode: "USD", ianaTimezone: "UTC" } } });
  const server = await oddServer((count) => {
    const version = versions[count - 1];
    return version ? { body, headers: { "x-shopify-api-version": version } } : { body };
  });
  stops.push(server.close, rerouteShopify(server.origin));
  const tokens = { current: () => Promise.resolve("t1"), renew: () => Promise.resolve("t2") };
  return createAdminClient({ apiVersion: API_VERSION, tokens, observeVersion });
}

test("every answer counts by its version, and an unexpected version is logged once", async () => {
  const { counted, logged, observe } = observed();
  const client = await clientOf([API_VERSION, "2027-01", null, "2027-01"], (header) => observe("admin_api", header));
  for (let call = 0; call < 4; call += 1) await client.run(SHOP, ReadShop, {});
  expect(counted).toEqual([`admin_api ${API_VERSION}`, "admin_api 2027-01", "admin_api 2027-01"]);
  expect(logged).toEqual([{ source: "admin_api", asked: API_VERSION, answered: "2027-01" }]);
});

test("answers and webhooks are told apart, and a header that is no version shares one label", () => {
  const { counted, logged, observe } = observed();
  observe("webhook", "2027-01");
  observe("webhook", "x".repeat(100));
  observe("webhook", "2026-11");
  observe("admin_api", "2027-01");
  observe("webhook", undefined);
  expect(counted).toEqual(["webhook 2027-01", "webhook other", "webhook other", "admin_api 2027-01"]);
  expect(logged).toHaveLength(3);
});

test.each<[string, string | null, string | null]>([
  ["the version that was asked for", API_VERSION, null],
  ["another version", "2027-01", "2027-01"],
  ["no version", null, null],
])("an answer of %s", async (_name, header, other) => {
  expect(await createReadOtherApiVersion(await clientOf([header]))(SHOP)).toBe(other);
});

test("the version of webhooks is that of the newest one", () => {
  const { observe, otherOfWebhooks } = observed();
  expect(otherOfWebhooks()).toBeNull();
  observe("admin_api", "2027-01");
  expect(otherOfWebhooks()).toBeNull();
  observe("webhook", "2027-01");
  observe("webhook", undefined);
  expect(otherOfWebhooks()).toBe("2027-01");
  observe("webhook", API_VERSION);
  expect(otherOfWebhooks()).toBeNull();
});
