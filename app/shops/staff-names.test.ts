import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { createShopLifecycleContext } from "../../tests/support/shops-context.ts";
import { until } from "../../tests/support/until.ts";
import { UnavailableError } from "../ports/errors.ts";
import type { NamedStaff } from "../ports/shopify.ts";
import { installShop } from "./install.ts";
import { createStaffNames, requestStaffName, readStaffNames } from "./staff-names.ts";
import { uninstallShop } from "./uninstall.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const DAY = 86_400_000;
const USER = "90071992547";

/** An installed shop, whose Shopify answers what `answers` is set to. */
async function setUp() {
  const domain = `s-${randomUUID()}.myshopify.com`;
  const shopify = { asked: [] as string[], answer: (): NamedStaff | Promise<NamedStaff> => named("Kim Park") };
  const logLines: string[] = [];
  const base = createShopLifecycleContext(database);
  const ctx = {
    ...base,
    log: { ...base.log, warn: (...line: unknown[]) => void logLines.push(JSON.stringify(line)) },
    readStaff: async (shop: string, idToken: string) => {
      shopify.asked.push(`${shop} ${idToken}`);
      return shopify.answer();
    },
  };
  await installShop(ctx, domain, "");
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain } });
  const staff = { shop, userId: USER, idToken: "id-token" };
  const nameOf = async (userId = USER) => (await readStaffNames(ctx, shop.id, [userId])).get(userId);
  return { ctx, shop, staff, shopify, nameOf, logLines };
}

const named = (name: string | null, userId = USER, accountOwner = false): NamedStaff => ({
  userId,
  name,
  accountOwner,
});

test("a name is kept encrypted, for its shop alone", async () => {
  const { ctx, shop, staff, shopify, nameOf } = await setUp();
  await requestStaffName(ctx, staff);
  expect(shopify.asked).toEqual([`${shop.domain} id-token`]);
  expect(await nameOf()).toBe("Kim Park");
  expect(await nameOf("78")).toBeUndefined();
  const { shop: other } = await setUp();
  expect((await readStaffNames(ctx, other.id, [USER])).size).toBe(0);
  const { rows } = await database.pool.query<{ row: string }>('SELECT t::text AS "row" FROM "StaffMember" t');
  expect(rows[0]?.row).not.toContain(Buffer.from("Kim").toString("hex"));
});

test("a known name is asked for again after 30 days, and no earlier", async () => {
  const { ctx, staff, shopify, nameOf } = await setUp();
  await requestStaffName(ctx, staff);
  shopify.answer = () => named("Kim Ito");
  ctx.clock.advance(29 * DAY);
  await requestStaffName(ctx, staff);
  expect(await nameOf()).toBe("Kim Park");
  ctx.clock.advance(2 * DAY);
  await requestStaffName(ctx, staff);
  expect(await nameOf()).toBe("Kim Ito");
  expect(shopify.asked).toHaveLength(2);
});

test("a user without a name is not asked for at each action", async () => {
  const { ctx, staff, shopify, nameOf } = await setUp();
  shopify.answer = () => named(null);
  for (let actions = 0; actions < 3; actions += 1) await requestStaffName(ctx, staff);
  expect(await nameOf()).toBeUndefined();
  expect(shopify.asked).toHaveLength(1);
});

test("actions in quick succession ask once, and never wait", async () => {
  const { ctx, staff, shopify, nameOf } = await setUp();
  const answer = Promise.withResolvers<NamedStaff>();
  shopify.answer = () => answer.promise;
  const learn = createStaffNames(ctx);
  for (let actions = 0; actions < 3; actions += 1) learn(staff);
  await until("Shopify is asked", () => shopify.asked.length > 0);
  learn(staff);
  answer.resolve(named("Kim Park"));
  await until("the name is known", nameOf);
  expect(shopify.asked).toHaveLength(1);
});

test("two processes at once keep one readable name", async () => {
  const { ctx, shop, staff, nameOf } = await setUp();
  await Promise.all(Array.from({ length: 6 }, () => requestStaffName(ctx, staff)));
  expect(await nameOf()).toBe("Kim Park");
  expect(await ctx.db.staffMember.count({ where: { shopId: shop.id } })).toBe(1);
});

test("a failure is logged without anything about the person, and the next action asks again", async () => {
  const { ctx, staff, shopify, nameOf, logLines } = await setUp();
  shopify.answer = () => Promise.reject(new UnavailableError("Kim Park is unknown", { httpStatus: 503 }));
  const learn = createStaffNames(ctx);
  learn(staff);
  await until("the failure is logged", () => logLines.length > 0);
  expect(logLines[0]).toContain("UnavailableError");
  expect(logLines[0]).toContain("503");
  expect(logLines.join()).not.toMatch(/Kim|90071992547|id-token/);
  shopify.answer = () => named("Kim Park");
  learn(staff);
  await until("the name is known", nameOf);
});

test("nothing is kept of a shop in which the app was uninstalled meanwhile", async () => {
  const { ctx, shop, staff, shopify } = await setUp();
  shopify.answer = async () => {
    await uninstallShop(ctx, shop.domain);
    return named("Kim Park");
  };
  await requestStaffName(ctx, staff);
  expect(await ctx.db.staffMember.count({ where: { shopId: shop.id } })).toBe(0);
});
