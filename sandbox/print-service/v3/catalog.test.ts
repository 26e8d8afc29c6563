import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { createCatalog } from "../index.ts";
import type { StandInOptions } from "../index.ts";
import { listen } from "../../../tests/conformance/listener.testing.ts";
import { itemFields, openVersion3 } from "./client.testing.ts";
import type { Version3Client } from "./client.testing.ts";
import { SIDES } from "./options.ts";

let client: Version3Client;
afterEach(() => client.service.close());
const open = async (version3: StandInOptions["version3"] = {}, options: StandInOptions = {}) =>
  (client = await openVersion3({ version3, ...options }));
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const variants = (data: any[]): any[] => data.flatMap((one) => one.variants);

describe("the catalog", () => {
  it("has twelve products, SKUs with spaces and dots, old SKUs, and every side", async () => {
    await open();
    const { body } = await client.get("products/list", { limit: "100" });
    expect([body.success, body.length, body.totalPage]).toEqual([true, 12, 1]);
    const all = variants(body.data);
    const skus = all.map(({ item_sku }) => item_sku);
    expect(new Set(skus).size).toBe(skus.length);
    expect(skus).toEqual(expect.arrayContaining(["OR2L-3.54X3.54 INCHES-ONE SIDE", "MG.11-WHITE-11 OZ"]));
    expect(all.flatMap(({ item_old_sku }) => item_old_sku)).toEqual(
      expect.arrayContaining(["TEE-BLACK-M", "MUG-11OZ", "POSTER-A3", "TOTE-NATURAL", "HOODIE-GREY-M"]),
    );
    const areas = all.flatMap(({ locations }) => locations[0].print_areas);
    expect(new Set(areas.map(({ key }) => key))).toEqual(new Set(SIDES));
    expect(all[1]).toMatchObject({
      variant_title: "Black / M",
      availability: "In stock",
      attributes: [
        { name: "Color", value: "Black", hexColor: "#1d1d1f" },
        { name: "Size", value: "M" },
      ],
      locations: [
        { made_in_location: "US", base_cost: 7.8, print_areas: [{ key: "front", width: 4500, resolution: 300 }, {}] },
        { made_in_location: "VN", base_cost: 7.2 },
      ].map((one) => expect.objectContaining({ made_in_location: one.made_in_location, base_cost: one.base_cost })),
    });
    for (const url of [body.data[0].mockup_url, body.data[5].template_mockup_url]) {
      const picture = await fetch(url);
      expect(picture.headers.get("content-type")).toBe("image/png");
      expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ format: "png", width: 300 });
    }
  });

  it("is the same for one seed, and has a thousand products with more than 60,000 variants", async () => {
    expect(createCatalog({ size: 30, seed: 7 })).toEqual(createCatalog({ size: 30, seed: 7 }));
    expect(createCatalog({ size: 30, seed: 7 })).not.toEqual(createCatalog({ size: 30, seed: 8 }));
    await open({}, { products: createCatalog({ size: 1000, seed: 7 }) });
    const skus = (await client.get("products/list-sku-catalogs")).body.data;
    const all = variants(skus);
    expect([skus.length, all.length > 60_000, new Set(all.map(({ sku }) => sku)).size]).toEqual([
      1000,
      true,
      all.length,
    ]);
    expect((await client.get("products/list", { search: "harbor", limit: "5" })).body.data).toHaveLength(5);
    expect((await client.post("products/detail", { code: "CT17-01" })).body.data.product_name).toContain("Harbor");
    expect((await client.post("products/detail", { code: "NONE" })).httpStatus).toBe(404);
  });

  it("has shipping services by destination, and prices them", async () => {
    await open({ pricesUntilPaid: "known" });
    const { data } = (
      await client.post("products/retrieved-shipping-methods", { sku: ["CT17-BLACK-M", "NOPE"], variant_id: [] })
    ).body;
    expect(data.product_data).toHaveLength(1);
    const [us] = data.product_data[0].locations[0].product_location;
    expect([us.code, us.shipping_services.map((one: { shipping_code: string }) => one.shipping_code)]).toEqual([
      "US",
      ["STANDARD", "EXPRESS", "GROUND", "ECONOMY"],
    ]);
    expect(us.shipping_services[1]).toEqual({
      shipping_name: "Express",
      shipping_code: "EXPRESS",
      tax_fee: 0,
      shipping_fee: 11.3,
      shipping_extra_fee: 4.52,
    });
    const price = (shipping_service: string, country = "US") =>
      client.post("order/calculate-price", {
        shipping_country_code: country,
        shipping_province_code: "OR",
        shipping_service,
        order_items: [{ item_sku: "CT17-BLACK-M", quantity: 3 }],
      });
    expect((await price("EXPRESS")).body.data).toEqual({
      base_fee: 23.4,
      shipping_fee: 20.34,
      tax_fee: 0,
      surcharge: 0,
      total_price: 43.74,
    });
    expect((await price("GROUND", "JP")).httpStatus).toBe(400);
    client.service.changeBehavior({ version3: { pricesUntilPaid: "zero", priceAnswer: "total" } });
    expect((await price("EXPRESS")).body.data).toEqual({ total_price: 0 });
    const tooMany = { sku: Array.from({ length: 101 }, () => "CT17-BLACK-M") };
    expect((await client.post("products/retrieved-shipping-methods", tooMany)).httpStatus).toBe(400);
  });

  it("can shrink to nothing, lie about prices, withdraw services and rename SKUs", async () => {
    await open();
    const listed = async () => (await client.get("products/list", { limit: "100" })).body.data;
    const change = (version3: StandInOptions["version3"]) =>
      client.service.changeBehavior({ version3: version3 ?? {} });
    change({ catalog: "none" });
    expect([await listed(), (await client.get("products/list-sku-catalogs")).body.data]).toEqual([[], []]);
    change({ catalog: "half" });
    expect(await listed()).toHaveLength(6);
    change({
      catalog: "all",
      soldOut: ["CT17-BLACK-S"],
      gone: ["CT17-BLACK-M"],
      renamed: { "CT17-BLACK-L": "CT18-BLACK-L" },
    });
    expect((await listed())[0].variants.slice(0, 2)).toMatchObject([
      { item_sku: "CT17-BLACK-S", availability: "Out of stock" },
      { item_sku: "CT18-BLACK-L", item_old_sku: ["TEE-BLACK-L", "CT17-BLACK-L"] },
    ]);
    await client.create({
      order_items: [itemFields({ item_sku: "CT18-BLACK-L" }), itemFields({ item_sku: "CT17-BLACK-L" })],
    });
    await expect(client.create({ order_id: "second" })).rejects.toThrow("Not found this sku");
    change({ oldSkus: "refused" });
    const old = { order_id: "third", order_items: [itemFields({ item_sku: "CT17-BLACK-L" })] };
    await expect(client.create(old)).rejects.toThrow("Not found this sku");
    for (const [prices, cost] of [
      ["zero", 0],
      ["negative", -7.8],
      ["text", "7.80"],
      ["words", "Contact us"],
    ] as const) {
      change({ prices });
      expect((await listed())[0].variants[0].locations[0].base_cost).toBe(cost);
    }
    change({ services: "none" });
    await expect(
      client.create({
        order_id: "fourth",
        order_items: [itemFields({ item_sku: "CT17-WHITE-M" })],
        shipping_service: "EXPRESS",
      }),
    ).rejects.toThrow("shipping_service");
    await fetch(`${client.service.url}/_sandbox/version-3`, { method: "DELETE" });
    expect(await listed()).toHaveLength(12);
  });
});

