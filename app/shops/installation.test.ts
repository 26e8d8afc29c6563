import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { Unavailable } from "../ports/errors.ts";
import { checkAccess, doubtfulShops } from "./access.ts";
import { handleShopNews } from "../jobs/handle-shop-webhook.ts";
import { readHome } from "../home/home.ts";
import { installShop, takeUpShop } from "./install.ts";
import { updateScopes } from "./scopes.ts";
import { seedOrder, shopNewsContext, shopsContext } from "../../tests/support/shops-context.ts";
import { uninstallShop } from "./uninstall.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const newDomain = () => `s-${randomUUID()}.myshopify.com`;
const shopRow = (domain: string) => database.db.shop.findUniqueOrThrow({ where: { domain } });

test("installing ten times at once makes one shop, and later visits change its scopes and tell that it is there", async () => {
  const ctx = shopsContext(database.db);
  const domain = newDomain();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => installShop(ctx, domain, "read_orders")));
  expect(outcomes.filter((outcome) => outcome === "installed")).toHaveLength(1);
  const before = await shopRow(domain);
  ctx.clock.forward(60_000);
  expect(await installShop(ctx, domain, "read_orders,read_products")).toBe("known");
  expect(await shopRow(domain)).toMatchObject({
    goLiveAt: before.goLiveAt,
    installedAt: ctx.clock.now(),
    scopes: "read_orders,read_products",
  });
});

test("the shop's facts are asked for until they are known", async () => {
  const ctx = shopsContext(database.db);
  const domain = newDomain();
  let asked = 0;
  const failing = () => Promise.reject(new Unavailable("no"));
  const answering = () => Promise.resolve({ name: `Shop ${(asked += 1)}`, currency: "EUR", timezone: "Europe/Berlin" });
  expect(await takeUpShop(ctx, domain, "", failing)).toBe("installed");
  expect(await takeUpShop(ctx, domain, "", answering)).toBe("known");
  await takeUpShop(ctx, domain, "", answering);
  expect(await shopRow(domain)).toMatchObject({ name: "Shop 1", currency: "EUR" });
  expect(asked).toBe(1);
});

const session = (domain: string, accessToken: string) =>
  database.db.session.create({ data: { id: `offline_${domain}`, shop: domain, state: "", accessToken } });
const sessions = (domain: string) => database.db.session.count({ where: { shop: domain } });

test("an uninstallation that Shopify does not confirm takes nothing away, whenever it says that it happened", async () => {
  const ctx = shopNewsContext(database.db, "installed");
  const domain = newDomain();
  await installShop(ctx, domain, "");
  await session(domain, "good");
  const before = await shopRow(domain);
  expect(await uninstallShop(ctx, domain)).toBe("installed");
  expect(await handleShopNews(ctx, domain, { kind: "uninstalled" })).toBe("app_installed");
  expect(await shopRow(domain)).toEqual(before);
  expect(await sessions(domain)).toBe(1);
});

test("while Shopify does not say, an uninstallation waits", async () => {
  const ctx = shopNewsContext(database.db, "shop_unavailable");
  const domain = newDomain();
  await installShop(ctx, domain, "");
  await session(domain, "good");
  await expect(uninstallShop(ctx, domain)).rejects.toMatchObject({ name: "Unavailable", retryAfterMs: 3_600_000 });
  ctx.askInstallation = () => Promise.reject(new Unavailable("no"));
  await expect(uninstallShop(ctx, domain)).rejects.toBeInstanceOf(Unavailable);
  expect(await shopRow(domain)).toMatchObject({ uninstalledAt: null });
  expect(await sessions(domain)).toBe(1);
});

test("an uninstallation forgets the tokens; a reinstallation goes live anew and keeps what was known", async () => {
  const ctx = shopNewsContext(database.db);
  const domain = newDomain();
  await installShop(ctx, domain, "");
  await session(domain, "x");
  await seedOrder(ctx, domain, "gid://shopify/Order/1", "submitted");
  ctx.clock.forward(60_000);
  expect(await uninstallShop(ctx, domain)).toBe("uninstalled");
  expect(await uninstallShop(ctx, domain)).toBe("known");
  expect(ctx.asked).toBe(1);
  expect(await sessions(domain)).toBe(0);
  expect(await readHome(ctx, domain)).toBeNull();
  ctx.clock.forward(60_000);
  expect(await installShop(ctx, domain, "")).toBe("reinstalled");
  const now = ctx.clock.now();
  expect(await shopRow(domain)).toMatchObject({ goLiveAt: now, installedAt: now, uninstalledAt: null });
  expect(await database.db.order.count({ where: { shop: { domain } } })).toBe(1);
  expect(await uninstallShop(ctx, newDomain())).toBe("unknown_shop");
});

