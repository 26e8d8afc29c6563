import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../../../tests/support/database.ts";
import { createEncryptor } from "../../../encryption/encryptor.server.ts";
import { encryptCustomer } from "../../core/customer-summary.ts";
import { gidOf, type Gid } from "../../../ports/gid.ts";
import type { ShopId } from "../../../ports/ids.ts";
import { exportOrders } from "./export-orders.ts";
import { DEFAULT_QUERY, SORTS, type ListQuery } from "./list-query.ts";
import { readOrdersPage } from "./read-page.ts";
import { seedShop } from "./seed-shop.testing.ts";

const database = await openFreshDatabase();
afterAll(() => database.drop());
const { db } = database;
const clock = { now: () => new Date("2026-11-25T12:00:00Z") };
const ctx = { db, encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]), clock };

function exported(shopId: ShopId, query: Partial<ListQuery> = {}, batch = 2) {
  const logged: Gid<"Order">[][] = [];
  const rows = exportOrders(
    ctx,
    shopId,
    { ...DEFAULT_QUERY, ...query },
    {
      statusOf: ({ state }) => state ?? "none",
      logAccess: (gids) => Promise.resolve(void logged.push(gids)),
    },
    batch,
  );
  return { rows, logged };
}

async function readAll(shopId: ShopId, query: Partial<ListQuery> = {}): Promise<Record<string, string>[]> {
  const all: string[][] = [];
  for await (const batch of exported(shopId, query).rows) all.push(...batch);
  const [header = [], ...rows] = all;
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [header[at] ?? "", cell])));
}

test("the file has all orders of the list, in its sequence and with its search and filters", async () => {
  const shop = await seedShop(db);
  for (let at = 0; at < 7; at += 1)
    await shop.order({
      placedAt: `2026-11-2${at % 2}T10:00:00Z`,
      lines: [[at < 4 ? "Moon shirt" : "Sun shirt", 1]],
      submissions: [{ state: at === 0 ? "shipped" : "waiting" }],
    });
  const queries: Partial<ListQuery>[] = [...SORTS.map((sort) => ({ sort })), { tab: "waiting" }, { search: "moon" }];
  for (const query of queries) {
    const { rows } = await readOrdersPage(ctx, shop.shopId, { ...DEFAULT_QUERY, ...query });
    expect((await readAll(shop.shopId, query)).map((row) => row["Order"])).toEqual(rows.map(({ name }) => name));
  }
  expect(await readAll(shop.shopId, { search: "moon", tab: "waiting" })).toHaveLength(3);
});

test("a row has the money with its currency, times in UTC, and what the order is known by on both sides", async () => {
  const shop = await seedShop(db);
  const id = await shop.order({
    name: "#7001",
    placedAt: "2026-11-21T12:00:00.000Z",
    paid: ["19.90", "4.1"],
    lines: [
      ["Moon shirt", 2],
      ["Candle", 1, false],
    ],
    submissions: [
      { state: "shipped", reference: "REF-1", itemSku: "TEE-M", tracking: ["9400111899223197428490", "T2"] },
      { state: "cancelled", reference: "REF-0" },
    ],
    attentions: ["payment_pending"],
  });
  await db.orderLine.updateMany({ where: { orderId: id, title: "Moon shirt" }, data: { sku: "FOX-TEE" } });
  await db.submission.updateMany({
    where: { reference: "REF-1" },
    data: { serviceOrderId: "88", sentAt: new Date("2026-11-22T08:30:00Z") },
  });
  const customer = { name: "Mara Quill", city: "Ghent", country: "Belgium", countryCode: "BE" };
  const row = { id, shopId: shop.shopId };
  await db.order.update({ where: row, data: { customerEncrypted: encryptCustomer(ctx, id, customer) } });
  expect(await readAll(shop.shopId)).toMatchObject([
    {
      Order: "#7001",
      "Shopify order ID": "1001",
      "Placed at (UTC)": "2026-11-21T12:00:00.000Z",
      Customer: "Mara Quill",
      City: "Ghent",
      Country: "Belgium",
      "Country code": "BE",
      Status: "shipped",
      Attention: "Not paid",
      Items: "2 x Moon shirt; 1 x Candle",
      "Print items": "2",
      "All items": "3",
      "Store SKUs": "FOX-TEE",
      "Print SKUs": "TEE-M",
      "Print order references": "REF-1",
      "Print service order IDs": "88",
      "Sent at (UTC)": "2026-11-22T08:30:00.000Z",
      "Tracking numbers": "9400111899223197428490; T2",
      "Print items paid": "19.9",
      "Shipping paid": "4.1",
      "Print item value": "24",
      Currency: "EUR",
      "Test order": "No",
    },
  ]);
});

test("no text of a customer or a product is a formula, and no code becomes another number", async () => {
  const shop = await seedShop(db);
  const id = await shop.order({
    name: "=1+1",
    lines: [["Shirt", 1]],
    submissions: [{ state: "shipped", reference: "00123", tracking: ["9400111899223197428490"] }],
  });
  const customer = { name: "=HYPERLINK(1)", city: "-1", country: "@x", countryCode: "+1" };
  const evil = { customerEncrypted: encryptCustomer(ctx, id, customer), shippingTitle: "=1", currency: "=1" };
  await db.order.update({ where: { id, shopId: shop.shopId }, data: { ...evil, financialStatus: "=1" } });
  await db.orderLine.updateMany({ where: { orderId: id }, data: { sku: "=cmd" } });
  const [row = {}] = await readAll(shop.shopId);
  for (const [column, cell] of Object.entries(row)) expect([column, cell[0]]).not.toEqual([column, "="]);
  expect(row).toMatchObject({
    "Tracking numbers": "'9400111899223197428490",
    "Print order references": "'00123",
    City: "'-1",
  });
});

test("who exports customers is in the access log before their rows leave, batch by batch", async () => {
  const shop = await seedShop(db);
  for (let at = 0; at < 5; at += 1) {
    const id = await shop.order({ placedAt: `2026-11-2${at}T10:00:00Z` });
    const customer = { name: "Mara", city: "", country: "", countryCode: "" };
    if (at > 0)
      await db.order.update({ where: { id }, data: { customerEncrypted: encryptCustomer(ctx, id, customer) } });
  }
  const { rows, logged } = exported(shop.shopId);
  await rows.next();
  expect(logged).toEqual([]);
  await rows.next();
  // The rest of the file is not read before somebody takes it.
  expect(logged).toEqual([[gidOf("Order", "1005"), gidOf("Order", "1004")]]);
  while (!(await rows.next()).done);
  // The customer of the last order is not known.
  expect(logged.slice(1)).toEqual([[gidOf("Order", "1003"), gidOf("Order", "1002")]]);
});

test("a list without orders is a file with a header", async () => {
  const shop = await seedShop(db);
  const { rows } = exported(shop.shopId);
  expect((await rows.next()).value).toEqual([expect.arrayContaining(["Order", "Currency"])]);
  expect((await rows.next()).done).toBe(true);
});
