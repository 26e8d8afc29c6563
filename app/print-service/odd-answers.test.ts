import { afterEach, describe, expect, it } from "vitest";
import { createPrintService } from "./index.ts";
import { configOf, fixedToken, noDeadline, printOrder, rawServer } from "./print-service.testing.ts";
import type { RawServer } from "./print-service.testing.ts";
import { idOf } from "../../tests/support/ids.ts";
import { NO_RECIPIENT } from "../../tests/support/provider-orders.ts";

let server: RawServer;
afterEach(() => server.close());

const DAY = { from: "2026-11-20 00:00:00", to: "2026-11-20 23:59:59" };

/** An account at a service that says these bodies, one after the other; the last one stands. */
const accountAnswering = (...bodies: unknown[]) =>
  accountSaying((nth) => {
    const fields = bodies[Math.min(nth, bodies.length) - 1] as object;
    return JSON.stringify({ status: 200, message: "ok", ...fields });
  });

async function accountSaying(text: (nth: number) => string) {
  server = await rawServer((response, nth) => void response.end(text(nth)));
  return createPrintService({ ...configOf(server.url), tokens: fixedToken }).forAccount(idOf("a1"));
}

const row = (n: number) => ({ svc_order_id: `P${n}`, order_name: `INK-${n}`, order_items: [], trackings: [] });
const rows = (from: number, count: number) => Array.from({ length: count }, (_, n) => row(from + n));
const page = (orders: unknown[], length = orders.length) => ({ length, orders });

describe("list", () => {
  it("reads rows with missing, null, false and extra fields, and numbers for text", async () => {
    const account = await accountAnswering({
      orders: [
        {
          svc_order_id: 77,
          order_name: 100200,
          store_name: false,
          color: "red",
          order_items: [{ item_sku: 5, unfulfill_quantity: "3", order_status: null, artwork_front: [] }],
          trackings: [{ tracking_number: 9400, tracking_url: false }],
        },
        { order_items: null },
      ],
    });
    const item = { productName: "", itemSku: "5", quantity: 3, artworkFront: "", artworkBack: "", mockup: "" };
    expect((await account.listAll(DAY)).rows).toEqual([
      {
        serviceOrderId: "77",
        reference: "100200",
        enteredAt: null,
        storeName: null,
        recipient: NO_RECIPIENT,
        items: [{ ...item, orderStatus: null, paymentStatus: null }],
        trackings: [{ trackingNumber: "9400", trackingUrl: "", updatedAt: null }],
      },
      {
        serviceOrderId: null,
        reference: "",
        enteredAt: null,
        storeName: null,
        recipient: NO_RECIPIENT,
        items: [],
        trackings: [],
      },
    ]);
  });

  it.each([
    ["no rows and no length", {}],
    ["a length without rows", { length: 3, orders: null }],
    ["rows that are no array", { orders: {} }],
    ["a row that is text", { orders: ["INK-1"] }],
    ["a row whose reference cannot be read", { orders: [{ order_name: {} }] }],
    ["an empty page that promises more", page([], 3)],
    ["a short page that promises more, and nothing after it", page(rows(1, 3), 9)],
  ])("%s is no list", async (_, body) => {
    const account = await accountAnswering(body, page([], 9));
    await expect(account.listAll(DAY)).rejects.toMatchObject({ name: "UnavailableError" });
  });

  it("keeps whole numbers of any length, and takes a quantity beyond all bounds for none", async () => {
    const text = `{"status":200,"length":1,"orders":[{"svc_order_id":12345678901234567890,"order_name":9007199254740993,
      "order_items":[{"item_sku":"A","unfulfill_quantity":100000000000000000000}],
      "trackings":[{"tracking_number":9400111899223197428497,"tracking_url":""}]}]}`;
    expect((await (await accountSaying(() => text)).listAll(DAY)).rows).toMatchObject([
      {
        serviceOrderId: "12345678901234567890",
        reference: "9007199254740993",
        items: [{ itemSku: "A", quantity: 0 }],
        trackings: [{ trackingNumber: "9400111899223197428497" }],
      },
    ]);
  });

  it.each([[{ $oid: "65a" }], [false], [[]]])("an order id %o counts as none", async (svc_order_id) => {
    const odd = page([{ ...row(1), svc_order_id }, row(2)]);
    const { rows: shown } = await (await accountAnswering(odd, page([]))).listAll(DAY);
    expect(shown).toMatchObject([
      { reference: "INK-1", serviceOrderId: null },
      { reference: "INK-2", serviceOrderId: "P2" },
    ]);
  });

  it("an order whose name has # before the reference has the reference", async () => {
    const account = await accountAnswering(page([{ ...row(1), order_name: "#INK-1" }]), page([]));
    expect((await account.listAll(DAY)).rows).toMatchObject([{ reference: "INK-1" }]);
  });

  it("a parcel without a readable number hides no other order", async () => {
    const odd = page([{ ...row(1), trackings: [null, { tracking_number: false }] }, row(2)]);
    const { rows: shown } = await (await accountAnswering(odd, page([]))).listAll(DAY);
    expect(shown).toMatchObject([{ trackings: [{ trackingNumber: "" }] }, { reference: "INK-2" }]);
  });

  it("null rows are no rows", async () => {
    const account = await accountAnswering({ length: 0, orders: null });
    expect(await account.listAll(DAY)).toEqual({ rows: [], complete: true });
  });

  it("gives up on a list scan that takes too long, however quick each page is", async () => {
    let pages = 0;
    server = await rawServer((response) => {
      pages += 1;
      response.end(JSON.stringify({ status: 200, message: "ok", ...page(rows(pages * 200, 200)) }));
    });
    const config = { ...configOf(server.url), tokens: fixedToken, timeouts: { listScan: 30 } };
    const listScan = createPrintService(config).forAccount(idOf("a1")).listAll(DAY);
    await expect(listScan).rejects.toMatchObject({ message: "list: too_slow" });
  });
});

