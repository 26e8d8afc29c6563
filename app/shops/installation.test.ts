import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { UnavailableError } from "../ports/errors.ts";
import { checkAccess, findShopsCatchingUp, findShopsToCheck } from "./access.ts";
import { handleShopWebhook } from "../jobs/handle-shop-webhook.ts";
import { readHome } from "../home/home.ts";
import { installShop, installShopWithDetails } from "./install.ts";
import { parseShopifyWebhook } from "../shopify/webhook-topics.ts";
import { seedOrder, createShopLifecycleContext, createShopsContext } from "../../tests/support/shops-context.ts";
import { uninstallShop } from "./uninstall.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const newDomain = () => `s-${randomUUID()}.myshopify.com`;
const shopRow = (domain: string) => database.db.shop.findUniqueOrThrow({ where: { domain } });

test("installing ten times at once makes one shop, and later visits change its scopes and tell that it is there", async () => {
  const ctx = createShopsContext(database);
  const domain = newDomain();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => installShop(ctx, domain, "read_orders")));
  expect(outcomes.filter((outcome) => outcome === "installed")).toHaveLength(1);
  const before = await shopRow(domain);
  ctx.clock.advance(60_000);
  expect(await installShop(ctx, domain, "read_orders,read_products")).toBe("unchanged");
  expect(await shopRow(domain)).toMatchObject({
    goLiveAt: before.goLiveAt,
    installedAt: ctx.clock.now(),
    scopes: "read_orders,read_products",
  });
});

test("the shop's facts are asked for until they are known", async () => {
  const ctx = createShopsContext(database);
  const domain = newDomain();
  let reads = 0;
  const failingRead = () => Promise.reject(new UnavailableError("no"));
  const workingRead = () =>
    Promise.resolve({ name: `Shop ${(reads += 1)}`, currency: "EUR", timezone: "Europe/Berlin" });
  expect(await installShopWithDetails(ctx, domain, "", failingRead)).toBe("installed");
  expect(await installShopWithDetails(ctx, domain, "", workingRead)).toBe("unchanged");
  await installShopWithDetails(ctx, domain, "", workingRead);
  expect(await shopRow(domain)).toMatchObject({ name: "Shop 1", currency: "EUR" });
  expect(reads).toBe(1);
});

const session = (domain: string, accessToken: string) =>
  database.db.session.create({ data: { id: `offline_${domain}`, shop: domain, state: "", accessToken } });
const sessions = (domain: string) => database.db.session.count({ where: { shop: domain } });

test("an uninstallation that Shopify does not confirm takes nothing away, whenever it says that it happened", async () => {
  const ctx = createShopLifecycleContext(database, "installed");
  const domain = newDomain();
  await installShop(ctx, domain, "");
  await session(domain, "good");
  const before = await shopRow(domain);
  expect(await uninstallShop(ctx, domain)).toBe("installed");
  expect(await handleShopWebhook(ctx, domain, { kind: "uninstalled" }, ctx.clock.now())).toBe("app_installed");
  expect(await shopRow(domain)).toEqual(before);
  expect(await sessions(domain)).toBe(1);
});

test("while Shopify does not say, an uninstallation waits", async () => {
  const ctx = createShopLifecycleContext(database, "shop_unavailable");
  const domain = newDomain();
  await installShop(ctx, domain, "");
  await session(domain, "good");
  await expect(uninstallShop(ctx, domain)).rejects.toMatchObject({ name: "UnavailableError", retryAfterMs: 3_600_000 });
  ctx.askInstallation = () => Promise.reject(new UnavailableError("no"));
  await expect(uninstallShop(ctx, domain)).rejects.toBeInstanceOf(UnavailableError);
  expect(await shopRow(domain)).toMatchObject({ uninstalledAt: null });
  expect(await sessions(domain)).toBe(1);
});

test("an uninstallation forgets the tokens; a reinstallation goes live again and keeps what was known", async () => {
  const ctx = createShopLifecycleContext(database);
  const domain = newDomain();
  await installShop(ctx, domain, "");
  await session(domain, "x");
  await seedOrder(ctx, domain, "gid://shopify/Order/1", "submitted");
  ctx.clock.advance(60_000);
  expect(await uninstallShop(ctx, domain)).toBe("uninstalled");
  expect(await uninstallShop(ctx, domain)).toBe("unchanged");
  expect(ctx.installationChecks).toBe(1);
  expect(await sessions(domain)).toBe(0);
  expect(await readHome(ctx, domain)).toBeNull();
  ctx.clock.advance(60_000);
  expect(await installShop(ctx, domain, "")).toBe("reinstalled");
  const now = ctx.clock.now();
  expect(await shopRow(domain)).toMatchObject({ goLiveAt: now, installedAt: now, uninstalledAt: null });
  expect(await database.db.order.count({ where: { shop: { domain } } })).toBe(1);
  // The orders placed meanwhile are read at once, for a while; the sweep reads them otherwise.
  const { id } = await shopRow(domain);
  const catchesUp = async () => (await findShopsCatchingUp(ctx)).some((one) => one.id === id);
  expect(await catchesUp()).toBe(true);
  await database.db.shop.update({ where: { id }, data: { ordersSweptAt: now } });
  expect(await catchesUp()).toBe(false);
  await database.db.shop.update({ where: { id }, data: { ordersSweptAt: null } });
  ctx.clock.advance(600_000);
  expect(await catchesUp()).toBe(false);
  expect(await uninstallShop(ctx, newDomain())).toBe("unknown_shop");
});

