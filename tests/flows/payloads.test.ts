import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderDetails } from "../../app/orders/pages/details/order-details.ts";
import { until } from "../support/until.ts";
import { stockShop, type Goods } from "../support/goods.ts";
import { BUYER, body, line, type Line } from "../support/order-payload.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let goods: Goods;
let shirt: { variant_id: bigint; product_id: bigint };
let number = 50_000;

beforeAll(async () => {
  testApp = await startTestApp();
  goods = await stockShop(testApp);
  const product = testApp.shopify.shop(testApp.shop).products.find((p) => p.variants.some((v) => v.id === goods.shirt));
  shirt = { variant_id: BigInt(goods.shirt), product_id: BigInt(product?.id ?? "0") };
});
afterAll(() => testApp.close());

function send(lines: Line[], over: Record<string, unknown> = {}) {
  number += 1;
  return testApp.shopify.importOrder(testApp.shop, body(number, lines, over, testApp.clock.now()), { send: true });
}
const tee = (over: Partial<Line> = {}) => line({ ...shirt, sku: "T-BM", variant_title: "Black / M", ...over });
const printed = (name: string) =>
  testApp.printService.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));
const shipping = (name: string) => printed(name)[0]?.shipping;
const sent = (id: string) => testApp.waitForOrder(id, "submitted", (v) => v.submissions[0]?.state === "submitted");
const codes = (view: OrderDetails) => view.reasons.map(({ code }): string => code);
const held = (id: string, code: string) => testApp.waitForOrder(id, code, (v) => codes(v).includes(code));
const lineIds = (lines: Line[]) => lines.map((l) => `gid://shopify/LineItem/${l.id}`).sort();

describe("an order whose ids exceed the safe integers", () => {
  it("keeps every digit, prints, and fulfills the very line", async () => {
    const lines = [tee({ quantity: 2 }), tee()];
    const placed = send(lines);
    const view = await sent(placed.id);
    expect(BigInt(placed.id)).toBeGreaterThan(2n ** 53n);
    expect(view.number).toBe(placed.id);
    expect(view.lines.map((l) => l.gid).sort()).toEqual(lineIds(lines));
    testApp.printService.ship(view.submissions[0]?.reference ?? "");
    await testApp.waitForOrder(placed.id, "fulfilled", (v) => v.submissions[0]?.state === "fulfilled");
    expect(
      placed.fulfillments[0]?.lines.map((l) => [l.lineId, l.quantity]).sort((a, b) => Number(b[1]) - Number(a[1])),
    ).toEqual([
      [String(lines[0]?.id), 2],
      [String(lines[1]?.id), 1],
    ]);
  });
});

describe("an order of 500 lines", () => {
  it("is printed completely, and no line is dropped without a word", async () => {
    const lines = Array.from({ length: 500 }, (_, n) => (n % 5 === 0 ? line({ title: `Cup ${n}` }) : tee()));
    const placed = send(lines);
    const view = await sent(placed.id);
    expect(view.lines).toHaveLength(500);
    expect(view.lines.map((l) => l.gid).sort()).toEqual(lineIds(lines));
    expect(view.lines.filter((l) => l.eligibility === "printable")).toHaveLength(400);
    const pieces = printed(placed.name).flatMap((o) => o.items.map((i) => i.quantity));
    expect(printed(placed.name)).toHaveLength(1);
    expect(pieces.reduce((all, one) => all + one, 0)).toBe(400);
  });
});

describe("lines that are not printable", () => {
  it("are listed with a reason, and an order of only those is not sent", async () => {
    const lines = [
      line({ title: "Engraving" }),
      line({ title: "Tip", requires_shipping: false, vendor: null }),
      line({ title: "Voucher", gift_card: true, requires_shipping: false }),
      line({ title: "" }),
    ];
    const placed = send(lines);
    const view = await testApp.waitForOrder(placed.id, "received", (v) => v.lines.length === 4);
    expect(view.lines.map((l) => [l.title, l.eligibility, l.reason])).toEqual([
      ["Engraving", "excluded", "no_match"],
      ["Tip", "excluded", "tip"],
      ["Voucher", "excluded", "gift_card"],
      ["", "excluded", "no_match"],
    ]);
    expect(view.submissions).toEqual([]);
    expect(printed(placed.name)).toEqual([]);
  });

  it("do not prevent the others from being printed", async () => {
    const lines = [line({ title: "Tip", requires_shipping: false }), tee(), line({ title: "Wrapping" })];
    const placed = send(lines);
    const view = await sent(placed.id);
    expect(view.lines).toHaveLength(3);
    expect(printed(placed.name)[0]?.items.map((i) => i.itemSku)).toEqual(["TEE-BLACK-M"]);
  });
});

