import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createPrintServiceStandIn,
  DEFAULT_ACCESS_TOKEN,
  DEFAULT_ACCOUNT,
  type PrintServiceStandIn,
} from "../../../sandbox/print-service/index.ts";
import { createCatalog } from "../../../sandbox/print-service/v3/catalog.ts";
import type { Version3 } from "../../../sandbox/print-service/v3/options.ts";
import { idOf } from "../../../tests/support/ids.ts";
import { deadlineIn } from "../../ports/clock.ts";
import { RejectedError, UnauthorizedError, UnavailableError, UncertainError } from "../../ports/errors.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import {
  joinOrders,
  type PrintAccountCalls,
  type RequestBudget,
  type RequestUse,
  type TokenSource,
  type UnknownField,
} from "../../ports/print-service.ts";
import { configOf, noDeadline, printOrder, rawServer, type RawServer } from "../print-service.testing.ts";
import { orderBody as orderBodyOfV1 } from "../create.ts";
import { parsePrintServiceWebhook } from "../index.ts";
import { createPrintServiceV3, createSignInV3 } from "./index.ts";
import { orderBody } from "./orders.ts";
import { splitName } from "./split-name.ts";

/** Counts, and lets everything pass. */
function openBudget() {
  const uses: RequestUse[] = [];
  const pauses: number[] = [];
  const budget: RequestBudget = {
    take: async (_, use) => (uses.push(use), 0),
    pause: async (_, waitMs) => void pauses.push(waitMs),
  };
  return { budget, uses, pauses };
}

const tokensOf = (token: string): TokenSource => ({
  current: async () => token,
  renew: async () => token,
  markRejected: async () => undefined,
});

const unknown: UnknownField[] = [];

function callsAt(url: string, token = DEFAULT_ACCESS_TOKEN, { budget } = openBudget()): PrintAccountCalls {
  const config = {
    ...configOf(url),
    budget,
    clock: { now: () => new Date() },
    observeUnknown: (_: unknown, __: string, fields: readonly UnknownField[]) => void unknown.push(...fields),
  };
  return createPrintServiceV3({ ...config, tokens: tokensOf(token) }).forAccount(idOf("a1"));
}

const signInAt = (url: string) =>
  createSignInV3({ ...configOf(url), budget: openBudget().budget, clock: { now: () => new Date() } });

const CLOCK = { now: () => new Date("2026-11-21T09:00:00Z") };
const DAY = { from: "2026-11-21 00:00:00", to: "2026-11-21 23:59:59" };
const DATE = "2026-11-21";

let made = 0;
const PRODUCTS = createCatalog();
const SKU = (): string => PRODUCTS[0]?.variants[0]?.sku ?? "";
function newOrder(over: Partial<PrintOrder> = {}): PrintOrder {
  const order = printOrder({ reference: `V3-${(made += 1)}-A7`, ...over });
  return { ...order, items: over.items ?? order.items.map((item) => ({ ...item, itemSku: SKU() })) };
}

