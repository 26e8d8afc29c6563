import { afterEach, describe, expect, it } from "vitest";
import { createPrintServiceStandIn } from "./index.ts";
import type { PrintServiceStandIn } from "./index.ts";
import type { Listing } from "./listing.ts";
import { testClient } from "./client.testing.ts";

const CREATE = "/cdn/api/orders/v1/create";
const LIST = "/cdn/api/orders/v1/all";
const DETAIL = "/cdn/api/orders/v1/detail";
const NOON = new Date("2026-11-20T12:00:00Z");

let standIn: PrintServiceStandIn;
let now = NOON;
afterEach(() => standIn.close());

const item = {
  product_name: "Whale mug",
  variant_title: "11 oz",
  item_sku: "MUG-11OZ",
  unfulfill_quantity: 1,
  artwork_front: "",
};

/** A stand-in with `orders` orders of 25 items each, and what it lists. */
async function start(listing: Partial<Listing>, orders: number) {
  now = NOON;
  standIn = await createPrintServiceStandIn({ clock: { now: () => now }, listing });
  const client = await testClient(standIn.url).signedIn();
  for (let n = 1; n <= orders; n += 1) {
    const order = { shipping_name: "Ida Brandt", shipping_email: "ida@example.com", shipping_phone: "+1 555 0100" };
    const place = { shipping_address1: "1 Elm Road", shipping_address2: "", shipping_city: "Hobart" };
    const province = { shipping_zip: "7000", shipping_province: "Tasmania", shipping_province_code: "TAS" };
    const country = { shipping_country: "Australia", shipping_country_code: "AU" };
    const body = { order_id: `ORDER-${n}`, ...order, ...place, ...province, ...country };
    await client.post(CREATE, { ...body, order_items: Array.from({ length: 25 }, () => item) });
  }
  const page = async (number: number, limit = 200) => {
    const { body } = await client.get(LIST, { page: String(number), limit: String(limit) });
    return body.orders.map((order: { order_name: string }) => Number(order.order_name.slice(6)));
  };
  const pages = async (count: number) => {
    const read: number[][] = [];
    for (let number = 1; number <= count; number += 1) read.push(await page(number));
    return read;
  };
  const detail = async (n: number) =>
    (await client.get(DETAIL, { order_id: `ORDER-${n}`, date: "2026-11-20" })).httpStatus;
  const length = async () => (await client.get(LIST, { limit: "200" })).body.length;
  return { pages, detail, length };
}

describe("pages of the list", () => {
  it("by items: 200 items are 8 orders of 25", async () => {
    const { pages } = await start({ limitCounts: "items" }, 10);
    expect(await pages(3)).toEqual([[10, 9, 8, 7, 6, 5, 4, 3], [2, 1], []]);
  });

  it("cut by bytes", async () => {
    const { pages } = await start({ pageBytes: 15_000, sequence: "oldest first" }, 5);
    const read = await pages(6);
    expect(read.flat()).toEqual([1, 2, 3, 4, 5]);
    expect(read[0]?.length).toBeLessThan(5);
    expect(read.at(-1)).toEqual([]);
  });

  it("of fewer orders than asked for, with more behind them", async () => {
    const { pages } = await start({ shortPages: [1, 3] }, 6);
    expect(await pages(5)).toEqual([[6], [5, 4, 3], [2], [1], []]);
  });

  it("that shrink under load", async () => {
    const { pages } = await start({ underLoad: { every: 2, limit: 2 } }, 5);
    expect(await pages(3)).toEqual([[5, 4, 3, 2, 1], [3, 2], []]);
  });

  it("whose number is clamped, or not looked at", async () => {
    const { pages } = await start({ limitCounts: "items", pageNumber: "clamped" }, 10);
    expect(await pages(4)).toEqual([
      [10, 9, 8, 7, 6, 5, 4, 3],
      [2, 1],
      [2, 1],
      [2, 1],
    ]);
    standIn.changeListing({ pageNumber: "ignored" });
    expect(await pages(2)).toEqual([
      [10, 9, 8, 7, 6, 5, 4, 3],
      [10, 9, 8, 7, 6, 5, 4, 3],
    ]);
  });

  it("with a length of the whole range", async () => {
    const { length } = await start({ limitCounts: "items", lengthOf: "range" }, 10);
    expect(await length()).toBe(10);
  });
});

describe("orders of the list", () => {
  it("are late one by one: a later one is shown before an earlier one", async () => {
    const { pages, detail } = await start({ late: { every: 2, ms: 5_000 } }, 3);
    expect(await pages(1)).toEqual([[3, 1]]);
    expect(await detail(2)).toBe(404);
    now = new Date(NOON.getTime() + 5_000);
    expect(await pages(1)).toEqual([[3, 2, 1]]);
    expect(await detail(2)).toBe(200);
  });

  it("are lost to it for good, and to the detail", async () => {
    const { pages, detail } = await start({}, 3);
    standIn.hideOrder("ORDER-2", "list");
    expect(await pages(1)).toEqual([[3, 1]]);
    expect(await detail(2)).toBe(200);
    const controlPath = { method: "POST", body: JSON.stringify({ to: "list and detail" }) };
    expect((await fetch(`${standIn.url}/_sandbox/orders/ORDER-2/lose`, controlPath)).status).toBe(200);
    expect(await detail(2)).toBe(404);
    expect(standIn.state().orders).toHaveLength(3);
  });

  it("are listed in another way while it runs", async () => {
    const { pages } = await start({}, 2);
    const controlPath = { method: "POST", body: JSON.stringify({ sequence: "oldest first" }) };
    expect((await fetch(`${standIn.url}/_sandbox/listing`, controlPath)).status).toBe(200);
    expect(await pages(1)).toEqual([[1, 2]]);
    expect(
      (await fetch(`${standIn.url}/_sandbox/listing`, { ...controlPath, body: '{"sequence":"any"}' })).status,
    ).toBe(400);
  });
});