describe("webhooks", () => {
  it("are none at first, and can be made, changed and removed", async () => {
    await open();
    const at = (type: string) => `webhooks?type=${type}`;
    expect((await client.get(at("order"))).body).toEqual({ success: true, message: "Success", data: null });
    const body = { endpoint: "https://a.example/order", access_key: "X_Key-1", access_token: "t" };
    expect((await client.call("PUT", at("order"), body)).body.message).toContain("No registered webhook");
    expect((await client.post(at("order"), { ...body, access_key: "X Key" })).httpStatus).toBe(400);
    expect((await client.post(at("order"), body)).body.data).toEqual({ type: "order", ...body });
    expect((await client.post(at("order"), body)).httpStatus).toBe(400);
    client.service.changeBehavior({ version3: { webhookTwice: "replaces" } });
    expect((await client.post(at("order"), body)).httpStatus).toBe(200);
    expect((await client.call("PUT", at("order"), { ...body, access_token: "t-2" })).body.data.access_token).toBe(
      "t-2",
    );
    expect((await client.get(at("tracking"))).body.data).toBeNull();
    expect((await client.call("DELETE", at("order"))).body.data).toBeNull();
    expect((await client.get(at("order"))).body.data).toBeNull();
    expect((await client.get(at("nothing"))).httpStatus).toBe(400);
  });

  it("tell of production and of tracking under both ids, without money", async () => {
    await open();
    const listener = await listen();
    for (const type of ["order", "tracking"]) {
      const endpoint = `${listener.url}/${type}`;
      await client.post(`webhooks?type=${type}`, { endpoint, access_key: "X_Key", access_token: "t" });
    }
    const id = await client.create();
    await client.post("order/paid", { order_id: id });
    client.service.startProduction(id);
    await client.service.settled();
    client.service.changeBehavior({ version3: { eventTracking: "nested", eventIds: "service" } });
    client.service.ship(id, { trackingNumber: "9400" });
    client.service.rejectAddress(id, "No such street");
    await client.service.settled();
    await listener.close();
    const bodies = listener.received.map(({ path, headers, body }) => [path, headers["x_key"], JSON.parse(body)]);
    const item = { item_sku: "CT17-BLACK-M" };
    expect(bodies[0]).toEqual([
      "/order",
      "t",
      { order_id: "first-0001", svc_order_id: id, order_items: [{ ...item, order_status: "In production" }] },
    ]);
    expect(bodies).toContainEqual([
      "/tracking",
      "t",
      { svc_order_id: id, trackings: [expect.objectContaining({ trackingNumber: "9400", carrierName: "USPS" })] },
    ]);
    expect(bodies).toContainEqual([
      "/order",
      "t",
      { svc_order_id: id, order_items: [{ ...item, order_status: "Not verify", message_error: "No such street" }] },
    ]);
  });

  it("may tell tracking when production begins", async () => {
    await open({ trackingAt: "production", producesUnpaid: true });
    const id = await client.create();
    client.service.startProduction(id);
    expect(client.service.state().orders[0]).toMatchObject({
      trackings: [{}],
      items: [{ orderStatus: "In production" }],
    });
  });
});