let standIn: PrintServiceStandIn;
describe("version 3 of the print service", () => {
  beforeEach(async () => void (standIn = await createPrintServiceStandIn({ clock: CLOCK, interfaces: ["v3"] })));
  afterEach(() => standIn.close());
  const set = (version3: Partial<Version3>) => standIn.changeBehavior({ version3 });

  it("takes an order once, with no field that it does not need, and shows it in list and detail", async () => {
    const calls = callsAt(standIn.url);
    const order = newOrder();
    expect(await calls.create(order, noDeadline)).toMatchObject({ reference: order.reference });
    const [stored] = standIn.state().orders;
    expect(stored?.version3?.unknownFields).toEqual([]);
    const repeated = await calls.create(order, noDeadline).catch((error: unknown) => error);
    expect(repeated).toBeInstanceOf(RejectedError);
    expect(repeated).toMatchObject({ provesExistence: true, alreadyExists: true });
    const items = [{ itemSku: SKU(), quantity: 2, orderStatus: expect.any(String), paymentStatus: "Unpaid" }];
    const detail = await calls.detail({ reference: order.reference, date: DATE });
    expect(detail).toMatchObject({ reference: order.reference, serviceOrderId: stored?.serviceId, items });
    expect(detail?.billed).toEqual({
      base: null,
      shipping: null,
      tax: null,
      surcharge: null,
      total: null,
    });
    const { rows, complete } = await calls.listAll(DAY);
    expect(complete).toBe(true);
    expect(rows.map(({ reference }) => reference)).toEqual([order.reference]);
    expect(await calls.detail({ reference: "V3-NONE-A7", date: DATE })).toBeNull();
    expect(standIn.state().orders).toHaveLength(1);
  });

  it("takes artwork of every side that a product prints, and shows it where the service does", async () => {
    const calls = callsAt(standIn.url);
    const artworkSides = { hood: "https://art.example/hood.png", left_upper_sleeves: "https://art.example/sleeve.png" };
    const order = newOrder();
    const items = order.items.map((item) => ({ ...item, artworkSides }));
    await calls.create({ ...order, items }, noDeadline);
    const [stored] = standIn.state().orders;
    expect(JSON.parse(stored?.raw ?? "")).toMatchObject({
      order_items: [
        {
          artwork_front: items[0]?.artworkFront,
          artwork_hood: "https://art.example/hood.png",
          artwork_left_upper_sleeves: "https://art.example/sleeve.png",
        },
      ],
    });
    expect(stored?.raw).not.toContain("artwork_back");
    expect(stored?.version3?.unknownFields).toEqual([]);
    const shown = (await calls.detail({ reference: order.reference, date: DATE }))?.items[0]?.artworkSides;
    expect(shown === undefined || shown.hood === artworkSides.hood).toBe(true);
  });

  it.each<Partial<Version3>>([
    { query: "refused" },
    { query: "ignored" },
    { header: "prefix" },
    { envelope: "status" },
    { lines: "order_items", quantity: "unfulfill_quantity" },
    { detailData: "object", detailNotFound: "empty" },
    { createData: "null" },
    { createData: "array", createIds: ["prefix_order_id"] },
    { orderFields: "many", paymentStatus: "order", statusWords: "keys" },
  ])("is read the same with %o", async (options) => {
    set(options);
    const calls = callsAt(standIn.url);
    // As the connection does: a read finds out how the account wants to be asked.
    expect(await calls.detail({ reference: "V3-NONE-A7", date: DATE })).toBeNull();
    const order = newOrder();
    await calls.create(order, noDeadline);
    const detail = await calls.detail({ reference: order.reference, date: DATE });
    expect(detail).toMatchObject({ reference: order.reference, items: [{ itemSku: SKU(), quantity: 2 }] });
    expect(detail?.items[0]?.paymentStatus?.toLowerCase()).toBe("unpaid");
    expect((await calls.listAll(DAY)).rows).toHaveLength(1);
  });

  it.each<[pay: string, what: object]>([
    ["Order has been paid!", { alreadyDone: true, lacksFunds: false }],
    ["This order was already paid", { alreadyDone: true }],
    ["Your balance is not enough!", { alreadyDone: false, lacksFunds: true }],
    ["You don't have enough balance", { lacksFunds: true }],
    ["Insufficient funds. Please top up your wallet", { lacksFunds: true }],
    ["Order has not been paid by the seller", { alreadyDone: false, lacksFunds: false }],
    ["Order has been cancelled!", { alreadyDone: false, lacksFunds: false }],
  ])("reads a payment refused with %j as %o, and asks once", async (message, read) => {
    const calls = callsAt(standIn.url);
    const { pay } = await calls.further();
    const order = newOrder();
    await calls.create(order, noDeadline);
    const id = (await calls.detail({ reference: order.reference, date: DATE }))?.serviceOrderId ?? "";
    standIn.addFault({ endpoint: "pay", effect: "body_status", status: 400, message });
    const refused = await pay(id, noDeadline).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RejectedError);
    expect(refused).toMatchObject(read);
    // A token that is refused is no reason to pay again in the other header.
    standIn.addFault({ endpoint: "pay", effect: "unauthorized", worked: true });
    await pay(id, noDeadline).catch(() => undefined);
    expect(standIn.state().transactions).toHaveLength(1);
    expect(await pay(id, noDeadline).catch((error: unknown) => error)).toMatchObject({ alreadyDone: true });
  });

  it("pays and cancels nothing once the claim of the call has ended, such as in a process that was frozen", async () => {
    const calls = callsAt(standIn.url);
    const order = newOrder();
    await calls.create(order, noDeadline);
    const before = await calls.detail({ reference: order.reference, date: DATE });
    const { pay, cancel } = await calls.further();
    for (const write of [pay, cancel]) {
      const called = write(before?.serviceOrderId ?? "", deadlineIn(0));
      expect(await called.catch((error: unknown) => error)).toBeInstanceOf(UnavailableError);
    }
    expect(standIn.state().transactions).toEqual([]);
    expect(await calls.detail({ reference: order.reference, date: DATE })).toEqual(before);
  });

  it("pays, cancels and removes an order, and shows its money only once it is paid", async () => {
    const calls = callsAt(standIn.url);
    const { pay, cancel, remove, transactions, paidOrders } = await calls.further();
    const [one, two] = [newOrder(), newOrder()];
    await calls.create(one, noDeadline);
    await calls.create(two, noDeadline);
    const idOfOrder = async ({ reference }: PrintOrder) =>
      (await calls.detail({ reference, date: DATE }))?.serviceOrderId ?? "";
    await pay(await idOfOrder(one), noDeadline);
    const paid = await calls.detail({ reference: one.reference, date: DATE });
    expect(Number(paid?.billed?.total)).toBeGreaterThan(0);
    expect(await transactions({ ...DAY, page: 1 })).toHaveLength(1);
    expect(await paidOrders({ ...DAY, page: 1 })).toHaveLength(1);
    await cancel(await idOfOrder(one), noDeadline);
    expect((await calls.detail({ reference: one.reference, date: DATE }))?.items[0]?.orderStatus).toBe("Cancelled");
    await remove(await idOfOrder(two));
    expect(await calls.detail({ reference: two.reference, date: DATE })).toBeNull();
    await expect(pay("P999", noDeadline)).rejects.toBeInstanceOf(RejectedError);
  });

  it("shows its catalog, its SKUs with spaces, and what ships them", async () => {
    const { products, product, skus, shippingServices } = await callsAt(standIn.url).further();
    const { products: page } = await products({ page: 1, limit: 20 });
    const [first] = page;
    expect(first?.variants[0]).toMatchObject({ itemSku: SKU(), attributes: expect.any(Array) });
    expect(first?.variants[0]?.locations[0]?.printAreas[0]).toMatchObject({
      key: expect.any(String),
      width: expect.any(Number),
    });
    expect((await product(first?.code ?? ""))?.code).toBe(first?.code);
    expect(await product("NONE")).toBeNull();
    expect((await skus()).flatMap(({ variants }) => variants.map(({ sku }) => sku))).toContain(SKU());
    expect((await shippingServices([SKU()]))[0]).toMatchObject({ itemSku: SKU(), fee: expect.any(String) });
  });

  it.each<Partial<Version3>>([{ priceAnswer: "fees" }, { priceAnswer: "lines" }, { priceAnswer: "total" }])(
    "prices a basket once a price is known, and never with 0 (%o)",
    async (options) => {
      set({ ...options, pricesUntilPaid: "zero" });
      const calls = callsAt(standIn.url);
      const basket = { countryCode: "DE", provinceCode: "BE", items: [{ itemSku: SKU(), quantity: 2 }] };
      await expect(calls.testPrice(basket)).rejects.toBeInstanceOf(UnavailableError);
      if (options.priceAnswer === "total") return;
      set({ pricesUntilPaid: "known" });
      const quote = await calls.testPrice(basket);
      expect(quote.lines).toMatchObject([{ itemSku: SKU(), quantity: 2 }]);
      // The tax, which the answer has in its totals, is beside them.
      const [line] = quote.lines;
      const total = 2 * Number(line?.baseCost) + Number(line?.shippingFee);
      expect(Number(line?.taxFee)).toBeGreaterThan(0);
      expect(Number(quote.totalPrice)).toBeCloseTo(total, 5);
      expect(Number(line?.totalPrice)).toBeCloseTo(total, 5);
    },
  );

  it("registers, changes and removes a webhook, also where one is registered already", async () => {
    const calls = callsAt(standIn.url);
    const input = {
      endpoint: "https://app.example.com/print-events/k/tracking",
      active: true,
      accessKey: "X-Key",
      accessToken: "t",
    };
    expect(await calls.listRegistrations("tracking", input.endpoint)).toEqual([]);
    await calls.createRegistration("tracking", { ...input, endpoint: "https://old.example.com/x" });
    await calls.createRegistration("tracking", input);
    expect(await calls.listRegistrations("tracking", input.endpoint)).toMatchObject([
      { endpoint: input.endpoint, accessKey: "X-Key" },
    ]);
    await calls.updateRegistration("tracking", { ...input, active: false });
    expect(await calls.listRegistrations("tracking", input.endpoint)).toEqual([]);
  });

  it("signs in with a token or a password, and names a wrong token, a wrong address and a wrong password", async () => {
    const { fetchToken, check, refreshToken } = signInAt(standIn.url);
    expect(await fetchToken({ accessToken: DEFAULT_ACCESS_TOKEN })).toBe(DEFAULT_ACCESS_TOKEN);
    expect(await fetchToken(DEFAULT_ACCOUNT)).toEqual(expect.any(String));
    const wrong = await fetchToken({ accessToken: "not-a-token" }).catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(UnauthorizedError);
    await expect(fetchToken({ ...DEFAULT_ACCOUNT, password: "x" })).rejects.toBeInstanceOf(UnauthorizedError);
    expect(await check.isThere()).toBe(true);
    expect(await refreshToken(DEFAULT_ACCESS_TOKEN)).toBeNull();
    const elsewhere = signInAt(`${standIn.url}/elsewhere`);
    expect(await elsewhere.check.isThere()).toBe(false);
    const gone = await elsewhere.fetchToken({ accessToken: DEFAULT_ACCESS_TOKEN }).catch((error: unknown) => error);
    expect(gone).toBeInstanceOf(UnavailableError);
    expect(await elsewhere.check.diagnoseToken({ accessToken: "x" }, gone as UnavailableError)).toBe(
      "PRINT_SERVICE_URL",
    );
    await callsAt(standIn.url).create(newOrder({ reference: "V3-SHOWN-A7" }), noDeadline);
    expect(await check.shows(DEFAULT_ACCESS_TOKEN, "V3-SHOWN-A7")).toBe(true);
    expect(await check.shows(DEFAULT_ACCESS_TOKEN, "V3-NOT-A7")).toBe(false);
  });

  it("keeps every order that the service makes of one, with its parcels", async () => {
    standIn.changeBehavior({ dialect: { ordersPerCreate: "per_item" } });
    set({ detailOfSeveral: "all" });
    const calls = callsAt(standIn.url);
    const skus = PRODUCTS.flatMap(({ variants }) => variants.map(({ sku }) => sku)).slice(0, 2);
    const items = skus.map((itemSku) => ({ ...printOrder().items[0], itemSku, quantity: 1 })) as PrintOrder["items"];
    const order = newOrder({ items });
    await calls.create(order, noDeadline);
    const detail = await calls.detail({ reference: order.reference, date: DATE });
    expect(detail?.serviceOrderIds).toHaveLength(2);
    expect(detail?.items.map(({ itemSku }) => itemSku).sort()).toEqual([...skus].sort());
    const [, second = ""] = detail?.serviceOrderIds ?? [];
    const part = await calls.detail({ reference: order.reference, date: DATE, serviceOrderId: second });
    expect(part).toMatchObject({ serviceOrderId: second, items: [{ quantity: 1 }] });
  });
});

