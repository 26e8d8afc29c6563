import { afterEach, describe, expect, it } from "vitest";
import { createPrintServiceStandIn, DEFAULT_ACCOUNT } from "./index.ts";
import type { PrintServiceStandIn, StandInOptions } from "./index.ts";
import { itemBody, orderBody } from "./order-body.testing.ts";
import { testClient } from "./client.testing.ts";

const TOKEN = "/cdn/api/auth/v1/token";
const CREATE = "/cdn/api/orders/v1/create";
const QUOTE = "/cdn/api/orders/v1/test-cost-order";
const LIST = "/cdn/api/orders/v1/all";
const DETAIL = "/cdn/api/orders/v1/detail";

let service: PrintServiceStandIn;
afterEach(() => service.close());

const noon = { now: () => new Date("2026-11-20T12:00:00Z") };
async function start(options: StandInOptions = {}) {
  service = await createPrintServiceStandIn({ clock: noon, ...options });
  return testClient(service.url);
}

describe("tokens", () => {
  it("gives a token by POST and by GET, and counts them", async () => {
    const client = await start();
    const posted = await client.call("POST", TOKEN, DEFAULT_ACCOUNT);
    const got = await client.call("GET", `${TOKEN}?${new URLSearchParams({ ...DEFAULT_ACCOUNT })}`);
    for (const reply of [posted, got]) {
      expect(reply.httpStatus).toBe(200);
      expect(reply.body).toMatchObject({ status: 200, message: expect.any(String) });
      expect(reply.body.result.access_token).toMatch(/.{20}/);
    }
    expect(service.state().tokensIssued).toBe(2);
  });

  it("refuses wrong credentials, missing, unknown, expired and revoked tokens", async () => {
    let now = noon.now();
    const client = await start({ tokenTtlMs: 1000, clock: { now: () => now } });
    expect((await client.call("POST", TOKEN, { ...DEFAULT_ACCOUNT, password: "no" })).httpStatus).toBe(401);
    expect((await client.call("POST", TOKEN, { email: "a@example.com" })).httpStatus).toBe(400);
    expect((await client.call("GET", LIST)).httpStatus).toBe(401);
    const signed = await client.signedIn();
    expect((await signed.get(LIST)).httpStatus).toBe(200);
    now = new Date(now.getTime() + 1000);
    expect((await signed.get(LIST)).httpStatus).toBe(401);
    const again = await client.signedIn();
    service.revokeTokens();
    expect((await again.get(LIST)).body.status).toBe(401);
  });

  it("reads the header under its own prefix", async () => {
    service = await createPrintServiceStandIn({ prefix: "ink" });
    const client = await testClient(service.url, "INK-ACCESS-TOKEN").signedIn();
    const created = await client.post(CREATE, orderBody());
    expect(created.body.result.order_items[0].ink_id).toEqual(expect.any(Number));
    expect((await client.get(LIST, day())).httpStatus).toBe(200);
  });
});

const day = () => {
  const date = new Date().toISOString().slice(0, 10);
  return { created_at_min: `${date} 00:00:00`, created_at_max: `${date} 23:59:59` };
};