test("an installation while Shopify is asked wins: its token stays, and Shopify is asked again", async () => {
  const ctx = shopNewsContext(database.db);
  const domain = newDomain();
  await installShop(ctx, domain, "");
  await session(domain, "old");
  const asking = ctx.askInstallation;
  ctx.askInstallation = async () => {
    await database.db.session.updateMany({ where: { shop: domain }, data: { accessToken: "new" } });
    return asking();
  };
  await expect(uninstallShop(ctx, domain)).rejects.toBeInstanceOf(Unavailable);
  ctx.askInstallation = async () => {
    ctx.clock.forward(1000);
    await installShop(ctx, domain, "");
    return asking();
  };
  await expect(uninstallShop(ctx, domain)).rejects.toBeInstanceOf(Unavailable);
  expect(await shopRow(domain)).toMatchObject({ uninstalledAt: null });
  expect(await sessions(domain)).toBe(1);
});

test("a shop whose tokens are refused without a word rests, forgets nothing, and goes on where it was", async () => {
  const ctx = shopNewsContext(database.db);
  for (const back of ["by its token", "by a visit"]) {
    const domain = newDomain();
    await installShop(ctx, domain, "");
    await session(domain, "x");
    const { id, goLiveAt } = await shopRow(domain);
    const doubtful = async () => (await doubtfulShops(ctx, ctx.clock.now())).includes(id);
    expect(await doubtful()).toBe(false);
    ctx.clock.forward(3_600_000);
    expect(await doubtful()).toBe(true);
    ctx.says = "shop_unavailable";
    await checkAccess(ctx, id);
    expect(await shopRow(domain)).toMatchObject({ uninstalledAt: null });
    ctx.says = "uninstalled";
    await checkAccess(ctx, id);
    expect(await shopRow(domain)).toMatchObject({ uninstalledAt: ctx.clock.now(), accessLostAt: ctx.clock.now() });
    expect(await sessions(domain)).toBe(1);
    expect(await doubtful()).toBe(true);
    ctx.says = "installed";
    if (back === "by its token") await checkAccess(ctx, id);
    else expect(await installShop(ctx, domain, "")).toBe("access_back");
    expect(await shopRow(domain)).toMatchObject({ uninstalledAt: null, accessLostAt: null, goLiveAt });
    expect(ctx.woken).toEqual(back === "by its token" ? [id] : ctx.woken);
  }
});

test("a shop that rests is uninstalled once that is reported and confirmed, since when it rests", async () => {
  const ctx = shopNewsContext(database.db);
  const domain = newDomain();
  await installShop(ctx, domain, "");
  await session(domain, "x");
  const { id } = await shopRow(domain);
  await checkAccess(ctx, id);
  const since = ctx.clock.now();
  ctx.clock.forward(60_000);
  expect(await uninstallShop(ctx, domain)).toBe("uninstalled");
  expect(await shopRow(domain)).toMatchObject({ uninstalledAt: since, accessLostAt: null });
  expect(await sessions(domain)).toBe(0);
});

test("without a token there is nothing to confirm with: the shop rests", async () => {
  const ctx = shopNewsContext(database.db, "no_token");
  const domain = newDomain();
  await installShop(ctx, domain, "");
  expect(await uninstallShop(ctx, domain)).toBe("access_lost");
  expect(await shopRow(domain)).toMatchObject({ uninstalledAt: ctx.clock.now(), accessLostAt: ctx.clock.now() });
});

test("the scopes that Shopify granted are kept", async () => {
  const ctx = shopsContext(database.db);
  const domain = newDomain();
  await installShop(ctx, domain, "");
  await updateScopes(ctx, domain, ["read_orders", "read_products"]);
  const { scopes } = await shopRow(domain);
  expect(scopes).toBe("read_orders,read_products");
});