describe("detail", () => {
  const ask = { reference: "INK-1", date: "2026-11-20" };
  it.each([null, {}, []])("%o is none", async (order) => {
    expect(await (await accountAnswering({ order })).detail(ask)).toBeNull();
  });
  it("has its id under the prefix in small letters, however the prefix is configured", async () => {
    server = await rawServer((response) => void response.end(JSON.stringify({ status: 200, order: row(1) })));
    const config = configOf(server.url, { prefix: "SVC" });
    const account = createPrintService({ ...config, tokens: fixedToken }).forAccount(idOf("a1"));
    expect(await account.detail(ask)).toMatchObject({ serviceOrderId: "P1" });
  });
  it("an order id that is an object counts as none", async () => {
    const account = await accountAnswering({ order: { ...row(1), svc_order_id: { $oid: "65a" } } });
    expect(await account.detail(ask)).toMatchObject({ reference: "INK-1", serviceOrderId: null });
  });
  it.each([
    ["Order not found", true],
    ["<html><body><p>No such order.</p></body></html>", true],
    ["The order does not exist", true],
    ["<html><h1>404 Not Found</h1><p>nginx</p></html>", false],
    ["Not Found", false],
    ["", false],
  ])("a 404 that says %j is the absence of the order: %s", async (text, isAbsent) => {
    server = await rawServer((response) => void response.writeHead(404).end(text));
    const account = createPrintService({ ...configOf(server.url), tokens: fixedToken }).forAccount(idOf("a1"));
    if (isAbsent) expect(await account.detail(ask)).toBeNull();
    else await expect(account.detail(ask)).rejects.toMatchObject({ name: "UnavailableError" });
  });
  it("an order whose name has # before the reference is the order", async () => {
    const account = await accountAnswering({ order: { ...row(1), order_name: "#INK-1" } });
    expect(await account.detail(ask)).toMatchObject({ reference: "INK-1" });
  });
  it.each([{}, { order: row(2) }, { order: "INK-1" }])("%o is no answer", async (body) => {
    await expect((await accountAnswering(body)).detail(ask)).rejects.toMatchObject({ name: "UnavailableError" });
  });
});

