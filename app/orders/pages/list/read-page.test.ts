import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import type { EligibilityReason } from "../../../../prisma/client/client.ts";
import { mapping } from "../../../../tests/support/order-fixtures.ts";
import { openFreshDatabase } from "../../../../tests/support/database.ts";
import { createEncryptor } from "../../../encryption/encryptor.server.ts";
import type { SubmissionState } from "../../core/states.ts";
import { countOrders, readNeighbors, readOrdersPage } from "./read-page.ts";
import { DEFAULT_QUERY, SORTS, type ListQuery } from "./list-query.ts";
import { seedShop } from "./seed-shop.testing.ts";
import { TABS } from "./tabs.ts";
import { gidOf, type Gid } from "../../../ports/gid.ts";
import type { ShopId } from "../../../ports/ids.ts";
import { newId } from "../../../../tests/support/ids.ts";

const database = await openFreshDatabase();
afterAll(() => database.drop());
const { db } = database;
const clock = { now: () => new Date("2026-11-25T12:00:00Z") };
const encryptor = createEncryptor([{ id: "k1", key: randomBytes(32) }]);

const page = (shopId: ShopId, query: Partial<ListQuery> = {}, size = 50) =>
  readOrdersPage({ db, encryptor, clock }, shopId, { ...DEFAULT_QUERY, ...query }, size);
const names = async (shopId: ShopId, query: Partial<ListQuery> = {}): Promise<string[]> =>
  (await page(shopId, query)).rows.map((row) => row.name);

