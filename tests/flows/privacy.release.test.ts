import { afterAll, beforeAll, expect, it } from "vitest";
import { gidOf } from "../../app/ports/gid.ts";
import { startBuiltApp, type BuiltApp } from "../support/built-app.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const BUYER = { firstName: "Noor", lastName: "Lindqvist", address1: "17 Marker Lane", phone: "+1 555 017 1717" };
const EMAIL = "noor@example.com";
const PERSONALIZATION = "Captain Fig";

let testApp: TestApp;
let builtApp: BuiltApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ settings: { noteTemplate: "{Name on the back}" } });
  goods = await stockShop(testApp);
  builtApp = await startBuiltApp(testApp);
});
afterAll(async () => {
  await builtApp.close();
  await testApp.close();
});

const db = () => testApp.services.core.ctx.db;
const get = async (path: string) => {
  const { status, text, headers } = await builtApp.request(testApp.shop, "GET", path);
  expect(status, text).toBe(200);
  return { text, headers };
};

/** An order that was printed and shipped. */
async function shippedOrder() {
  const base = order([{ variantId: goods.shirt, properties: [{ name: "Name on the back", value: PERSONALIZATION }] }]);
  const shippingAddress = { ...base.shippingAddress, ...BUYER };
  const placed = testApp.shopify.placeOrder(testApp.shop, { ...base, email: EMAIL, shippingAddress });
  const view = await testApp.waitForOrder(placed.id, "sent", (seen) => seen.submissions[0]?.state === "submitted");
  testApp.printService.ship(view.submissions[0]?.reference ?? "");
  await testApp.waitForOrder(placed.id, "fulfilled", (seen) => seen.submissions[0]?.state === "fulfilled");
  return placed;
}

const ask = (orders: string[]) => testApp.shopify.requestPrivacy(testApp.shop, "customers/data_request", { orders });
const requests = (state: "open" | "nothing_held") =>
  until(`a request that is ${state}`, () => db().dataRequest.findFirst({ where: { state } }));

it("a customer's data request ends in a file with everything that is held, and is marked as sent", async () => {
  const placed = await shippedOrder();
  ask([placed.id]);
  const { id } = await requests("open");
  const page = await get("/app/data-requests.data");
  expect(page.text).toContain("Noor Lindqvist");

  const order = { shopifyGid: gidOf("Order", placed.id) };
  const { trackingNumber } = await db().parcel.findFirstOrThrow({ where: { submission: { order } } });
  const { reference } = await db().submission.findFirstOrThrow({ where: { order } });
  const held = [...Object.values(BUYER), EMAIL, PERSONALIZATION, placed.name, trackingNumber, reference];
  for (const format of ["html", "json"]) {
    const { text, headers } = await get(`/app/data-requests/export?id=${id}&format=${format}`);
    expect(held.filter((value) => !text.includes(value))).toEqual([]);
    expect(headers.get("content-disposition")).toMatch(`customer-data-`);
    expect(headers.get("cache-control")).toBe("no-store");
  }
  const json = JSON.parse((await get(`/app/data-requests/export?id=${id}&format=json`)).text) as {
    orders: Record<string, unknown>[];
  };
  expect(json.orders).toMatchObject([
    {
      fromShopify: {
        email: EMAIL,
        shippingAddress: BUYER,
        personalization: [{ texts: [{ name: "Name on the back", value: PERSONALIZATION }] }],
      },
      printOrders: [
        {
          reference,
          sentToThePrintService: { address1: BUYER.address1, items: [{ note: PERSONALIZATION }] },
          parcels: [{ trackingNumber, fulfillmentsInShopify: [{ outcome: "done" }] }],
        },
      ],
    },
  ]);

  const sent = await builtApp.request(testApp.shop, "POST", "/app/data-requests.data?index", {
    body: { action: "mark_sent", id },
  });
  expect(sent.status).toBe(200);
  expect(await db().dataRequest.findUnique({ where: { id } })).toMatchObject({ state: "sent" });
  expect(builtApp.logOutput()).not.toMatch(/Noor|Lindqvist|Marker Lane/);
});

it("who opens buyers' data is in the access log, by name, and in no other log", async () => {
  const placed = await shippedOrder();
  testApp.shopify.addStaff(testApp.shop, { id: "77", firstName: "Kim", lastName: "Park" });
  const asKim = (path: string) =>
    builtApp.request(testApp.shop, "GET", path, { token: testApp.shopify.sessionToken(testApp.shop, "77") });
  await db().buyerDataAccess.deleteMany();
  expect((await asKim(`/app/orders/${placed.id}.data`)).text).toContain(BUYER.address1);
  expect((await asKim("/app/orders.data")).text).toContain("Noor Lindqvist");
  // Neither shows a buyer's data.
  await asKim("/app.data");
  await asKim(`/app/api/extensions/orders/${placed.id}`);
  const order = await db().order.findFirstOrThrow({ where: { name: placed.name } });
  const entries = await db().buyerDataAccess.findMany({ orderBy: { id: "asc" } });
  expect(entries).toMatchObject([
    { userId: "77", view: "order", orderIds: [order.id] },
    { userId: "77", view: "orders_list", orderIds: expect.arrayContaining([order.id]) as string[] },
  ]);
  await until("Kim's name", () => db().staffMember.findFirst({ where: { userId: "77" } }));
  const page = await get(`/app/access-log.data?order=${encodeURIComponent(placed.name)}&user=77&view=order`);
  expect(page.text).toContain("Kim Park");
  expect(page.text).toContain(entries[0]?.id);
  expect(page.text).not.toContain(entries[1]?.id);
  expect(page.text).not.toMatch(/Noor|Lindqvist|Marker Lane/);
  expect(builtApp.logOutput()).not.toMatch(/Kim|Park|Noor|Lindqvist/);
});

it("a request of a customer of whom nothing is held ends at once, and the page says so", async () => {
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
  await testApp.waitForOrder(placed.id, "known", () => true);
  testApp.shopify.requestPrivacy(testApp.shop, "customers/redact", { orders: [placed.id] });
  await until("erased", () => db().order.findFirst({ where: { redactedAt: { not: null } } }));
  ask([placed.id]);
  const request = await requests("nothing_held");
  expect(request).toMatchObject({ customerGid: null, orderGids: [], endedAt: expect.any(Date) as Date });
  expect((await get("/app/data-requests.data")).text).toContain("nothing_held");
});
