import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { Unavailable } from "../ports/errors.ts";
import { readHome } from "./home.ts";
import { installShop, takeUpShop } from "./install.ts";
import { updateScopes } from "./scopes.ts";
import { seedOrder, shopsContext } from "./test-support.ts";
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

test("an uninstallation that is heard of only after the app came back takes nothing away", async () => {
  const ctx = shopsContext(database.db);
  const domain = newDomain();
  await installShop(ctx, domain, "");
  ctx.clock.forward(60_000);
  const left = ctx.clock.now();
  ctx.clock.forward(60_000);
  // To us it never left: its message is still on its way.
  expect(await installShop(ctx, domain, "")).toBe("known");
  await database.db.session.create({ data: { id: `offline_${domain}`, shop: domain, state: "", accessToken: "new" } });
  expect(await uninstallShop(ctx, domain, left)).toBe("older_than_installation");
  expect(await shopRow(domain)).toMatchObject({ uninstalledAt: null });
  expect(await database.db.session.count({ where: { shop: domain } })).toBe(1);
});

test("an uninstallation forgets the tokens; a reinstallation goes live anew and keeps what was known", async () => {
  const ctx = shopsContext(database.db);
  const domain = newDomain();
  await installShop(ctx, domain, "");
  await database.db.session.create({ data: { id: `offline_${domain}`, shop: domain, state: "", accessToken: "x" } });
  await seedOrder(ctx, domain, "gid://shopify/Order/1", "submitted");
  ctx.clock.forward(60_000);
  const at = ctx.clock.now();
  expect(await uninstallShop(ctx, domain, at)).toBe("uninstalled");
  expect(await uninstallShop(ctx, domain, at)).toBe("known");
  expect(await database.db.session.count({ where: { shop: domain } })).toBe(0);
  expect(await readHome(ctx, domain)).toBeNull();
  ctx.clock.forward(60_000);
  expect(await installShop(ctx, domain, "")).toBe("reinstalled");
  const now = ctx.clock.now();
  expect(await shopRow(domain)).toMatchObject({ goLiveAt: now, installedAt: now, uninstalledAt: null });
  expect(await database.db.order.count({ where: { shop: { domain } } })).toBe(1);
  // The first delivery, a day late.
  expect(await uninstallShop(ctx, domain, at)).toBe("older_than_installation");
  expect(await uninstallShop(ctx, newDomain(), at)).toBe("unknown_shop");
});

test("the scopes that Shopify granted are kept", async () => {
  const ctx = shopsContext(database.db);
  const domain = newDomain();
  await installShop(ctx, domain, "");
  await updateScopes(ctx, domain, ["read_orders", "read_products"]);
  const { scopes } = await shopRow(domain);
  expect(scopes).toBe("read_orders,read_products");
});