test("pages forwards and backwards show every order once, also when all were placed at the same time", async () => {
  const shop = await seedShop(db);
  for (let index = 0; index < 7; index += 1) await shop.order({ placedAt: `2026-11-2${index % 2}T10:00:00Z` });
  for (const sort of SORTS) {
    const first = await page(shop.shopId, { sort }, 3);
    const second = await page(shop.shopId, { sort, after: first.next }, 3);
    const third = await page(shop.shopId, { sort, after: second.next }, 3);
    expect([first, second, third].map((p) => [p.previous !== null, p.next !== null])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
    const all = [first, second, third].flatMap((p) => p.rows.map((row) => row.name));
    expect(new Set(all).size).toBe(7);
    expect(await page(shop.shopId, { sort, before: third.previous }, 3)).toEqual(second);
    expect(await page(shop.shopId, { sort, before: second.previous }, 3)).toEqual(first);
  }
});

test("from an order, the list leads to the ones before and after it, also where the order has left the list", async () => {
  const [shop, other] = [await seedShop(db), await seedShop(db)];
  const sent = { sentAt: "2026-11-20T10:00:00Z", tracking: ["T"] };
  for (const state of ["waiting", "fulfilled", "waiting", "shipped", "waiting"] as const)
    await shop.order({ placedAt: "2026-11-20T10:00:00Z", submissions: [{ state, ...sent }] });
  const of = (number: number, query: Partial<ListQuery> = {}, shopId = shop.shopId) =>
    readNeighbors({ db, encryptor, clock }, shopId, gidOf("Order", String(number)), { ...DEFAULT_QUERY, ...query });
  expect(await of(1003)).toEqual({ previous: "1004", next: "1002" });
  expect(await of(1005)).toEqual({ previous: null, next: "1004" });
  expect(await of(1003, { sort: "updated asc" })).toEqual({ previous: "1002", next: "1004" });
  expect(await of(1003, { tab: "waiting" })).toEqual({ previous: "1005", next: "1001" });
  expect(await of(1004, { tab: "waiting" })).toEqual({ previous: "1005", next: "1003" });
  for (const sort of ["stage asc", "stage desc"] as const) {
    const listed = (await page(shop.shopId, { sort })).rows.map(({ number }) => number);
    for (const [at, number] of listed.entries())
      expect(await of(Number(number), { sort })).toEqual({
        previous: listed[at - 1] ?? null,
        next: listed[at + 1] ?? null,
      });
  }
  expect(await of(1003, {}, other.shopId)).toBeNull();
});

test("an invalid cursor, one of another sorting or one past the end returns the first page", async () => {
  const shop = await seedShop(db);
  for (let index = 0; index < 4; index += 1) await shop.order({ placedAt: `2026-11-2${index}T10:00:00Z` });
  const first = await page(shop.shopId, {}, 3);
  expect(await page(shop.shopId, { after: "nonsense" }, 3)).toEqual(first);
  const otherSorting = { after: first.next, sort: "updated asc" } as const;
  expect((await page(shop.shopId, otherSorting, 3)).previous).toBeNull();
  const last = await page(shop.shopId, { after: first.next }, 3);
  // A larger page would have all three before that place, and room for the last one.
  expect((await page(shop.shopId, { before: last.previous }, 4)).rows).toHaveLength(4);
  await db.order.deleteMany({ where: { shopId: shop.shopId, name: "#1001" } });
  expect(await page(shop.shopId, { after: first.next }, 3)).toEqual({ ...first, next: null });
});

test("an order is on the tab of its least advanced submission; replaced and canceled submissions do not count", async () => {
  const shop = await seedShop(db);
  await shop.order({ name: "waits", submissions: [{ state: "fulfilled" }, { state: "waiting" }] });
  await shop.order({ name: "rejected", submissions: [{ state: "rejected" }], attentions: ["rejected"] });
  await shop.order({ name: "printing", submissions: [{ state: "shipped" }, { state: "in_production" }] });
  await shop.order({
    name: "again",
    submissions: [{ state: "submitted", replaced: true }, { state: "shipped" }, { state: "cancelled" }],
  });
  await shop.order({ name: "done", submissions: [{ state: "fulfilled" }] });
  await shop.order({ name: "foreign", lines: [["Candle", 1, false]] });
  await shop.order({ name: "stopped", submissions: [{ state: "cancelled" }] });
  await shop.order({ name: "risk", submissions: [{ state: "waiting" }], attentions: ["risk_pending"] });

  const tabs = Object.fromEntries(
    await Promise.all(TABS.map(async (tab) => [tab, (await names(shop.shopId, { tab })).toSorted()] as const)),
  );
  expect(tabs).toEqual({
    all: ["again", "done", "foreign", "printing", "rejected", "risk", "stopped", "waits"],
    attention: ["rejected"],
    late: [],
    waiting: ["rejected", "risk", "waits"],
    at_provider: ["printing"],
    shipped: ["again"],
    fulfilled: ["done"],
    not_printed: ["foreign", "stopped"],
  });
  expect(await countOrders({ db, clock }, shop.shopId)).toEqual({
    tabs: { attention: 1, late: 0, waiting: 3, at_provider: 1 },
    any: true,
  });
});

test("items that are mapped and excluded in Shopify are found, also where others of their order are printed", async () => {
  const shop = await seedShop(db);
  const variantGid = gidOf("ProductVariant", "100");
  await db.mapping.create({
    data: { id: newId(), shopId: shop.shopId, ...mapping({ variantGid }), updatedAt: new Date() },
  });
  const order = async (
    name: string,
    reason: EligibilityReason,
    of: { variantGid?: Gid<"ProductVariant">; remaining?: number } = {},
  ) => {
    const orderId = await shop.order({
      name,
      lines: [
        [name, 1],
        ["Shirt", 1],
      ],
      submissions: [{ state: "waiting" }],
    });
    const data = { variantGid, ...of, eligibility: "excluded", eligibilityReason: reason } as const;
    await db.orderLine.updateMany({ where: { orderId, title: name }, data });
    return orderId;
  };
  await order("elsewhere", "other_fulfillment_service");
  await order("virtual", "no_shipping");
  await order("fulfilled", "other_fulfillment_service", { remaining: 0 });
  await order("not mapped", "other_fulfillment_service", { variantGid: gidOf("ProductVariant", "101") });
  await order("gift card", "gift_card");
  const canceled = await order("canceled", "no_shipping");
  await db.order.update({ where: { id: canceled }, data: { cancelledAt: clock.now() } });
  expect((await names(shop.shopId, { excludedInShopify: true })).toSorted()).toEqual(["elsewhere", "virtual"]);
});

test("an order is not printed while none of its submissions stands, whatever happened to them before", async () => {
  const shop = await seedShop(db);
  const orderId = await shop.order({ name: "order", submissions: [{ state: "waiting" }] });
  const set = (data: { state?: SubmissionState; replacedAt?: Date }, kind: "first" | "replacement" = "first") =>
    db.submission.updateMany({ where: { orderId, kind }, data });
  const notPrinted = () => names(shop.shopId, { tab: "not_printed" });
  await set({ state: "cancelled" });
  expect(await notPrinted()).toEqual(["order"]);
  // The service shows that it took the order after all.
  await set({ state: "submitted" });
  expect(await notPrinted()).toEqual([]);
  await set({ replacedAt: new Date() });
  expect(await notPrinted()).toEqual(["order"]);
  const replacement = { id: newId(), shopId: shop.shopId, orderId, reference: newId(), createdAt: new Date() };
  await db.submission.create({ data: { ...replacement, kind: "replacement", state: "ready" } });
  expect(await notPrinted()).toEqual([]);
  await set({ state: "cancelled" }, "replacement");
  expect(await notPrinted()).toEqual(["order"]);
});

test("another shop's orders are never shown, counted or found", async () => {
  const [mine, other] = [await seedShop(db), await seedShop(db)];
  await other.order({ submissions: [{ state: "waiting", reference: "OTHER-1" }], attentions: ["rejected"] });
  for (const tab of TABS) expect(await names(mine.shopId, { tab })).toEqual([]);
  expect(await names(mine.shopId, { search: "OTHER" })).toEqual([]);
  expect(await names(mine.shopId, { search: "Shirt" })).toEqual([]);
  expect((await countOrders({ db, clock }, mine.shopId)).any).toBe(false);
});

test("a search finds names, references, tracking numbers, SKUs and titles in any case", async () => {
  const shop = await seedShop(db);
  await shop.order({
    name: "#2001",
    lines: [["Moon cat 100% cotton", 1]],
    submissions: [{ state: "shipped", reference: "X2001-ABC", itemSku: "G500_M", tracking: ["TRK-77"] }],
    sku: "FOX-Shirt-M",
  });
  await shop.order({ name: "#2002", lines: [["Sun dog 1000 cotton", 1]], submissions: [{ state: "ready" }] });
  const find = (search: string) => names(shop.shopId, { search });
  for (const words of ["#2001", "2001", "x2001-abc", "trk-77", "g500_m", "fox-shirt", "MOON CAT", "100%"])
    expect(await find(words)).toEqual(["#2001"]);
  expect((await find("cotton")).length).toBe(2);
  expect((await find("#")).length).toBe(2);
  for (const words of ["g500xm", "\\", "%%", "'; --"]) expect(await find(words)).toEqual([]);
});

test("days begin and end in the shop's time zone", async () => {
  const shop = await seedShop(db, "America/New_York");
  await shop.order({ name: "eve", placedAt: "2026-11-01T03:59:59.999Z" });
  await shop.order({ name: "first", placedAt: "2026-11-01T04:00:00Z" });
  // That night the clocks go back: the day has 25 hours.
  await shop.order({ name: "last", placedAt: "2026-11-02T04:59:59.999Z" });
  await shop.order({ name: "next", placedAt: "2026-11-02T05:00:00Z" });
  const day = { placedFrom: "2026-11-01", placedTo: "2026-11-01" };
  expect(await names(shop.shopId, day)).toEqual(["last", "first"]);
  expect(await names(shop.shopId, { placedFrom: "2026-11-02" })).toEqual(["next"]);
});

test("filters are combined", async () => {
  const shop = await seedShop(db);
  await shop.order({ name: "a", submissions: [{ state: "waiting" }], attentions: ["payment_pending", "risk_high"] });
  await shop.order({ name: "b", submissions: [{ state: "waiting" }], attentions: ["unmapped_line"] });
  await shop.order({ name: "c", submissions: [{ state: "shipped" }], attentions: ["fulfillment_rejected"] });
  expect(await names(shop.shopId, { reasons: ["risk_high", "fulfillment_rejected"], sort: "placed asc" })).toHaveLength(
    2,
  );
  expect(await names(shop.shopId, { reasons: ["risk_high", "fulfillment_rejected"], states: ["waiting"] })).toEqual([
    "a",
  ]);
  expect(await names(shop.shopId, { states: ["shipped"], tab: "waiting" })).toEqual([]);
});

test("orders are found by product, destination, shipping method, tag and value", async () => {
  const shop = await seedShop(db);
  await shop.order({
    name: "a",
    country: "US",
    shipping: "Express, 2 days",
    product: "71",
    paid: ["30.00", "10"],
    tags: ["rush"],
  });
  await shop.order({ name: "b", country: "DE", shipping: "Standard", product: "72", paid: ["19.90", "0.1"] });
  await shop.order({ name: "c", country: "US", shipping: "Standard", product: "71", tags: ["gift", "vip"] });
  const removed = await shop.order({ name: "removed", product: "72" });
  await db.orderLine.updateMany({ where: { orderId: removed }, data: { quantity: 0 } });
  const find = async (query: Partial<ListQuery>) => (await names(shop.shopId, query)).toSorted();
  expect(await find({ products: ["71"] })).toEqual(["a", "c"]);
  expect(await find({ products: ["71", "72"] })).toEqual(["a", "b", "c"]);
  expect(await find({ countries: ["US"] })).toEqual(["a", "c"]);
  expect(await find({ countries: ["US", "DE"], shipping: ["Standard"] })).toEqual(["b", "c"]);
  expect(await find({ shipping: ["Express, 2 days"] })).toEqual(["a"]);
  expect(await find({ tags: ["rush", "vip"] })).toEqual(["a", "c"]);
  expect(await find({ tags: ["vip"], countries: ["DE"] })).toEqual([]);
  expect(await find({ amountFrom: "20" })).toEqual(["a", "b"]);
  expect(await find({ amountFrom: "20.001", amountTo: "40" })).toEqual(["a"]);
  expect(await find({ amountTo: "20", search: "shirt" })).toEqual(["b"]);
  // Whatever Shopify may write as an amount, the others are found.
  await db.order.updateMany({ where: { shopId: shop.shopId, name: "a" }, data: { shippingPaid: "free" } });
  expect(await find({ amountFrom: "1" })).toEqual(["b"]);
});

test("a row is marked whatever its state: canceled after sending, ended by the service, test, changed, with a reprint", async () => {
  const shop = await seedShop(db);
  const at = new Date();
  await shop.order({ name: "plain", submissions: [{ state: "submitted" }] });
  await shop.order({ name: "canceled", cancelledAt: at, submissions: [{ state: "submitted" }] });
  await shop.order({ name: "never sent", cancelledAt: at, submissions: [{ state: "cancelled" }] });
  await shop.order({ name: "ended", submissions: [{ state: "in_production", orderStatus: "Cancelled" }] });
  const test = await shop.order({ name: "test", submissions: [{ state: "waiting" }] });
  await db.order.update({ where: { id: test }, data: { test: true } });
  const changed = await shop.order({ name: "changed", submissions: [{ state: "waiting" }] });
  const change = { orderId: changed, basis: "", createdAt: at };
  await db.orderChange.create({ data: { ...change, id: newId() } });
  const withdrawn = await shop.order({ name: "withdrawn", submissions: [{ state: "waiting" }] });
  await db.orderChange.create({ data: { ...change, id: newId(), orderId: withdrawn, endedAt: at } });
  const again = await shop.order({ name: "again", submissions: [{ state: "fulfilled" }] });
  await db.submission.updateMany({ where: { orderId: again }, data: { kind: "reprint" } });
  const marks = (await page(shop.shopId)).rows.map((row) => [row.name, row.marks] as const);
  expect(Object.fromEntries(marks)).toEqual({
    plain: [],
    canceled: ["cancelled"],
    "never sent": [],
    ended: ["ended_at_provider"],
    test: ["test"],
    changed: ["changed"],
    withdrawn: [],
    again: ["reprint"],
  });
});

test("a row has no production status of what is fulfilled", async () => {
  const shop = await seedShop(db);
  const id = await shop.order({
    submissions: [{ state: "fulfilled", orderStatus: "In production", tracking: ["T1"] }],
  });
  await db.submissionLine.updateMany({ where: { submission: { orderId: id } }, data: { fulfilled: 1 } });
  expect((await page(shop.shopId)).rows[0]).toMatchObject({ providerStatuses: [] });
});

test("a row summarizes its order", async () => {
  const shop = await seedShop(db);
  await shop.order({
    paid: ["19.90", "4.1"],
    lines: [
      ["Shirt", 2],
      ["Candle", 3, false],
      ["Tip", 1, false],
    ],
    submissions: [
      { state: "shipped", orderStatus: "Shipped", tracking: ["T1", "T2"] },
      { state: "in_production", orderStatus: "In production" },
      { state: "submitted", orderStatus: "New", replaced: true },
    ],
    attentions: ["risk_pending", "items_differ", "payment_pending"],
  });
  await db.orderLine.updateMany({
    where: { title: "Tip", order: { shopId: shop.shopId } },
    data: { eligibilityReason: "tip" },
  });
  const [row] = (await page(shop.shopId)).rows;
  expect(row).toMatchObject({
    number: "1001",
    name: "#1001",
    state: "in_production",
    furtherSubmissions: 1,
    attention: { code: "items_differ", further: 2 },
    units: { printable: 2, all: 5 },
    providerStatuses: ["Shipped", "In production"],
    paid: { amount: "24", currency: "EUR" },
  });
  expect(row!.parcels.map((parcel) => parcel.trackingNumber)).toEqual(["T1", "T2"]);
});
