import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { APP, SHOP, standInWithShop } from "../../sandbox/shopify/stand-in.testing.ts";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { installShopWithDetails } from "../shops/install.ts";
import { createSingleFlight } from "../database/lease.ts";
import { createShopsContext } from "../../tests/support/shops-context.ts";
import { uninstallShop } from "../shops/uninstall.ts";
import { createShopify, readShop } from "./adapter.ts";
import { createAdminClient } from "./client.ts";
import { createInstallationCheck } from "./installation.ts";
import { API_VERSION, createShopifyApp } from "./sdk.ts";
import { EncryptedSessionStorage } from "./session-storage.ts";
import { rerouteShopify } from "./scripted-server.testing.ts";
import { createOfflineTokens } from "./tokens.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => void (database = await openFreshDatabase()));
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await database.db.session.deleteMany();
});
afterAll(() => database.drop());

async function setUp() {
  const { standIn } = await standInWithShop();
  stops.push(() => standIn.close(), rerouteShopify(standIn.url));
  const manual = createShopsContext(database);
  // The SDK and the stand-in live by the real clock.
  const ahead = { ms: 0 };
  const ctx = { ...manual, clock: { now: () => new Date(Date.now() + ahead.ms) } };
  const sessions = new EncryptedSessionStorage(ctx, ctx.encryptor);
  const tokens = createOfflineTokens({ ...ctx, sessions, app: APP, singleFlight: createSingleFlight(ctx, 30_000) });
  const client = createAdminClient({ apiVersion: API_VERSION, tokens });
  const app = createShopifyApp({
    ...APP,
    appUrl: "https://app.example.com",
    scopes: ["read_orders"],
    sessions,
    log: ctx.log,
    onInstalled: async (shop, scopes) =>
      void (await installShopWithDetails(ctx, shop, scopes, (domain) => readShop(client, domain))),
  });
  const visit = () => {
    const query = new URLSearchParams({
      shop: SHOP,
      host: btoa(`admin.shopify.com/store/x`),
      embedded: "1",
      id_token: standIn.sessionToken(SHOP),
    });
    const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0" };
    return app.authenticate.admin(new Request(`https://app.example.com/app?${query}`, { headers }));
  };
  const askInstallation = createInstallationCheck(client, tokens);
  return {
    standIn,
    ctx,
    ahead,
    visit,
    tokens,
    askInstallation,
    shopify: createShopify(client, () => Promise.resolve(false)),
  };
}

test("opening the app installs it, and its token works for the jobs", async () => {
  const { ctx, visit, shopify, standIn } = await setUp();
  const { session } = await visit();
  expect(session.shop).toBe(SHOP);
  await visit();
  expect(await ctx.db.shop.findUnique({ where: { domain: SHOP } })).toMatchObject({
    uninstalledAt: null,
    currency: expect.any(String),
  });
  const order = standIn.placeOrder(SHOP, { lines: [{ title: "Thing" }] });
  expect(await shopify.readOrder(SHOP, `gid://shopify/Order/${order.id}`)).toMatchObject({ name: order.name });
});

test("the token is renewed before it ends, once for many, and each refresh token is used once", async () => {
  const { ahead, visit, tokens, standIn } = await setUp();
  await visit();
  ahead.ms = 56 * 60_000;
  const got = await Promise.all(Array.from({ length: 10 }, () => tokens.current(SHOP)));
  expect(new Set(got).size).toBe(1);
  ahead.ms += 56 * 60_000;
  expect(await tokens.current(SHOP)).not.toBe(got[0]);
  expect(standIn.refreshes).toHaveLength(2);
});

test("after an uninstallation there is no token, and a visit installs the app again", async () => {
  const { ctx, visit, tokens, standIn, askInstallation } = await setUp();
  await visit();
  expect(await askInstallation(SHOP)).toBe("installed");
  standIn.uninstall(SHOP);
  const unused = { readScopes: () => Promise.resolve([]), wakeHeld: () => Promise.resolve(), uninstallGraceMs: 0 };
  const uninstallCtx = { ...ctx, ...unused, askInstallation };
  expect(await uninstallShop(uninstallCtx, SHOP)).toBe("uninstalled");
  await expect(tokens.current(SHOP)).rejects.toMatchObject({ name: "UnauthorizedError" });
  standIn.install(SHOP);
  await visit();
  expect(await tokens.current(SHOP)).toEqual(expect.any(String));
  expect(await ctx.db.shop.findUnique({ where: { domain: SHOP } })).toMatchObject({ uninstalledAt: null });
});