describe("lines that were refunded before their order was received", () => {
  it("are listed and not printed; the rest is", async () => {
    const placed = send([
      tee({ quantity: 2, current_quantity: 0, fulfillable_quantity: 0 }),
      tee({ quantity: 3, current_quantity: 1, fulfillable_quantity: 1 }),
    ]);
    const view = await sent(placed.id);
    expect(view.lines.map((l) => l.quantity)).toEqual([0, 1]);
    expect(printed(placed.name)[0]?.items.map((i) => i.quantity)).toEqual([1]);
  });

  it("leave nothing to print when all are refunded", async () => {
    const placed = send([tee({ quantity: 2, current_quantity: 0, fulfillable_quantity: 0 })], {
      financial_status: "refunded",
    });
    const view = await testApp.waitForOrder(placed.id, "received", (v) => v.lines.length === 1);
    expect(view.lines[0]?.quantity).toBe(0);
    expect(view.submissions.filter((s) => s.state !== "cancelled")).toEqual([]);
    expect(printed(placed.name)).toEqual([]);
  });
});

describe("an incomplete recipient", () => {
  it("holds an order without any address, such as one from a point of sale", async () => {
    const placed = send([tee()], {
      shipping_address: null,
      billing_address: null,
      shipping_lines: [],
      source_name: "pos",
    });
    const view = await held(placed.id, "address_missing");
    expect(view.lines).toHaveLength(1);
    expect(printed(placed.name)).toEqual([]);
  });

  it("holds an order without any phone, until the settings have one", async () => {
    const silent = { ...BUYER, phone: null };
    const placed = send([tee()], { shipping_address: silent, billing_address: silent });
    await held(placed.id, "contact_missing");
    expect(printed(placed.name)).toEqual([]);
    await testApp.change({ fallbackPhone: "+1 555 010 0999" });
    testApp.shopify.editOrder(testApp.shop, placed.id, { note: "asked" });
    await sent(placed.id);
    expect(shipping(placed.name)?.["shipping_phone"]).toBe("+1 555 010 0999");
    await testApp.change({ fallbackPhone: "" });
  });

  it("has the city as its province in a country without provinces", async () => {
    const there = { ...BUYER, city: "Copenhagen", zip: "1050", province: null, province_code: null };
    const placed = send([tee()], { shipping_address: { ...there, country: "Denmark", country_code: "DK" } });
    await sent(placed.id);
    expect(shipping(placed.name)).toMatchObject({
      shipping_province: "Copenhagen",
      shipping_province_code: "DK",
      shipping_country_code: "DK",
    });
  });

  it("shortens a province code that carries its country", async () => {
    const there = { ...BUYER, city: "Shinjuku", zip: "160-0022", province: "Tokyo", province_code: "JP-13" };
    const placed = send([tee()], { shipping_address: { ...there, country: "Japan", country_code: "JP" } });
    await sent(placed.id);
    expect(shipping(placed.name)).toMatchObject({ shipping_province: "Tokyo", shipping_province_code: "13" });
  });
});

describe("an update that is ahead of what Shopify shows", () => {
  it("waits for Shopify to catch up, and then prints once", async () => {
    const placed = send([tee()], { updated_at: new Date(testApp.clock.now().getTime() + 3_600_000).toISOString() });
    placed.updatedAt = testApp.clock.now();
    const { db } = testApp.services.core.ctx;
    await until("rescheduled, and again", () =>
      db.submission.findFirst({ where: { order: { name: placed.name }, tries: { gte: 2 } } }),
    );
    expect(printed(placed.name)).toEqual([]);
    placed.updatedAt = new Date(testApp.clock.now().getTime() + 7_200_000);
    await sent(placed.id);
    expect(printed(placed.name)).toHaveLength(1);
  });
});

describe("names of every script", () => {
  it.each([
    ["emoji", "Zoë 🦊", "Ø 🌈"],
    ["right to left", "ليلى", "حداد"],
    ["Chinese", "小龙", "李"],
    ["combining marks", "Jose\u0301", "Nguyễn"],
  ])("reach the print service unchanged: %s", async (_name, first, last) => {
    const name = `${first} ${last}`;
    const placed = send([tee({ title: `Tee ${first}` })], {
      shipping_address: { ...BUYER, first_name: first, last_name: last, name },
    });
    const view = await sent(placed.id);
    expect(shipping(placed.name)?.["shipping_name"]?.normalize("NFC")).toBe(name.normalize("NFC"));
    expect(view.lines.map((l) => l.title.normalize("NFC"))).toEqual([`Tee ${first}`.normalize("NFC")]);
    expect(JSON.stringify(testApp.logLines)).not.toContain(last);
  });
});