test("an installation while Shopify is asked wins: its token stays, and Shopify is asked again", async () => {
  const ctx = createShopLifecycleContext(database);
  const domain = newDomain();
  await installShop(ctx, domain, "");
  await session(domain, "old");
  const askInstallation = ctx.askInstallation;
  ctx.askInstallation = async () => {
    await database.db.session.updateMany({ where: { shop: domain }, data: { accessToken: "new" } });
    return askInstallation();
  };
  await expect(uninstallShop(ctx, domain)).rejects.toBeInstanceOf(UnavailableError);
  ctx.askInstallation = async () => {
    ctx.clock.advance(1000);
    await installShop(ctx, domain, "");
    return askInstallation();
  };
  await expect(uninstallShop(ctx, domain)).rejects.toBeInstanceOf(UnavailableError);
  expect(await shopRow(domain)).toMatchObject({ uninstalledAt: null });
  expect(await sessions(domain)).toBe(1);
});

test("a shop whose tokens are refused without a word rests, forgets nothing, and continues where it was", async () => {
  const ctx = createShopLifecycleContext(database);
  for (const back of ["by its token", "by a visit"]) {
    const domain = newDomain();
    await installShop(ctx, domain, "");
    await session(domain, "x");
    const { id, goLiveAt } = await shopRow(domain);
    const needsCheck = async () => (await findShopsToCheck(ctx, ctx.clock.now())).some((shop) => shop.id === id);
    expect(await needsCheck()).toBe(false);
    ctx.clock.advance(3_600_000);
    expect(await needsCheck()).toBe(true);
    ctx.installationStatus = "shop_unavailable";
    await checkAccess(ctx, id);
    expect(await shopRow(domain)).toMatchObject({ uninstalledAt: null });
    ctx.installationStatus = "uninstalled";
    await checkAccess(ctx, id);
    expect(await shopRow(domain)).toMatchObject({ uninstalledAt: ctx.clock.now(), accessLostAt: ctx.clock.now() });
    expect(await sessions(domain)).toBe(1);
    expect(await needsCheck()).toBe(true);
    ctx.installationStatus = "installed";
    if (back === "by its token") await checkAccess(ctx, id);
    else expect(await installShop(ctx, domain, "")).toBe("access_restored");
    expect(await shopRow(domain)).toMatchObject({ uninstalledAt: null, accessLostAt: null, goLiveAt });
    expect(ctx.woken).toEqual(back === "by its token" ? [id] : ctx.woken);
  }
});

test("a shop that rests is uninstalled once that is reported and confirmed, since when it rests", async () => {
  const ctx = createShopLifecycleContext(database);
  const domain = newDomain();
  await installShop(ctx, domain, "");
  await session(domain, "x");
  const { id } = await shopRow(domain);
  await checkAccess(ctx, id);
  const since = ctx.clock.now();
  ctx.clock.advance(60_000);
  expect(await uninstallShop(ctx, domain)).toBe("uninstalled");
  expect(await shopRow(domain)).toMatchObject({ uninstalledAt: since, accessLostAt: null });
  expect(await sessions(domain)).toBe(0);
});

test("without a token there is nothing to confirm with: the shop rests", async () => {
  const ctx = createShopLifecycleContext(database, "no_token");
  const domain = newDomain();
  await installShop(ctx, domain, "");
  expect(await uninstallShop(ctx, domain)).toBe("access_lost");
  expect(await shopRow(domain)).toMatchObject({ uninstalledAt: ctx.clock.now(), accessLostAt: ctx.clock.now() });
});

const scopesUpdate = (ctx: ReturnType<typeof createShopLifecycleContext>, domain: string, current: string[]) => {
  const webhook = parseShopifyWebhook("app/scopes_update", domain, Buffer.from(JSON.stringify({ current })));
  if (webhook.kind !== "scopes_updated") throw new Error(webhook.kind);
  return handleShopWebhook(ctx, domain, webhook, ctx.clock.now());
};

test("the scopes that Shopify grants now are kept, in whatever order its webhooks come", async () => {
  const ctx = createShopLifecycleContext(database, "installed");
  const domain = newDomain();
  await installShop(ctx, domain, "read_orders");
  const { id } = await shopRow(domain);
  ctx.grantedScopes = ["read_orders", "read_all_orders"];
  expect(await scopesUpdate(ctx, domain, ["read_orders", "read_all_orders"])).toBe("done");
  expect(await scopesUpdate(ctx, domain, ["read_orders"])).toBe("done");
  expect(await shopRow(domain)).toMatchObject({ scopes: "read_orders,read_all_orders" });
  expect(new Set(ctx.woken)).toEqual(new Set([id]));
  ctx.woken = [];
  ctx.grantedScopes = ["read_orders"];
  expect(await scopesUpdate(ctx, domain, ["read_orders", "read_all_orders"])).toBe("done");
  expect(await shopRow(domain)).toMatchObject({ scopes: "read_orders" });
  expect(ctx.woken).toEqual([]);
});

test("scopes that Shopify does not tell, or that changed while it was asked, are asked for again", async () => {
  const ctx = createShopLifecycleContext(database, "installed");
  const domain = newDomain();
  expect(await scopesUpdate(ctx, domain, ["read_orders"])).toBe("done");
  await installShop(ctx, domain, "read_orders");
  ctx.readScopes = () => Promise.reject(new UnavailableError("no"));
  await expect(scopesUpdate(ctx, domain, ["read_products"])).rejects.toMatchObject({ name: "UnavailableError" });
  // Another process records newer scopes in the meantime.
  ctx.readScopes = async () => {
    await installShop(ctx, domain, "read_orders,read_all_orders");
    return ["read_orders"];
  };
  await expect(scopesUpdate(ctx, domain, ["read_orders"])).rejects.toMatchObject({ name: "UnavailableError" });
  expect(await shopRow(domain)).toMatchObject({ scopes: "read_orders,read_all_orders" });
  expect(ctx.woken).toEqual([]);
});
