import { afterEach, describe, expect, it, vi } from "vitest";
import { createPrintServiceStandIn, DEFAULT_ACCOUNT } from "../../sandbox/print-service/index.ts";
import type { PrintServiceStandIn, StandInOptions } from "../../sandbox/print-service/index.ts";
import { RejectedError, UnauthorizedError, UnavailableError, UncertainError } from "../ports/errors.ts";
import { createPrintService, fetchToken } from "./index.ts";
import type { PrintServiceConfig } from "./index.ts";
import { configOf, memoryTokens, noDeadline, printOrder } from "./print-service.testing.ts";
import { slowness } from "../../tests/support/slowness.ts";
import { until } from "../../tests/support/until.ts";
import { idOf } from "../../tests/support/ids.ts";

let service: PrintServiceStandIn;
afterEach(() => service.close());

const noon = { now: () => new Date("2026-11-20T12:00:00Z") };
const TODAY = { from: "2026-11-20 00:00:00", to: "2026-11-20 23:59:59" };

async function connect(options: StandInOptions = {}, changes: Partial<PrintServiceConfig> = {}) {
  service = await createPrintServiceStandIn({ clock: noon, ...options });
  const config = configOf(service.url, changes);
  return createPrintService({ ...config, tokens: memoryTokens(config, DEFAULT_ACCOUNT) }).forAccount(idOf("a1"));
}

const ways: [string, StandInOptions, Partial<PrintServiceConfig>][] = [
  ["as shown", {}, {}],
  ["another prefix", { prefix: "ink" }, { prefix: "ink" }],
  ["GET parameters in the body", { getParams: "body" }, { getParams: "body" }],
  ["token by GET", {}, { tokenMethod: "get" }],
  ["token by GET, parameters in the body", { getParams: "body" }, { getParams: "body", tokenMethod: "get" }],
  ["only shipping_province known", { requireProvinceSpelling: "shipping_province" }, {}],
  ["only shipping_povince known", { requireProvinceSpelling: "shipping_povince" }, {}],
];

describe.each(ways)("the way of an order: %s", (_, options, changes) => {
  it("is created, listed, read, printed and shipped", async () => {
    const account = await connect(options, changes);
    expect(await account.create(printOrder({ method: 1 }), noDeadline)).toEqual({
      reference: "INK-1001-A7",
      updatedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      items: [{ serviceItemId: expect.stringMatching(/^\d+$/), itemSku: "MUG-11OZ", quantity: 2 }],
    });
    service.startProduction("INK-1001-A7");
    service.ship("INK-1001-A7", { trackingNumber: "9400" });
    const { reference, method: _method, items: _items, zip: _zip, ...recipient } = printOrder();
    const expected = {
      serviceOrderId: expect.any(String),
      reference,
      enteredAt: "2026-11-20 12:00:00",
      storeName: "API",
      recipient,
      items: [
        {
          productName: "Whale mug",
          itemSku: "MUG-11OZ",
          quantity: 2,
          artworkFront: "https://art.example/whale.png",
          artworkBack: "",
          mockup: "",
          orderStatus: "Shipped",
          paymentStatus: "Paid",
        },
      ],
      trackings: [
        { trackingNumber: "9400", trackingUrl: "https://track.example/9400", updatedAt: "2026-11-20 12:00:00" },
      ],
    };
    expect(await account.list({ ...TODAY, limit: 50, page: 1 })).toEqual([expected]);
    expect(await account.detail({ reference: "INK-1001-A7", date: "2026-11-20" })).toEqual({
      ...expected,
      enteredAt: null,
    });
  });
});