describe("an answer of version 3", () => {
  const servers: RawServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));
  const answering = async (status: number, body: unknown, headers: Record<string, string> = {}) => {
    const server = await rawServer((response) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
    servers.push(server);
    return server;
  };
  beforeAll(() => void (unknown.length = 0));

  it("with a price that lacks the shipping is no price", async () => {
    const line = { item_sku: "A", quantity: 1, base_cost: 9.5 };
    const basket = { countryCode: "US", provinceCode: "NY", items: [{ itemSku: "A", quantity: 1 }] };
    const priced = async (data: object[]) =>
      callsAt((await answering(200, { success: true, data })).url).testPrice(basket);
    await expect(priced([line])).rejects.toBeInstanceOf(UnavailableError);
    expect(await priced([{ ...line, shipping_fee: 4 }])).toMatchObject({ totalPrice: "13.5" });
  });

  it("without a wait, when there were too many requests, has one, and nothing is asked meanwhile", async () => {
    const { url } = await answering(429, { success: false, message: "Too many requests" });
    const budget = openBudget();
    const failed = await callsAt(url, "t", budget)
      .list({ ...DAY, limit: 50, page: 1 })
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ tooManyRequests: true, retryAfterMs: 3_000 });
    expect(budget.pauses).toEqual([3_000]);
    expect(budget.uses).toEqual(["read"]);
  });

  it("is waited for while connecting, where there were too many requests", async () => {
    let asked = 0;
    const server = await rawServer((response) => {
      asked += 1;
      const headers = { "content-type": "application/json", "retry-after": "1" };
      response.writeHead(asked === 1 ? 429 : 200, headers).end(JSON.stringify({ success: asked > 1, data: [] }));
    });
    servers.push(server);
    expect(await signInAt(server.url).fetchToken({ accessToken: "t" })).toBe("t");
    expect(asked).toBe(2);
  });

  it.each([
    [{ success: true, message: "ok" }, null],
    [{ success: false, message: "Order X has been existed!" }, RejectedError],
    [{ success: false, message: "Invalid item_sku" }, RejectedError],
    [{ success: false, message: "Too Many Requests, slow down" }, UnavailableError],
    [{ status: 200, message: "ok", data: null }, null],
    [{ message: "?" }, UncertainError],
    [{ success: true, status: 500 }, UncertainError],
    ["<html>", UncertainError],
  ])("to a create: %o", async (body, expected) => {
    const { url } = await answering(200, body);
    const created = callsAt(url, "t").create(printOrder(), noDeadline);
    if (expected === null) await expect(created).resolves.toMatchObject({ reference: "INK-1001-A7" });
    else await expect(created).rejects.toBeInstanceOf(expected);
  });

  it("with fields that nobody knows is read, and the fields are reported without their values", async () => {
    const order = {
      order_name: "INK-1001-A7",
      svc_order_id: "P1",
      buyer: "Ida Brandt",
      orderitems: [{ item_sku: "A", gift: { by: 1 } }],
    };
    const { url } = await answering(200, { success: true, data: [{ ...order, "ida@example.com": 1 }] });
    const detail = await callsAt(url, "t").detail({ reference: "INK-1001-A7", date: DATE });
    expect(detail).toMatchObject({
      reference: "INK-1001-A7",
      items: [{ itemSku: "A", quantity: 0, quantityShown: false }],
    });
    expect(unknown).toEqual([
      { path: "data[].buyer", type: "string" },
      { path: "data[].orderitems[].gift", type: "object" },
      { path: "data[].(key)", type: "number" },
    ]);
    expect(JSON.stringify(unknown)).not.toMatch(/Ida|example/);
  });

  it("that lists without saying that there is nothing is no empty list", async () => {
    const { url } = await answering(200, { success: true });
    await expect(callsAt(url, "t").list({ ...DAY, limit: 50, page: 1 })).rejects.toBeInstanceOf(UnavailableError);
  });
});

