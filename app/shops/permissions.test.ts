import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { createShopLifecycleContext } from "../../tests/support/shops-context.ts";
import { denialText } from "../components/settings/permissions-copy.ts";
import { UnavailableError } from "../ports/errors.ts";
import { installShop } from "./install.ts";
import { readDenied, readPermissions, savePermissions, type Permissions } from "./permissions.ts";
import { createOwnerCheck, requestStaffName } from "./staff-names.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const [OWNER, KIM, NOA] = ["90001", "77", "78"];
const MINUTE = 60_000;
const EVERYONE: Permissions = { approve: null, map: null, pay: null, settings: null };

/** A shop with an owner and two members of staff, all of whom have acted. Shopify names whoever `asking` is set to. */
async function setUp() {
  const domain = `s-${randomUUID()}.myshopify.com`;
  const shopify = { asked: 0, up: true, owner: OWNER };
  const names: Record<string, string> = { [OWNER]: "Ana Lopez", [KIM]: "Kim Park", [NOA]: "Noa Levi" };
  let asking = OWNER;
  const ctx = {
    ...createShopLifecycleContext(database),
    readStaff: () => {
      shopify.asked += 1;
      if (!shopify.up) return Promise.reject(new UnavailableError("no answer"));
      return Promise.resolve({ userId: asking, name: names[asking] ?? null, accountOwner: asking === shopify.owner });
    },
  };
  await installShop(ctx, domain, "");
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain } });
  for (const userId of [OWNER, KIM, NOA]) {
    asking = userId;
    await requestStaffName(ctx, { shop, userId, idToken: "token" });
  }
  shopify.asked = 0;
  const checkOwner = createOwnerCheck(ctx);
  const isOwner = (userId: string, idToken: string | null = "token") => {
    asking = userId;
    return checkOwner({ shop, userId, idToken });
  };
  const denied = (userId: string) => readDenied(ctx, { shopId: shop.id, userId }, () => isOwner(userId));
  const save = async (userId: string, wanted: Partial<Permissions>, seen?: Permissions) =>
    savePermissions(
      ctx,
      { shopId: shop.id, userId, accountOwner: await isOwner(userId) },
      { ...EVERYONE, ...wanted },
      seen ?? (await readPermissions(ctx, shop.id)),
    );
  return { ctx, shop, shopify, isOwner, denied, save };
}

test("everyone may do everything, until staff is chosen", async () => {
  const { shopify, denied } = await setUp();
  expect(await denied(KIM)).toEqual({});
  expect(shopify.asked).toBe(0);
});

test("only chosen staff may approve; the others are told whom to ask, and the store owner always may", async () => {
  const { denied, save } = await setUp();
  expect(await save(OWNER, { approve: [KIM] })).toBe("saved");
  expect(await denied(KIM)).toEqual({});
  expect(await denied(OWNER)).toEqual({});
  expect(await denied(NOA)).toEqual({ approve: ["Kim Park"] });
  expect(denialText("approve", ["Kim Park"])).toBe(
    "Only chosen staff may approve and send orders. Ask Kim Park or the store owner.",
  );
  expect(denialText("map", [])).toBe("Only chosen staff may change mappings and artwork. Ask the store owner.");
});

test("nobody locks out the owner, and nobody but the owner can give up changing permissions", async () => {
  const { denied, save } = await setUp();
  expect(await save(KIM, { settings: [NOA] })).toBe("own_removed");
  expect(await save(KIM, { settings: [KIM] })).toBe("saved");
  expect(await denied(NOA)).toEqual({ settings: ["Kim Park"] });
  expect(await denied(OWNER)).toEqual({});
  expect(await save(OWNER, { settings: [NOA] })).toBe("saved");
  expect(await denied(KIM)).toEqual({ settings: ["Noa Levi"] });
  expect(await save(OWNER, {})).toBe("saved");
  expect(await denied(KIM)).toEqual({});
});

test("staff whom the app doesn't know, or permissions that a colleague changed meanwhile, are not saved", async () => {
  const { ctx, shop, save } = await setUp();
  expect(await save(OWNER, { map: ["99"] })).toBe("unknown_staff");
  expect(await save(OWNER, { map: [NOA] })).toBe("saved");
  expect(await save(OWNER, { map: [KIM] }, EVERYONE)).toBe("changed");
  expect(await readPermissions(ctx, shop.id)).toEqual({ ...EVERYONE, map: [NOA] });
});

test("permissions are a shop's own", async () => {
  const [mine, other] = [await setUp(), await setUp()];
  await mine.save(OWNER, { map: [KIM] });
  expect(await other.denied(NOA)).toEqual({});
});

test("a new owner is known soon, and Shopify is not asked at each try", async () => {
  const { ctx, shopify, isOwner } = await setUp();
  shopify.owner = KIM;
  expect(await isOwner(KIM)).toBe(false);
  expect(shopify.asked).toBe(0);
  ctx.clock.advance(11 * MINUTE);
  expect(await isOwner(KIM)).toBe(true);
  expect(await isOwner(KIM)).toBe(true);
  expect(shopify.asked).toBe(1);
  ctx.clock.advance(25 * 60 * MINUTE);
  expect(await isOwner(OWNER)).toBe(false);
});

test("the owner stays the owner while Shopify gives no answer, or a request has no token", async () => {
  const { ctx, shopify, isOwner } = await setUp();
  ctx.clock.advance(48 * 60 * MINUTE);
  shopify.up = false;
  expect(await isOwner(OWNER)).toBe(true);
  expect(await isOwner(KIM)).toBe(false);
  expect(await isOwner(OWNER, null)).toBe(true);
  expect(shopify.asked).toBe(2);
});

test("while Shopify gives no answer, a person waits for it once a minute, not with every page", async () => {
  const { ctx, shopify, isOwner } = await setUp();
  ctx.clock.advance(11 * MINUTE);
  shopify.up = false;
  for (let page = 0; page < 3; page += 1) expect(await isOwner(KIM)).toBe(false);
  expect(shopify.asked).toBe(1);
  shopify.up = true;
  shopify.owner = KIM;
  ctx.clock.advance(MINUTE);
  expect(await isOwner(KIM)).toBe(true);
  expect(shopify.asked).toBe(2);
});
