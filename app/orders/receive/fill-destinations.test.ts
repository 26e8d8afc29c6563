import { randomBytes } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { openFreshDatabase } from "../../../tests/support/database.ts";
import { createEncryptor } from "../../encryption/encryptor.server.ts";
import { encryptCustomer } from "../core/customer-summary.ts";
import { seedShop } from "../pages/list/seed-shop.testing.ts";
import { fillDestinations } from "./fill-destinations.ts";

const database = await openFreshDatabase();
afterAll(() => database.drop());
const { db, sql } = database;
const encryptor = createEncryptor([{ id: "k1", key: randomBytes(32) }]);
const ctx = { sql, encryptor };

it("an order that the previous release wrote gets the country of its customer; an erased one gets none", async () => {
  const shop = await seedShop(db);
  const add = async (name: string, countryCode: string | null, by = ctx) => {
    const id = await shop.order({ name });
    const customer = { name: "Mara", city: "Ghent", country: "", countryCode: countryCode ?? "" };
    const customerEncrypted = countryCode === null ? null : encryptCustomer(by, id, customer);
    await db.order.update({ where: { id }, data: { customerEncrypted } });
  };
  await add("belgian", "BE");
  await add("unknown", "XX");
  await add("erased", null);
  // Of a key that is gone: it is not tried again and again.
  await add("unreadable", "BE", { sql, encryptor: createEncryptor([{ id: "k0", key: randomBytes(32) }]) });
  expect(await fillDestinations(ctx)).toBe(3);
  expect(await fillDestinations(ctx)).toBe(0);
  const rows = await db.order.findMany({ where: { shopId: shop.shopId } });
  expect(Object.fromEntries(rows.map(({ name, destinationCountry }) => [name, destinationCountry]))).toEqual({
    belgian: "BE",
    unknown: "",
    erased: null,
    unreadable: "",
  });
  // The previous release erases the customer, and does not know the country.
  await db.order.updateMany({ where: { shopId: shop.shopId, name: "belgian" }, data: { customerEncrypted: null } });
  await fillDestinations(ctx);
  expect(await db.order.findFirst({ where: { shopId: shop.shopId, name: "belgian" } })).toMatchObject({
    destinationCountry: null,
  });
});

it("thousands of orders are filled in one run", async () => {
  const shop = await seedShop(db);
  const customer = { name: "Mara", city: "Ghent", country: "", countryCode: "BE" };
  const first = await shop.order();
  const {
    id: _id,
    shopifyGid: _gid,
    fulfillmentOrders: _none,
    money: _unread,
    ...row
  } = await db.order.findUniqueOrThrow({ where: { id: first } });
  const ids = Array.from({ length: 450 }, () => crypto.randomUUID() as typeof first);
  await db.order.createMany({
    data: ids.map((id) => ({
      ...row,
      id,
      shopifyGid: `gid://shopify/Order/${id}`,
      customerEncrypted: encryptCustomer(ctx, id, customer),
    })),
  });
  expect(await fillDestinations(ctx)).toBe(450);
  expect(await db.order.count({ where: { shopId: shop.shopId, destinationCountry: "BE" } })).toBe(450);
});