describe("an event of version 3", () => {
  const parse = (topic: string, body: unknown) => parsePrintServiceWebhook(topic, Buffer.from(JSON.stringify(body)));

  it("names the order by our id, by the service's, or by both", () => {
    const items = [{ item_sku: "A B-1", order_status: "In Production" }];
    const read = { kind: "status", items: [{ itemSku: "A B-1", orderStatus: "In Production", messageError: null }] };
    expect(parse("order-status", { order_id: "R1", pw_order_id: "P1", order_items: items })).toEqual({
      ...read,
      reference: "R1",
      serviceOrderId: "P1",
    });
    expect(parse("order-status", { pw_order_id: 7, order_items: items })).toEqual({
      ...read,
      reference: "",
      serviceOrderId: "7",
    });
    expect(parse("order-status", { order_items: items })).toEqual({
      kind: "unreadable",
      problem: "unreadable:order_id",
    });
  });

  it("has its tracking flat or nested, also of several parcels", () => {
    const url = "https://t.example/1";
    const one = { kind: "tracking", reference: "R1", trackingNumber: "1Z", trackingUrl: url };
    expect(parse("tracking", { order_id: "R1", tracking_number: "1Z", tracking_url: url })).toEqual(one);
    const nested = (...numbers: string[]) => ({
      order_id: "R1",
      trackings: numbers.map((trackingNumber) => ({ trackingNumber, trackingUrl: url, carrierName: "USPS" })),
    });
    expect(parse("tracking", nested("1Z"))).toEqual({ ...one, carrier: "USPS" });
    expect(parse("tracking", nested("1Z", "2Z"))).toEqual({
      ...{ ...one, carrier: "USPS" },
      others: [{ trackingNumber: "2Z", trackingUrl: url, carrier: "USPS" }],
    });
  });
});