describe("create", () => {
  it("answers in the shape of 2.6 and keeps the body as it came", async () => {
    const client = await (await start({ zoneOffsetMinutes: 7 * 60 })).signedIn();
    const { body } = await client.post(CREATE, orderBody());
    expect(body).toMatchObject({ status: 200, message: expect.any(String) });
    expect(body.result).toEqual({
      order_id: "first-0001",
      updated_at: "2026-11-20 19:00:00",
      order_items: [
        { svc_id: expect.any(Number), product_name: "Lighthouse tee", item_sku: "TEE-BLACK-M", unfulfill_quantity: 2 },
      ],
    });
    expect(JSON.parse(service.state().orders[0]!.raw)).toEqual(orderBody());
  });

  const wrong: [string, Record<string, unknown>][] = [
    ["an order_id under 5 characters", { order_id: "1234" }],
    ["an order_id that is a number", { order_id: 12345 }],
    ...["name", "email", "phone", "address1", "city", "zip", "province_code", "country", "country_code"].flatMap(
      (field): [string, Record<string, unknown>][] => [
        [`an empty shipping_${field}`, { [`shipping_${field}`]: "" }],
        [`no shipping_${field}`, { [`shipping_${field}`]: undefined }],
      ],
    ),
    ["no shipping_address2", { shipping_address2: undefined }],
    ["no province in either spelling", { shipping_province: undefined }],
    ["an empty province", { shipping_province: "" }],
    ["a province code of 5 characters", { shipping_province_code: "ABCDE" }],
    ["a country code that is not alpha-2", { shipping_country_code: "USA" }],
    ["no items", { order_items: [] }],
    ["method 3 for US", { method: 3 }],
    ["method 2 for AU", { method: 2, shipping_country_code: "AU" }],
    ["method 1 for DE", { method: 1, shipping_country_code: "DE" }],
    ["a method that is text", { method: "1" }],
    ["an unknown SKU", { order_items: [itemBody({ item_sku: "NOPE" })] }],
    ["an empty variant title", { order_items: [itemBody({ variant_title: "" })] }],
    ["quantity 0", { order_items: [itemBody({ unfulfill_quantity: 0 })] }],
    ["an artwork that is no link", { order_items: [itemBody({ artwork_front: "front.png" })] }],
  ];
  it.each(wrong)("refuses %s", async (_, changes) => {
    const client = await (await start()).signedIn();
    const reply = await client.post(CREATE, orderBody(changes));
    expect(reply.httpStatus).toBe(400);
    expect(reply.body).toEqual({ status: 400, message: expect.any(String) });
    expect(service.state().orders).toEqual([]);
  });

  it.each([
    ["method 2 for US", { method: 2 }],
    ["method 1 for AU", { method: 1, shipping_country_code: "AU" }],
    ["no method", { method: undefined }],
    ["shipping_povince", { shipping_province: undefined, shipping_povince: "Oregon" }],
    ["an order_id of 5 characters", { order_id: "12345" }],
  ])("takes %s", async (_, changes) => {
    const client = await (await start()).signedIn();
    expect((await client.post(CREATE, orderBody(changes))).httpStatus).toBe(200);
  });

  it.each(["shipping_province", "shipping_povince"] as const)("can insist on %s", async (requireProvinceSpelling) => {
    const client = await (await start({ requireProvinceSpelling })).signedIn();
    const neither = { shipping_province: undefined, shipping_povince: undefined };
    const other = requireProvinceSpelling === "shipping_province" ? "shipping_povince" : "shipping_province";
    expect((await client.post(CREATE, orderBody({ ...neither, [other]: "Oregon" }))).httpStatus).toBe(400);
    expect((await client.post(CREATE, orderBody({ ...neither, [requireProvinceSpelling]: "Oregon" }))).httpStatus).toBe(
      200,
    );
  });

  it("prints a repeated order_id twice, unless told to refuse it", async () => {
    const twice = await (await start()).signedIn();
    await twice.post(CREATE, orderBody());
    await twice.post(CREATE, orderBody());
    expect(service.state().orders).toHaveLength(2);
    await service.close();
    const once = await (await start({ duplicates: "refuse" })).signedIn();
    await once.post(CREATE, orderBody());
    expect((await once.post(CREATE, orderBody())).httpStatus).toBe(409);
  });
});

