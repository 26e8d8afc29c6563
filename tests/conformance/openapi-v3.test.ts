import { describe, expect, it } from "vitest";
import { createPrintServiceStandIn, DEFAULT_ACCOUNT } from "../../sandbox/print-service/index.ts";
import type { StandInOptions } from "../../sandbox/print-service/index.ts";
import { itemFields, orderFields, version3Client } from "../../sandbox/print-service/v3/client.testing.ts";
import type { Version3Client } from "../../sandbox/print-service/v3/client.testing.ts";
import { listen } from "./listener.testing.ts";
import { openContract, validateDocument } from "./openapi/contract.testing.ts";
import { recordBefore } from "./recorder.testing.ts";

const EVENTS = { order: "orderChanged", tracking: "trackingAdded" };

it("is valid OpenAPI 3.1", async () => {
  expect(await validateDocument("v3")).toEqual({ valid: true });
});

/** Every operation, in a sequence in which each succeeds. */
async function callEverything(client: Version3Client, prefix: string, endpoint: string): Promise<void> {
  const { service, call, get, post, create } = client;
  const { data } = (await call("POST", "auth/token", { ...DEFAULT_ACCOUNT }, {})).body;
  await call("GET", `auth/refresh-token?refresh_token=${data.refresh_token}`, undefined, {});
  for (const [type, event] of Object.entries(EVENTS)) {
    const body = { endpoint: `${endpoint}/${event}`, access_key: "X_Key", access_token: "t" };
    await get("webhooks", { type });
    await post(`webhooks?type=${type}`, { ...body, access_token: "t-0" });
    await call("PUT", `webhooks?type=${type}`, body);
    await get("webhooks", { type });
  }
  await get("products/list", { page: "1", limit: "100", search: "" });
  await post("products/detail", { code: "OR2L" });
  await get("products/list-sku-catalogs");
  await post("products/retrieved-shipping-methods", { sku: ["CT17-BLACK-M"] });
  await post("order/calculate-price", {
    shipping_country_code: "US",
    shipping_province_code: "OR",
    shipping_service: "EXPRESS",
    order_items: [{ item_sku: "CT17-BLACK-M", quantity: 2 }],
  });
  const id = await create({
    shipping_service: "EXPRESS",
    order_items: [itemFields({ artwork_hood: "https://a.example/h.png" })],
  });
  await post("order/paid", { order_id: id });
  service.ship(id, { trackingNumber: "9400" });
  service.rejectAddress(id, "No such street");
  await get("order/list", { created_at_min: "2026-11-20 00:00:00", page: "1", limit: "100" });
  await get("order/detail", { order_name: "first-0001" });
  await get("transaction/list", { created_at_min: "2026-11-20 00:00:00" });
  await get("transaction/order-list");
  const canceled = await create({ order_id: "second-0002" });
  await post("order/cancel-order-api", { [`${prefix}_order_id`]: canceled });
  await create({ order_id: "third-0003" });
  await post("order/delete-order-api", { order_name: "third-0003" });
  await service.settled();
  for (const type of Object.keys(EVENTS)) await call("DELETE", `webhooks?type=${type}`);
}

const WAYS: [string, StandInOptions][] = [
  ["as clients have seen it", {}],
  [
    "in the other spellings",
    {
      prefix: "zq",
      version3: {
        createIds: ["prefix_order_id", "order_code"],
        createData: "array",
        detailData: "object",
        lines: "order_items",
        quantity: "unfulfill_quantity",
        detailTracking: "flat",
        listTracking: true,
        eventTracking: "nested",
        eventIds: "service",
        pricesUntilPaid: "known",
        priceAnswer: "lines",
        availability: "number",
        productLocations: "objects",
        statusWords: "keys",
      },
    },
  ],
];

describe.each(WAYS)("%s", (_, options) => {
  it("describes every answer and event of the stand-in", async () => {
    const clock = { now: () => new Date("2026-11-20T12:00:00Z") };
    const service = await createPrintServiceStandIn({ interfaces: ["v3"], clock, ...options });
    const prefix = options.prefix ?? "svc";
    const [recorder, listener] = [await recordBefore(service.url), await listen()];
    try {
      const contract = await openContract({ prefix, getParams: "query" }, "v3");
      await callEverything(version3Client(service, recorder.url), prefix, listener.url);
      const seen = new Set(recorder.requests.map((recorded) => contract.checkExchange(recorded)));
      expect([...seen].toSorted()).toEqual(contract.operations.toSorted());
      for (const { path, body } of listener.received) contract.checkEvent(path.slice(1), body);
      expect(new Set(listener.received.map(({ path }) => path.slice(1)))).toEqual(new Set(Object.values(EVENTS)));
    } finally {
      await recorder.close();
      await listener.close();
      await service.close();
    }
  });
});

describe("the checks can fail", () => {
  const recorded = {
    method: "POST",
    path: "/v3/order/create-new-order",
    query: {},
    headers: { authorization: "Bearer t", "content-type": "application/json" },
    body: JSON.stringify(orderFields()),
    answer: { status: 200, body: JSON.stringify({ success: true, message: "ok", data: null }) },
  };
  it.each([
    ["no token", { headers: { "content-type": "application/json" } }],
    ["a field of another marketplace", { body: JSON.stringify(orderFields({ marketplace: "x" })) }],
    ["no phone", { body: JSON.stringify(orderFields({ shipping_phone: undefined })) }],
    ["a refusal", { answer: { status: 200, body: '{"success":false,"message":"no"}' } }],
  ])("%s", async (_, change) => {
    const contract = await openContract({ prefix: "svc", getParams: "query" }, "v3");
    expect(contract.checkExchange(recorded)).toBe("createOrder");
    expect(() => contract.checkExchange({ ...recorded, ...change })).toThrow();
  });
});