describe("create", () => {
  it("sends every field, the province in both spellings, method null as null", async () => {
    const account = await connect();
    await account.create(printOrder(), noDeadline);
    const item = {
      product_name: "Whale mug",
      variant_title: "11 oz",
      item_sku: "MUG-11OZ",
      unfulfill_quantity: 2,
      artwork_front: "https://art.example/whale.png",
      artwork_back: "",
      url_mockup: "",
    };
    expect(JSON.parse(service.state().orders[0]!.raw)).toEqual({
      order_id: "INK-1001-A7",
      shipping_name: "Ida Brandt",
      shipping_email: "ida@example.com",
      shipping_phone: "+61 2 5550 0199",
      shipping_address1: "4 Wharf Street",
      shipping_address2: "",
      shipping_city: "Hobart",
      shipping_zip: "7000",
      shipping_province: "Tasmania",
      shipping_povince: "Tasmania",
      shipping_province_code: "TAS",
      shipping_country: "Australia",
      shipping_country_code: "AU",
      order_items: [item],
      method: null,
    });
  });

  it("an incomplete order is rejected before anything is sent", async () => {
    const account = await connect();
    for (const changes of [{ city: " " }, { reference: "1234" }, { provinceCode: "ABCDE" }, { items: [] }]) {
      await expect(account.create(printOrder(changes), noDeadline)).rejects.toBeInstanceOf(RejectedError);
    }
    expect(service.state().calls["create"]).toBeUndefined();
  });

  it.each(["hang", "reset", "cut", "truncated", "bad_gateway", "html", "empty", "huge"] as const)(
    "%s after it was created: uncertain, and sent once",
    async (effect) => {
      const account = await connect({}, { timeouts: { create: 300 * slowness } });
      service.addFault({ effect, endpoint: "create" });
      await expect(account.create(printOrder(), noDeadline)).rejects.toBeInstanceOf(UncertainError);
      expect(service.state().orders).toHaveLength(1);
      expect(await account.detail({ reference: "INK-1001-A7", date: "2026-11-20" })).toMatchObject({
        reference: "INK-1001-A7",
      });
    },
  );

  it("created only after we gave up and looked: uncertain, and found later", async () => {
    const account = await connect();
    const ask = { reference: "INK-1001-A7", date: "2026-11-20" };
    // Not before the read below has its answer, also on a busy machine.
    service.addFault({ effect: "late", endpoint: "create", ms: 1_000 * slowness });
    const giveUp = new AbortController();
    const creating = account.create(printOrder(), { signal: giveUp.signal, isOver: () => giveUp.signal.aborted });
    await Promise.all([
      expect(creating).rejects.toBeInstanceOf(UncertainError),
      // Earlier there would be nothing that is late.
      until("the service has the request", () => service.state().calls["create"]).then(() => giveUp.abort()),
    ]);
    expect(await account.detail(ask)).toBeNull();
    const isThere = async () => expect(await account.detail(ask)).not.toBeNull();
    await vi.waitFor(isThere, { timeout: 10_000 * slowness });
  });

  it.each([{ refuseWithHttp200: false }, { refuseWithHttp200: true }])(
    "an unknown SKU is rejected with its words: %o",
    async (options) => {
      const account = await connect(options);
      const order = printOrder({ items: printOrder().items.map((i) => ({ ...i, itemSku: "NOPE" })) });
      await expect(account.create(order, noDeadline)).rejects.toMatchObject({
        name: "RejectedError",
        providerMessage: expect.stringContaining("NOPE"),
      });
      expect(await account.detail({ reference: "INK-1001-A7", date: "2026-11-20" })).toBeNull();
    },
  );
});