describe("test price", () => {
  const line = { sku: "A", base_cost: 0.1, item_quantity: 3, shipping_fee: "0.2", tax_fee: 0, total_price_item: 0.5 };
  const ask = { countryCode: "US", provinceCode: "OR", items: [{ itemSku: "A", quantity: 3 }] };
  it("hands on plain amounts, also such as do not add up", async () => {
    const account = await accountAnswering({ total_price: 0.6, data: [{ ...line, base_cost: 1e-7 }] });
    expect(await account.testPrice(ask)).toMatchObject({
      totalPrice: "0.6",
      lines: [{ baseCost: "0.0000001", shippingFee: "0.2" }],
    });
  });
  it("hands on amounts beyond 2^53", async () => {
    const text = `{"status":200,"total_price":100000000000000000000,"data":[{"sku":"A","base_cost":1,"item_quantity":3,
      "shipping_fee":-9007199254740993,"total_price_item":1}]}`;
    expect(await (await accountSaying(() => text)).testPrice(ask)).toMatchObject({
      totalPrice: "100000000000000000000",
      lines: [{ shippingFee: "-9007199254740993" }],
    });
  });
  it.each([
    ["another SKU", { total_price: 0.5, data: [{ ...line, sku: "B" }] }],
    ["another quantity", { total_price: 0.5, data: [{ ...line, item_quantity: 2 }] }],
    ["no line", { total_price: 0, data: [] }],
    ["a price that is no number", { total_price: 0.5, data: [{ ...line, base_cost: "cheap" }] }],
  ])("%s is no price", async (_, body) => {
    await expect((await accountAnswering(body)).testPrice(ask)).rejects.toMatchObject({ name: "UnavailableError" });
  });
});

describe("registrations", () => {
  const endpoint = "https://app.example/e";
  it.each([
    ["in the body", { endpoint, access_key: "K", state: "Inactive" }, false],
    ["in result", { result: { endpoint, access_key: "K", webhook: "active" } }, true],
    ["in a list", { data: [{ endpoint, access_key: "K" }] }, null],
  ])("are found %s", async (_, body, active) => {
    const account = await accountAnswering(body);
    expect(await account.listRegistrations("tracking", endpoint)).toEqual([{ endpoint, accessKey: "K", active }]);
  });

  it("an unclear answer to a registration is uncertain, to the list unavailable", async () => {
    server = await rawServer((response) => void response.writeHead(502).end());
    const account = createPrintService({ ...configOf(server.url), tokens: fixedToken }).forAccount(idOf("a1"));
    const input = { endpoint, active: true, accessKey: "K", accessToken: "T" };
    await expect(account.createRegistration("tracking", input)).rejects.toMatchObject({ name: "UncertainError" });
    await expect(account.listRegistrations("tracking", endpoint)).rejects.toMatchObject({ name: "UnavailableError" });
  });
});

describe("create", () => {
  it("is accepted where the answer has # before the reference", async () => {
    const account = await accountAnswering({ result: { order_id: "#INK-1001-A7", order_items: [] } });
    expect(await account.create(printOrder(), noDeadline)).toMatchObject({ reference: "INK-1001-A7" });
  });

  it("keeps the service's item ids as text", async () => {
    const order_items = [
      { svc_id: "x-9", item_sku: "A", unfulfill_quantity: "2" },
      { svc_id: { $oid: "65a" }, item_sku: "B" },
    ];
    const account = await accountAnswering({ result: { order_id: "INK-1001-A7", order_items } });
    expect((await account.create(printOrder(), noDeadline)).items).toEqual([
      { serviceItemId: "x-9", itemSku: "A", quantity: 2 },
      { serviceItemId: null, itemSku: "B", quantity: 0 },
    ]);
  });
});
