import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { DEFAULT_ACCOUNT } from "../index.ts";
import type { StandInOptions } from "../index.ts";
import { itemFields, openVersion3, orderFields } from "./client.testing.ts";
import type { Version3Client } from "./client.testing.ts";

const CREATE = "order/create-new-order";
let client: Version3Client;
afterEach(() => client.service.close());

const noon = { now: () => new Date("2026-11-20T12:00:00Z") };
const open = async (version3: StandInOptions["version3"] = {}, options: StandInOptions = {}) =>
  (client = await openVersion3({ clock: noon, version3, ...options }));
const detail = async (params: Record<string, string> = { order_name: "first-0001" }) =>
  (await client.get("order/detail", params)).body;

describe("tokens", () => {
  it("take either header, end after 730 days, and come by password or by refresh", async () => {
    let now = noon.now();
    await open({}, { clock: { now: () => now } });
    const { data } = (await client.call("POST", "auth/token", { ...DEFAULT_ACCOUNT }, {})).body;
    expect(data).toEqual({ access_token: expect.any(String), refresh_token: expect.any(String) });
    const own = { "svc-access-token": data.access_token };
    expect((await client.call("GET", "order/list", undefined, own)).httpStatus).toBe(200);
    now = new Date(now.getTime() + 729 * 86_400_000);
    const renewed = (await client.get("auth/refresh-token", { refresh_token: data.refresh_token })).body.data;
    now = new Date(now.getTime() + 86_400_000);
    const old = await client.get("order/list");
    expect([old.httpStatus, old.body]).toEqual([401, { success: false, message: "Not authenticated" }]);
    const bearer = { authorization: `Bearer ${renewed.access_token}` };
    expect((await client.call("GET", "order/list", undefined, bearer)).httpStatus).toBe(200);
    client.service.revokeTokens();
    expect((await client.call("GET", "order/list", undefined, bearer)).httpStatus).toBe(401);
  });

  it("can insist on one header, and have neither password nor refresh", async () => {
    await open({ header: "prefix", tokenAnswer: "result" });
    expect((await client.get("order/list")).httpStatus).toBe(401);
    const { result } = (await client.post("auth/token", { ...DEFAULT_ACCOUNT })).body;
    const own = { "svc-access-token": result.access_token };
    expect((await client.call("GET", "order/list", undefined, own)).httpStatus).toBe(200);
    client.service.changeBehavior({ version3: { tokenByPassword: false, tokenRefresh: false } });
    expect((await client.post("auth/token", { ...DEFAULT_ACCOUNT })).httpStatus).toBe(404);
    expect((await client.get("auth/refresh-token", { refresh_token: "x" })).httpStatus).toBe(404);
  });

  it("are no tokens of version 1, and the other way round", async () => {
    await open({}, { interfaces: ["v1", "v3"] });
    const v1 = async (path: string, init?: RequestInit) => (await fetch(client.service.url + path, init)).json();
    const body = JSON.stringify(DEFAULT_ACCOUNT);
    const token = (await v1("/cdn/api/auth/v1/token", { method: "POST", body })).result.access_token;
    expect((await client.call("GET", "order/list", undefined, { "svc-access-token": token })).httpStatus).toBe(401);
    const headers = { "SVC-ACCESS-TOKEN": "sandbox-access-token" };
    expect(await v1("/cdn/api/orders/v1/all", { headers })).toMatchObject({ status: 401 });
  });
});