describe("what is sent to version 3", () => {
  it.each([
    ["Ida Brandt", "Ida", "Brandt"],
    ["Cher", "Cher", "."],
    ["John Q. Smith Jr.", "John Q.", "Smith Jr."],
    ["Ludwig van Beethoven", "Ludwig", "van Beethoven"],
    ["Brandt & Sons LLC", "Brandt & Sons", "LLC"],
    ["Maria de la Cruz III", "Maria", "de la Cruz III"],
  ])("splits %s so that the label reads the same", (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });

  it("is every word of a name, in its sequence", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[A-Za-z.'-]{1,8}$/), { minLength: 1, maxLength: 6 }), (words) => {
        const { firstName, lastName } = splitName(words.join("  "));
        expect([firstName, lastName].every((part) => part !== "")).toBe(true);
        expect(`${firstName} ${lastName}`).toBe(words.length === 1 ? `${words[0]} .` : words.join(" "));
      }),
    );
  });

  it.each<[string, Partial<PrintOrder>]>([
    ["shipping_phone", { phone: "12345" }],
    ["shipping_phone", { phone: "1234567890123456" }],
    ["shipping_email", { email: "nobody" }],
    ["city", { city: " " }],
    ["Express", { method: 1 }],
    ["shipping_service", { method: " " }],
  ])("is refused before it is sent where %s would be", (named, over) => {
    expect(() => orderBody(printOrder(over))).toThrow(RejectedError);
    try {
      orderBody(printOrder(over));
    } catch (error) {
      expect((error as RejectedError).providerMessage).toContain(named);
    }
  });
});

it("a shipping service is sent by its code, and never without one", () => {
  expect(orderBody(printOrder({ method: "PRIORITY" }))).toMatchObject({ shipping_service: "PRIORITY" });
  expect(orderBody(printOrder({ method: null }))).not.toHaveProperty("shipping_service");
  expect(() => orderBodyOfV1(printOrder({ method: "PRIORITY" }))).toThrow(RejectedError);
});

describe("the parts of one order", () => {
  const part = (serviceOrderId: string, total: string | null) => ({
    serviceOrderId,
    serviceOrderIds: [serviceOrderId],
    items: [serviceOrderId],
    trackings: [serviceOrderId],
    billed: { base: total, shipping: null, tax: null, surcharge: null, total },
  });

  it("are joined whatever their sequence, and cost what all of them cost, once all are paid", () => {
    const joined = joinOrders([part("P2", "4.25"), part("P1", "10.1")]);
    expect(joined).toMatchObject({ serviceOrderIds: ["P1", "P2"], items: ["P1", "P2"], trackings: ["P1", "P2"] });
    expect(joined.billed.total).toBe("14.35");
    expect(joinOrders([part("P1", "10.1"), part("P2", null)]).billed.total).toBeNull();
  });
});