describe("the printer's pages", () => {
  const page = async (path: string) => (await fetch(client.service.url + path)).text();
  const submit = async (control: string, fields: Record<string, string>) =>
    (await fetch(`${client.service.url}/do/${control}`, { method: "POST", body: new URLSearchParams(fields) })).text();

  it("show what waits for payment, and take the printer's word for it", async () => {
    await open();
    const id = await client.create({
      shipping_service: "EXPRESS",
      order_items: [itemFields({ artwork_left_chest: "https://a.example/l.png" })],
    });
    const before = await page("/");
    expect(before).toContain("Waiting for payment");
    expect(before).toContain("EXPRESS");
    expect(before).toContain("Artwork, left chest: l.png");
    expect(before).not.toMatch(/Start production<|Ship in one parcel</);
    for (const step of ["produce", "ship"])
      expect(await submit(`orders/${id}/${step}`, {})).toContain("That didn&#39;t work: the order is not paid.");
    expect(await submit(`orders/${id}/pay`, {})).toContain("Start production</button>");
    expect(await submit(`orders/${id}/cancel`, {})).toContain(`${id} is canceled.`);
    expect(client.service.state().orders[0]!.items[0]!.orderStatus).toBe("Cancelled");
  });

  it("say what made an order another marketplace's", async () => {
    await open();
    await client.create({ marketplace: "none" });
    expect(await page("/")).toMatch(/fields that the interface doesn't have:\s+marketplace\./);
  });

  it("make access tokens, and change the catalog", async () => {
    await open();
    expect(await page("/registrations")).toContain("sandbox-access-token");
    await submit("tokens", { account: "press@example.com" });
    expect(client.service.store.tokens.size).toBe(2);
    await submit("version-3", { catalog: "none" });
    expect((await client.get("products/list")).body.data).toEqual([]);
    await submit("version-3/clear", {});
    expect((await client.get("products/list")).body.data).toHaveLength(12);
    expect(await page("/faults")).toContain("Pay for an order");
  });
});