describe("create", () => {
  it("takes an order by SKU, by an old SKU and by variant id, and says no more than that", async () => {
    await open();
    const id = client.service.store.orders.length;
    expect(id).toBe(0);
    const variant = (await client.post("products/detail", { code: "MG.11" })).body.data.variants[0];
    const order_items = [
      itemFields(),
      itemFields({ item_sku: "TEE-WHITE-L" }),
      itemFields({ item_sku: undefined, variant_id: variant.variant_id, quantity: 1 }),
    ];
    const { body } = await client.post(CREATE, orderFields({ order_items }));
    expect(body).toEqual({ success: true, message: expect.any(String), data: {} });
    expect(client.service.state().orders[0]).toMatchObject({
      reference: "first-0001",
      items: [{ itemSku: "CT17-BLACK-M" }, { itemSku: "TEE-WHITE-L" }, { itemSku: "MG.11-BLACK-11 OZ" }],
      version3: { unknownFields: [], fees: { base_fee: "35.55", shipping_fee: "15.41", total_price: "50.96" } },
    });
  });

  it.each([
    ["no first name", { firstName: "" }],
    ["no last name", { lastName: "" }],
    ["an e-mail that is none", { shipping_email: "mara" }],
    ["a phone of 7 digits", { shipping_phone: "555 0100" }],
    ["a phone of 16 digits", { shipping_phone: "1234567890123456" }],
    ["a country code that is not alpha-2", { shipping_country_code: "USA" }],
    ["no items", { order_items: [] }],
    ["an unknown SKU", { order_items: [itemFields({ item_sku: "NOPE" })] }],
    ["a SKU and another variant's id", { order_items: [itemFields({ variant_id: "70099" })] }],
    ["quantity 0", { order_items: [itemFields({ quantity: 0 })] }],
    ["an artwork that is no link", { order_items: [itemFields({ artwork_hood: "hood.png" })] }],
    ["an unknown shipping service", { shipping_service: "CONCORDE" }],
    ["an unknown location", { order_items: [itemFields({ made_in_location: "MARS" })] }],
  ])("refuses %s", async (_, changes) => {
    await open();
    const { httpStatus, body } = await client.post(CREATE, orderFields(changes));
    expect([httpStatus, body.success, body.message]).toEqual([400, false, expect.stringMatching(/./)]);
    expect(client.service.state().orders).toEqual([]);
  });

  it("may refuse what is out of stock, and artwork for a side that the variant lacks", async () => {
    await open({ outOfStock: "refused", unknownSide: "refused", soldOut: ["CT17-BLACK-M"] });
    await expect(client.create()).rejects.toThrow("out of stock");
    const white = { item_sku: "CT17-WHITE-M", artwork_hood: "https://art.example/hood.png" };
    await expect(client.create({ order_items: [itemFields(white)] })).rejects.toThrow("artwork_hood does not exist");
    expect(client.service.state().orders).toEqual([]);
  });

  it("may not enforce contacts, and may take one name", async () => {
    await open({ contactEnforced: false, lastName: "may be empty" });
    await client.create({ lastName: "", shipping_email: "", shipping_phone: "" });
  });

  it("refuses a repeated order id with words that say that it is there", async () => {
    await open();
    await client.create();
    const again = await client.post(CREATE, orderFields());
    expect([again.httpStatus, again.body.message]).toEqual([400, "Order first-0001 has been existed!"]);
    expect(client.service.state().orders).toHaveLength(1);
  });

  it("may name another fault of a repeated create first, or take it", async () => {
    await open({ repeatedOrderId: "checked last" });
    await client.create();
    client.service.changeBehavior({ version3: { gone: ["CT17-BLACK-M"] } });
    expect((await client.post(CREATE, orderFields())).body.message).toBe("Error! Invalid Order Items.");
    client.service.changeBehavior({ version3: { gone: [], repeatedOrderId: "accepted" } });
    await client.create();
    expect(client.service.state().orders).toHaveLength(2);
  });

  it("takes a field too many for an order of another marketplace, and does not print it", async () => {
    await open({}, { productionSpeed: 1 });
    const ours = await client.create();
    await client.create({ order_id: "second-0002", marketplace: "none" });
    await client.post("order/paid", { order_id: ours });
    await until("the parcel", () => client.service.state().orders[0]!.trackings.length === 1);
    expect(client.service.state().orders[1]).toMatchObject({
      trackings: [],
      items: [{ orderStatus: "Waiting for label" }],
      version3: { unknownFields: ["marketplace"] },
    });
  });

  const answers: [StandInOptions["version3"], unknown][] = [
    [{ createIds: ["prefix_order_id", "id"] }, { svc_order_id: "P1002", id: "P1002" }],
    [{ createIds: ["order_code"], createData: "array" }, [{ order_code: "P1002" }]],
    [{ createData: "null" }, null],
  ];
  it.each(answers)("can answer as %o", async (version3, data) => {
    await open(version3);
    expect((await client.post(CREATE, orderFields())).body.data).toEqual(data);
  });
});

