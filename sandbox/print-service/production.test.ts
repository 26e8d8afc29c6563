import { createServer } from "node:http";
import type { IncomingHttpHeaders, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../tests/support/until.ts";
import { createPrintServiceStandIn } from "./index.ts";
import type { PrintServiceStandIn, StandInOptions } from "./index.ts";
import { orderBody } from "./order-body.testing.ts";
import { testClient } from "./client.testing.ts";

const CREATE = "/cdn/api/orders/v1/create";
const TRACKING = "/cdn/api/webhook/v1/register";
const STATUS = "/cdn/api/webhook/v1/register-update-order";

let service: PrintServiceStandIn;
let receiver: Server;
let address: string;
let received: { path: string; headers: IncomingHttpHeaders; body: unknown }[];
let answerStatus: number;

beforeEach(async () => {
  received = [];
  answerStatus = 200;
  receiver = createServer((request, response) => {
    let raw = "";
    request.on("data", (chunk) => (raw += chunk));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: JSON.parse(raw) });
      response.writeHead(answerStatus).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});

afterEach(async () => {
  await service.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

/** A stand-in with an order, whose events go to the receiver. */
async function start(options: StandInOptions = {}) {
  service = await createPrintServiceStandIn(options);
  const client = await testClient(service.url).signedIn();
  const key = { access_key: "X-Key", access_token: "k-1" };
  await client.post(TRACKING, { type: "create", endpoint: `${address}/t`, ...key });
  await client.post(STATUS, { type: "create", endpoint: `${address}/s`, status: 1, ...key });
  await client.post(CREATE, orderBody());
  return client;
}

describe("registrations", () => {
  it("are shown after create, list and update", async () => {
    const client = await start();
    const shown = {
      status: 200,
      endpoint: `${address}/t`,
      access_key: "X-Key",
      access_token: "k-1",
      status_text: "Active",
    };
    const { body } = await client.post(TRACKING, { type: "list" });
    expect(body).toMatchObject({
      ...shown,
      request_body: { tracking_url: "String" },
      request_header: { "X-Key": expect.any(String) },
    });
    const updated = await client.post(TRACKING, { type: "update", endpoint: `${address}/u`, status: 0 });
    expect(updated.body).toMatchObject({ endpoint: `${address}/u`, status_text: "Inactive", access_key: "" });
  });

  it("an inactive one gets nothing", async () => {
    const client = await start();
    await client.post(TRACKING, { type: "update", endpoint: `${address}/t`, status: 0 });
    service.printLabel("first-0001");
    await service.settled();
    expect(received).toEqual([]);
  });

  it.each([
    { type: "create" },
    { type: "delete", endpoint: "https://a.example" },
    { type: "create", endpoint: "here" },
    { type: "create", endpoint: "https://a.example", status: 2 },
  ])("refuses %o", async (body) => {
    service = await createPrintServiceStandIn();
    const client = await testClient(service.url).signedIn();
    expect((await client.post(STATUS, body)).httpStatus).toBe(400);
    expect((await client.post(STATUS, { type: "update", endpoint: "https://a.example" })).httpStatus).toBe(404);
  });

  it("takes application/json only", async () => {
    service = await createPrintServiceStandIn();
    const client = testClient(service.url);
    const headers = { "SVC-ACCESS-TOKEN": await client.token(), "Content-Type": "text/plain" };
    expect((await client.call("POST", TRACKING, { type: "list" }, headers)).httpStatus).toBe(415);
  });
});

describe("production line", () => {
  it("reports production, each parcel, and that it has shipped, with the registered header", async () => {
    await start();
    service.startProduction("first-0001");
    await service.settled();
    service.ship("first-0001", { trackingNumber: "94", split: 2 });
    await service.settled();
    expect(received[0]).toMatchObject({
      path: "/s",
      headers: { "content-type": "application/json", "x-key": "k-1" },
      body: {
        order_id: "first-0001",
        order_items: [{ item_sku: "TEE-BLACK-M", order_status: "In production", message_error: "" }],
      },
    });
    const tracking = (n: number) => ({
      order_id: "first-0001",
      tracking_number: `94-${n}`,
      tracking_url: `https://track.example/94-${n}`,
    });
    expect(received.slice(1).map((h) => h.body)).toEqual(expect.arrayContaining([tracking(1), tracking(2)]));
    expect(received.at(-1)?.body).toMatchObject({ order_items: [{ order_status: "Shipped" }] });
    expect(service.state().deliveries.map((d) => d.responseStatus)).toEqual([200, 200, 200, 200]);
  });

  it("ships under the label that it has printed, which says nothing of shipping", async () => {
    await start();
    service.startProduction("first-0001");
    service.printLabel("first-0001", { trackingNumber: "94" });
    const order = () => service.state().orders[0]!;
    expect(order()).toMatchObject({ trackings: [{ trackingNumber: "94" }], items: [{ orderStatus: "In production" }] });
    service.ship("first-0001");
    expect(order()).toMatchObject({ trackings: [{ trackingNumber: "94" }], items: [{ orderStatus: "Shipped" }] });
    expect(order().trackings).toHaveLength(1);
  });

  it("refuses an address, sets a status and marks as paid", async () => {
    await start({ billing: "by_order" });
    expect(service.state().orders[0]!.items[0]).toMatchObject({ paymentStatus: "Unpaid" });
    service.rejectAddress("first-0001", "no such street");
    await service.settled();
    expect(received[0]!.body).toMatchObject({
      order_items: [{ order_status: "Not verify", message_error: "no such street" }],
    });
    service.setStatus("first-0001", "TEE-BLACK-M", "On the press");
    service.markPaid("first-0001");
    expect(service.state().orders[0]!.items[0]).toMatchObject({ orderStatus: "On the press", paymentStatus: "Paid" });
  });

  it("runs automatically at its speed", async () => {
    await start({ productionSpeed: 5 });
    await until("every event", () => received.length === 3);
    expect(received.map((h) => h.path).toSorted()).toEqual(["/s", "/s", "/t"]);
  });

  it("sends an event once, or again as often as it is configured", async () => {
    answerStatus = 500;
    await start();
    service.printLabel("first-0001");
    await service.settled();
    expect(received).toHaveLength(1);
    await service.close();
    await start({ eventRetries: 2, eventRetryDelayMs: 1 });
    service.printLabel("first-0001");
    await service.settled();
    expect(received).toHaveLength(4);
  });
});

describe("faults of events", () => {
  it("drops, doubles and reorders", async () => {
    await start();
    const numbers = () => received.map((h) => (h.body as { tracking_number: string }).tracking_number);
    const ship = async (trackingNumber: string) => {
      service.printLabel("first-0001", { trackingNumber });
      await service.settled();
    };
    service.addEventFault({ effect: "drop" });
    await ship("1");
    service.addEventFault({ effect: "double" });
    await ship("2");
    service.addEventFault({ effect: "reorder", kind: "tracking" });
    await ship("3");
    expect(numbers()).toEqual(["2", "2"]);
    await ship("4");
    expect(numbers().slice(2).toSorted()).toEqual(["3", "4"]);
    service.addEventFault({ effect: "delay", ms: 5 });
    await ship("5");
    expect(numbers().at(-1)).toBe("5");
  });
});

describe("controls over HTTP", () => {
  it("turns the production line and shows the state", async () => {
    await start();
    const { call } = testClient(service.url);
    for (const [action, body] of [
      ["produce", {}],
      ["ship", { trackingNumber: "77" }],
      ["pay", {}],
    ] as const) {
      expect((await call("POST", `/_sandbox/orders/first-0001/${action}`, body)).httpStatus).toBe(200);
    }
    await service.settled();
    const { body } = await call("GET", "/_sandbox/state");
    expect(body).toMatchObject({
      tokensIssued: 1,
      calls: { create: 1 },
      deliveries: { length: 3 },
      registrations: { length: 2 },
    });
    expect(body.orders[0].trackings[0].trackingNumber).toBe("77");
    expect((await call("POST", "/_sandbox/orders/first-0001/reject-address", { message: "?" })).httpStatus).toBe(200);
    expect((await call("POST", "/_sandbox/orders/none/ship", {})).httpStatus).toBe(404);
    expect((await call("POST", "/_sandbox/nothing", {})).httpStatus).toBe(404);
  });

  it("switches faults on and off", async () => {
    const client = await start();
    const { call } = testClient(service.url);
    await call("POST", "/_sandbox/faults", { effect: "too_many", endpoint: "create", times: 2, retryAfter: "3" });
    const reply = await client.post(CREATE, orderBody({ order_id: "second-0002" }));
    expect(reply.httpStatus).toBe(429);
    expect((await call("DELETE", "/_sandbox/faults")).httpStatus).toBe(200);
    expect((await client.post(CREATE, orderBody({ order_id: "second-0002" }))).httpStatus).toBe(200);
    expect(service.state().orders).toHaveLength(2);
    expect((await call("POST", "/_sandbox/faults", { effect: "fire" })).httpStatus).toBe(400);
    expect((await call("POST", "/_sandbox/event-faults", { effect: "drop" })).httpStatus).toBe(200);
    service.printLabel("first-0001");
    await service.settled();
    expect(received).toEqual([]);
  });
});

describe("faults of answers", () => {
  it.each([
    ["server_error", 503, 0],
    ["unauthorized", 401, 0],
    ["body_status", 200, 0],
    ["error_body", 200, 0],
    ["slow", 200, 1],
  ] as const)("%s answers %i and leaves %i order", async (effect, httpStatus, orders) => {
    service = await createPrintServiceStandIn();
    const client = await testClient(service.url).signedIn();
    service.addFault({ effect, endpoint: "create", ms: 1 });
    expect((await client.post(CREATE, orderBody())).httpStatus).toBe(httpStatus);
    expect(service.state().orders).toHaveLength(orders);
  });

  it.each(["reset", "cut", "truncated", "bad_gateway", "html", "empty"] as const)(
    "%s comes after the order was created",
    async (effect) => {
      service = await createPrintServiceStandIn();
      const client = await testClient(service.url).signedIn();
      service.addFault({ effect, endpoint: "create" });
      await expect(client.post(CREATE, orderBody())).rejects.toThrow();
      expect(service.state().orders).toHaveLength(1);
      service.addFault({ effect, endpoint: "create", worked: false });
      await expect(client.post(CREATE, orderBody())).rejects.toThrow();
      expect(service.state().orders).toHaveLength(1);
    },
  );
});