describe("tokens", () => {
  it("one renewal serves many callers", async () => {
    const account = await connect();
    await account.list({ ...TODAY, limit: 50, page: 1 });
    service.revokeTokens();
    await Promise.all(Array.from({ length: 20 }, () => account.list({ ...TODAY, limit: 50, page: 1 })));
    expect(service.state()).toMatchObject({ tokensIssued: 2 });
  });

  it("that ended are renewed by a create, which is not repeated at once: the next one passes", async () => {
    const account = await connect();
    await account.list({ ...TODAY, limit: 50, page: 1 });
    service.revokeTokens();
    const orders = Array.from({ length: 20 }, (_, n) => printOrder({ reference: `INK-${n}-ABC` }));
    for (const order of orders) {
      const first = await account.create(order, noDeadline).catch((error: unknown) => error);
      if (order === orders[0]) expect(first).toBeInstanceOf(UnavailableError);
    }
    expect(service.state()).toMatchObject({ tokensIssued: 2, orders: { length: 19 }, calls: { create: 20 } });
  });

  it("are read ahead for one create", async () => {
    service = await createPrintServiceStandIn({ clock: noon });
    const config = configOf(service.url);
    const tokens = memoryTokens(config, DEFAULT_ACCOUNT);
    const current = vi.spyOn(tokens, "current");
    const account = createPrintService({ ...config, tokens }).forAccount(idOf("a1"));
    await account.prepareCreate();
    await account.create(printOrder({ reference: "INK-1-ABC" }), noDeadline);
    expect(current).toHaveBeenCalledTimes(1);
    await account.create(printOrder({ reference: "INK-2-ABC" }), noDeadline);
    expect(current).toHaveBeenCalledTimes(2);
  });

  it("that could not be read ahead fail the create, and nothing is sent", async () => {
    const account = await connect();
    service.addFault({ effect: "html", endpoint: "token" });
    await expect(account.prepareCreate()).rejects.toBeInstanceOf(UnavailableError);
    await expect(account.create(printOrder(), noDeadline)).rejects.toBeInstanceOf(UnavailableError);
    expect(service.state().calls).toEqual({ token: 1 });
  });

  it("a password that is refused is Unauthorized, an unclear answer Unavailable", async () => {
    await connect();
    const config = configOf(`${service.url}/`);
    await expect(fetchToken(config, { ...DEFAULT_ACCOUNT, password: "old" })).rejects.toBeInstanceOf(UnauthorizedError);
    service.addFault({ effect: "html", endpoint: "token" });
    await expect(fetchToken(config, DEFAULT_ACCOUNT)).rejects.toBeInstanceOf(UnavailableError);
    expect(await fetchToken(config, DEFAULT_ACCOUNT)).toMatch(/.{20}/);
  });
});

describe("listAll", () => {
  it("reads all pages, each order once", async () => {
    const account = await connect();
    const references = Array.from({ length: 205 }, (_, n) => `INK-${n}-LIST`);
    for (const reference of references) await account.create(printOrder({ reference }), noDeadline);
    const { rows: all } = await account.listAll(TODAY);
    expect(all.map((o) => o.reference).toSorted()).toEqual(references.toSorted());
    expect(service.state().calls["list"]).toBe(3);
  });

  it("is empty for a day without orders, and fails whole when one page fails", async () => {
    const account = await connect();
    expect(await account.listAll(TODAY)).toEqual({ rows: [], complete: true });
    service.addFault({ effect: "error_body", endpoint: "list" });
    await expect(account.listAll(TODAY)).rejects.toBeInstanceOf(UnavailableError);
  });
});

describe("test price", () => {
  it("gives decimal strings without noise", async () => {
    const account = await connect();
    const items = [{ itemSku: "TEE-BLACK-M", quantity: 3 }];
    expect(await account.testPrice({ countryCode: "US", provinceCode: "OR", items })).toEqual({
      totalPrice: "27.89",
      lines: [
        { itemSku: "TEE-BLACK-M", quantity: 3, baseCost: "7.8", shippingFee: "4.49", taxFee: "0", totalPrice: "27.89" },
      ],
    });
    const unknown = { countryCode: "US", provinceCode: "OR", items: [{ itemSku: "NOPE", quantity: 1 }] };
    await expect(account.testPrice(unknown)).rejects.toBeInstanceOf(RejectedError);
  });
});

describe.each(["tracking", "order_status"] as const)("registration: %s", (kind) => {
  it.each(["status_text", "status"])(
    "is created, listed and updated, its status shown in %s",
    async (statusTextField) => {
      const account = await connect({ statusTextField });
      const endpoint = "https://app.example/print-events/k1";
      expect(await account.listRegistrations(kind, endpoint)).toEqual([]);
      const input = { endpoint, active: true, accessKey: "X-Ink-Key", accessToken: "secret" };
      expect(await account.createRegistration(kind, input)).toEqual({ endpoint, accessKey: "X-Ink-Key", active: true });
      const updated = await account.updateRegistration(kind, { ...input, active: false });
      expect(updated).toEqual({ endpoint, accessKey: "X-Ink-Key", active: false });
      expect(await account.listRegistrations(kind, endpoint)).toEqual([updated]);
      expect(service.state().registrations).toMatchObject([{ kind, accessToken: "secret", active: false }]);
    },
  );
});