describe("test price", () => {
  it("shows base cost, shipping and no tax, and their sum", async () => {
    const client = await (await start()).signedIn();
    const { body } = await client.post(QUOTE, {
      shipping_country_code: "US",
      shipping_province_code: "OR",
      data_order: [
        { item_sku: "TEE-BLACK-M", item_quantity: 3 },
        { item_sku: "MUG-11OZ", item_quantity: 1 },
      ],
    });
    expect(body.data[0]).toEqual({
      sku: "TEE-BLACK-M",
      base_cost: 7.8,
      item_quantity: 3,
      shipping_fee: 4.49,
      tax_fee: 0,
      total_price_item: 27.89,
    });
    expect(body).toMatchObject({ status: 200, total_price: 36.73 });
  });

  it.each([
    { data_order: [] },
    { shipping_province_code: "ABCDE" },
    { data_order: [{ item_sku: "NOPE", item_quantity: 1 }] },
  ])("refuses %o", async (changes) => {
    const client = await (await start()).signedIn();
    const data_order = [{ item_sku: "MUG-11OZ", item_quantity: 1 }];
    const body = { shipping_country_code: "US", shipping_province_code: "OR", data_order, ...changes };
    expect((await client.post(QUOTE, body)).httpStatus).toBe(400);
  });
});

describe("list and detail", () => {
  it("shows an order of today in the shape of 2.7, dtime_entered in the list only", async () => {
    const client = await (await start({ billing: "by_order" })).signedIn();
    await client.post(CREATE, orderBody());
    service.startProduction("first-0001");
    service.printLabel("first-0001", { trackingNumber: "9400" });
    const listed = (await client.get(LIST)).body;
    expect(listed).toMatchObject({ status: 200, length: 1 });
    const [row] = listed.orders;
    expect(row).toMatchObject({
      svc_order_id: expect.any(String),
      order_name: "first-0001",
      dtime_entered: "2026-11-20 12:00:00",
      shipping_name: "Mara Lindqvist",
      order_items: [{ item_sku: "TEE-BLACK-M", order_status: "In production", payment_status: "Unpaid" }],
      trackings: [
        { tracking_number: "9400", tracking_url: expect.stringMatching(/^https/), updated_at: "2026-11-20 12:00:00" },
      ],
    });
    const { order } = (await client.get(DETAIL, { order_id: "first-0001", date: "2026-11-20" })).body;
    const { dtime_entered: _, ...withoutEntered } = row;
    expect(order).toEqual(withoutEntered);
    expect((await client.get(DETAIL, { order_id: "first-0001", date: "2026-11-19" })).httpStatus).toBe(404);
    expect((await client.get(DETAIL, { order_id: "first-0001" })).httpStatus).toBe(400);
  });

  it("shows nothing before the list delay is over, and nothing of another account", async () => {
    let now = noon.now();
    const other = { email: "other@example.com", password: "pw" };
    const client = await start({ listDelayMs: 5000, clock: { now: () => now }, accounts: [DEFAULT_ACCOUNT, other] });
    const signed = await client.signedIn();
    await signed.post(CREATE, orderBody());
    expect((await signed.get(LIST)).body.length).toBe(0);
    now = new Date(now.getTime() + 5000);
    expect((await signed.get(LIST)).body.length).toBe(1);
    const token = (await client.call("POST", TOKEN, other)).body.result.access_token;
    expect((await client.call("GET", LIST, undefined, { "SVC-ACCESS-TOKEN": token })).body.length).toBe(0);
  });

  it("pages by limit and refuses limits outside 50 to 200", async () => {
    const client = await (await start()).signedIn();
    for (let n = 0; n < 53; n++) await client.post(CREATE, orderBody({ order_id: `order-${n}` }));
    expect((await client.get(LIST)).body.length).toBe(50);
    expect((await client.get(LIST, { page: "2" })).body.length).toBe(3);
    expect((await client.get(LIST, { limit: "200" })).body.length).toBe(53);
    expect((await client.get(LIST, { limit: "49" })).httpStatus).toBe(400);
    expect((await client.get(LIST, { limit: "201" })).httpStatus).toBe(400);
    const yesterday = { created_at_min: "2026-11-19 00:00:00", created_at_max: "2026-11-19 23:59:59" };
    expect((await client.get(LIST, yesterday)).body.orders).toEqual([]);
  });
});