describe("list and detail", () => {
  it("show few fields, no tracking in the list, and prices only once it is paid", async () => {
    await open();
    const id = await client.create();
    const row = {
      svc_order_id: id,
      order_name: "first-0001",
      total_price: 0,
      orderitems: [
        {
          product_name: "Unisex Cotton Tee",
          item_sku: "CT17-BLACK-M",
          quantity: 2,
          order_status: "Pending",
          payment_status: "Unpaid",
        },
      ],
    };
    expect((await client.get("order/list")).body).toEqual({
      success: true,
      message: "Success",
      data: [row],
      limit: 50,
      page: 1,
      length: 1,
      totalPage: 1,
    });
    await client.post("order/paid", { order_id: id });
    client.service.ship("first-0001", { trackingNumber: "9400" });
    const { data } = await detail();
    expect(data).toEqual([
      {
        ...row,
        orderitems: [{ ...row.orderitems[0], order_status: "Shipped", payment_status: "Paid" }],
        base_fee: 15.6,
        shipping_fee: 5.46,
        tax_fee: 0,
        surcharge: 0,
        total_price: 21.06,
        trackings: [
          {
            trackingNumber: "9400",
            trackingUrl: "https://track.example/9400",
            carrierName: "USPS",
            carrierCode: "usps",
          },
        ],
      },
    ]);
    expect((await detail({ svc_order_id: id })).data).toEqual(data);
    expect((await client.get("order/detail", { order_name: "none" })).httpStatus).toBe(404);
    expect((await client.get("order/detail")).httpStatus).toBe(400);
  });

  it("can be odd in every way that clients have met", async () => {
    await open({
      envelope: "status",
      detailData: "object",
      lines: "order_items",
      detailTracking: "flat",
      listTracking: true,
      orderFields: "many",
      paymentStatus: "both",
      statusWords: "keys",
      quantity: "none",
      skuSpelling: "current",
      pricesUntilPaid: "known",
      detailNotFound: "empty",
    });
    await client.create({ order_items: [itemFields({ item_sku: "TEE-BLACK-M" })] });
    client.service.printLabel("first-0001", { trackingNumber: "9400" });
    const { status, data } = await detail();
    expect(status).toBe(200);
    expect(data).toMatchObject({
      total_price: 21.06,
      payment_status: "unpaid",
      created_at: "2026-11-20 12:00:00",
      shipping_name: "Mara Lindqvist",
      order_items: [{ item_sku: "CT17-BLACK-M", order_status: "pending", payment_status: "unpaid" }],
      trackings: [{ tracking_number: "9400", tracking_url: expect.any(String), updated_at: expect.any(String) }],
    });
    expect(data.order_items[0]).not.toHaveProperty("quantity");
    expect((await client.get("order/list")).body.data[0].trackings).toHaveLength(1);
    expect((await detail({ order_name: "none" })).data).toBeNull();
  });

  it("page, search and keep to the range", async () => {
    await open({ rateLimit: null });
    for (let n = 0; n < 5; n++) await client.create({ order_id: `many-${n}` });
    const second = (await client.get("order/list", { limit: "2", page: "2" })).body;
    expect(second).toMatchObject({ limit: 2, page: 2, length: 2, totalPage: 3 });
    expect(second.data.map((one: { order_name: string }) => one.order_name)).toEqual(["many-2", "many-1"]);
    expect((await client.get("order/list", { search: "many-3" })).body.length).toBe(1);
    const yesterday = { created_at_min: "2026-11-19 00:00:00", created_at_max: "2026-11-19 23:59:59" };
    expect((await client.get("order/list", yesterday)).body.data).toEqual([]);
    expect((await client.get("order/list", { created_at_min: "yesterday" })).httpStatus).toBe(400);
  });

  it("can refuse or overlook the query, and read the body", async () => {
    await open({ query: "refused" });
    await client.create();
    const byBody = () => client.call("GET", "order/detail", { order_name: "first-0001" });
    expect((await client.get("order/detail", { order_name: "first-0001" })).httpStatus).toBe(400);
    expect((await byBody()).body.data).toHaveLength(1);
    client.service.changeBehavior({ version3: { query: "ignored" } });
    expect((await client.get("order/detail", { order_name: "first-0001" })).body.message).toContain("is required");
    expect((await byBody()).body.data).toHaveLength(1);
  });

  it("show several orders of one order id, each with parcels of its own", async () => {
    await open({}, { dialect: { ordersPerCreate: "per_item" } });
    await client.create({ order_items: [itemFields(), itemFields({ item_sku: "MG.11-WHITE-11 OZ" })] });
    const ids = (await client.get("order/list", { search: "first-0001" })).body.data.map(
      (one: { svc_order_id: string }) => one.svc_order_id,
    );
    expect(ids).toHaveLength(2);
    expect((await detail()).data.map((one: { svc_order_id: string }) => one.svc_order_id)).toEqual([ids[0]]);
    client.service.printLabel(ids[1], { trackingNumber: "1" });
    expect((await detail({ svc_order_id: ids[1] })).data[0].trackings).toHaveLength(1);
    expect((await detail({ svc_order_id: ids[0] })).data[0].trackings).toHaveLength(0);
    client.service.changeBehavior({ version3: { detailOfSeveral: "all" } });
    expect((await detail()).data).toHaveLength(2);
  });

  it("share orders with version 1, or do not", async () => {
    await open({}, { interfaces: ["v1", "v3"] });
    await client.create();
    const body = JSON.stringify(DEFAULT_ACCOUNT);
    const token = await fetch(`${client.service.url}/cdn/api/auth/v1/token`, { method: "POST", body });
    const headers = { "SVC-ACCESS-TOKEN": (await token.json()).result.access_token };
    const list = async () =>
      (await (await fetch(`${client.service.url}/cdn/api/orders/v1/all`, { headers })).json()).orders;
    expect(await list()).toMatchObject([{ order_name: "first-0001", shipping_name: "Mara Lindqvist" }]);
    client.service.changeBehavior({ version3: { otherInterfaceOrders: "hidden" } });
    expect(await list()).toEqual([]);
  });
});

describe("pay, cancel and delete", () => {
  it("prints nothing before it is paid", async () => {
    await open({}, { productionSpeed: 1 });
    const unpaid = await client.create();
    const paid = await client.create({ order_id: "second-0002" });
    await client.post("order/paid", { order_id: paid });
    await until("the parcel", () => client.service.state().orders[1]!.trackings.length === 1);
    expect(client.service.state().orders[0]!.items[0]!.orderStatus).toBe("Pending");
    expect(() => client.service.startProduction(unpaid)).toThrow("not paid");
    expect((await client.post("order/paid", { order_id: "first-0001" })).httpStatus).toBe(404);
  });

  it("charges once, lists the payment, and refuses an empty wallet", async () => {
    await open({ wallet: "30.00" });
    const id = await client.create();
    expect((await client.post("order/paid", { order_id: id })).body).toMatchObject({ success: true });
    expect((await client.post("order/paid", { order_id: id })).body.message).toBe("Order has been paid!");
    client.service.changeBehavior({ version3: { paidTwice: "succeeds" } });
    expect((await client.post("order/paid", { order_id: id })).httpStatus).toBe(200);
    const other = await client.create({ order_id: "second-0002" });
    expect((await client.post("order/paid", { order_id: other })).body.message).toBe("Your balance is not enough!");
    expect((await client.get("transaction/list")).body.data).toEqual([
      { type: "payment", amount: 21.06, svc_order_id: id, created_at: "2026-11-20 12:00:00" },
    ]);
    const paid = (await client.get("transaction/order-list")).body.data;
    expect(paid).toMatchObject([{ svc_order_id: id, total_price: 21.06 }]);
  });

  it("may charge a second time, and counts the payments of each order", async () => {
    await open({ paidTwice: "charges" });
    const id = await client.create();
    const other = await client.create({ order_id: "second-0002" });
    for (const order_id of [id, id, other]) await client.post("order/paid", { order_id });
    expect(client.service.state().payments).toEqual({ [id]: 2, [other]: 1 });
    const shown = await fetch(`${client.service.url}/_sandbox/state`);
    expect(await shown.json()).toMatchObject({ payments: { [id]: 2, [other]: 1 } });
  });

  it("may count a payment late, or never", async () => {
    let now = noon.now();
    await open({ paymentTakesMs: 60_000 }, { clock: { now: () => now } });
    const id = await client.create();
    await client.post("order/paid", { order_id: id });
    const status = async () => (await detail()).data[0].orderitems[0].payment_status;
    expect(await status()).toBe("Unpaid");
    now = new Date(now.getTime() + 60_000);
    expect(await status()).toBe("Paid");
    client.service.changeBehavior({ version3: { paymentTakesMs: null } });
    const never = await client.create({ order_id: "second-0002" });
    expect((await client.post("order/paid", { order_id: never })).httpStatus).toBe(200);
    now = new Date(now.getTime() + 86_400_000);
    expect(() => client.service.startProduction(never)).toThrow("not paid");
    expect(client.service.state().transactions.map(({ serviceId }) => serviceId)).toEqual([id, never]);
  });

  it("may only ask for the cancellation, which the printer grants", async () => {
    await open({ cancelBecomes: "Request Cancel" });
    const id = await client.create();
    await client.post("order/paid", { order_id: id });
    const cancel = () => client.post("order/cancel-order-api", { order_name: "first-0001" });
    expect((await cancel()).httpStatus).toBe(200);
    expect((await detail()).data[0].orderitems[0].order_status).toBe("Request Cancel");
    expect(client.service.state().transactions).toHaveLength(1);
    expect((await cancel()).httpStatus).toBe(400);
    client.service.cancel(id);
    expect(client.service.state().transactions).toHaveLength(2);
  });

  it("cancels with a refund until production begins", async () => {
    await open({ wallet: "100" });
    const id = await client.create();
    await client.post("order/paid", { order_id: id });
    expect((await client.post("order/cancel-order-api", { order_name: "first-0001" })).httpStatus).toBe(200);
    expect((await detail()).data[0].orderitems[0].order_status).toBe("Cancelled");
    expect(client.service.state().transactions.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["payment", "21.06"],
      ["refund", "21.06"],
    ]);
    expect((await client.post("order/paid", { order_id: id })).body.message).toContain("cancelled");
    const late = await client.create({ order_id: "second-0002" });
    await client.post("order/paid", { order_id: late });
    client.service.startProduction(late);
    const refused = await client.post("order/cancel-order-api", { svc_order_id: late });
    expect([refused.httpStatus, refused.body.message]).toEqual([400, expect.stringContaining("in production")]);
  });

  it("deletes an unpaid order, whose id stays taken unless told otherwise", async () => {
    await open();
    const id = await client.create();
    expect((await client.post("order/delete-order-api", { svc_order_id: id })).httpStatus).toBe(200);
    expect((await client.get("order/list")).body.data).toEqual([]);
    expect((await client.get("order/detail", { svc_order_id: id })).httpStatus).toBe(404);
    expect((await client.post(CREATE, orderFields())).body.message).toContain("has been existed");
    client.service.changeBehavior({ version3: { deletedOrderId: "free again" } });
    const paid = await client.create();
    await client.post("order/paid", { order_id: paid });
    expect((await client.post("order/delete-order-api", { svc_order_id: paid })).httpStatus).toBe(400);
  });
});

describe("limits and faults", () => {
  it("refuses the 51st request in 3 seconds, with or without a header", async () => {
    let now = noon.now();
    await open({}, { clock: { now: () => now } });
    const many = await Promise.all(Array.from({ length: 51 }, () => client.get("webhooks", { type: "order" })));
    const last = many.filter(({ httpStatus }) => httpStatus === 429);
    expect(last).toHaveLength(1);
    expect(last[0]!.body).toEqual({ success: false, message: "Too many requests" });
    expect(last[0]!.headers).not.toHaveProperty("retry-after");
    client.service.changeBehavior({ version3: { retryAfter: true } });
    expect((await client.get("order/list")).headers["retry-after"]).toBe("3");
    now = new Date(now.getTime() + 3000);
    expect((await client.get("order/list")).httpStatus).toBe(200);
  });

  it("loses the answer to a create, a payment or a cancellation that it has done", async () => {
    await open({ wallet: "100" });
    for (const endpoint of ["create", "pay", "cancel"] as const) client.service.addFault({ endpoint, effect: "reset" });
    await expect(client.post(CREATE, orderFields())).rejects.toThrow();
    const id = client.service.state().orders[0]!.serviceId;
    await expect(client.post("order/paid", { order_id: id })).rejects.toThrow();
    expect(client.service.state().transactions).toHaveLength(1);
    await expect(client.post("order/cancel-order-api", { svc_order_id: id })).rejects.toThrow();
    expect((await detail()).data[0].orderitems[0].order_status).toBe("Cancelled");
  });

  it("arms a fault for one order, by our id in its other calls, too", async () => {
    await open();
    const id = await client.create();
    client.service.addFault({ endpoint: "pay", effect: "body_status", order: "first", message: "Not now" });
    expect((await client.post("order/paid", { order_id: id })).body).toEqual({ success: false, message: "Not now" });
    expect((await client.post("order/paid", { order_id: id })).body.success).toBe(true);
  });
});
