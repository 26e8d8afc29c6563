import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { orderBody } from "../order-body.testing.ts";
import { CREATE, openBackOffice } from "./back-office.testing.ts";

let office: Awaited<ReturnType<typeof openBackOffice>>;
let receiver: Server;
let received: Record<string, unknown>[];
let address: string;

beforeEach(async () => {
  received = [];
  receiver = createServer((request, response) => {
    let raw = "";
    request.on("data", (chunk) => (raw += chunk));
    request.on("end", () => (received.push(JSON.parse(raw)), response.end()));
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  office = await openBackOffice({ billing: "by_order" });
  await office.listen(address);
});

afterEach(async () => {
  await office.service.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

const onOrder = (action: string) => `orders/${office.order().serviceId}/${action}`;

describe("forms of an order", () => {
  it("start production, refuse the address, set a status and mark paid", async () => {
    const { submit, service, order } = office;
    expect(await submit(onOrder("produce"))).toMatchObject({
      status: 303,
      text: expect.stringContaining("is in production."),
    });
    expect(order().items[0]!.orderStatus).toBe("In production");
    await submit(onOrder("reject-address"), { message: "no such street" });
    await submit(onOrder("status"), { sku: "TEE-BLACK-M", status: "On the press", message: "" });
    await submit(onOrder("pay"));
    expect(order().items[0]).toMatchObject({ orderStatus: "On the press", paymentStatus: "Paid" });
    await service.settled();
    expect(JSON.stringify(received)).toContain("no such street");
  });

  it("ship, with and without a tracking number of one's own", async () => {
    await office.submit(onOrder("ship"), { trackingNumber: "", split: "1" });
    await office.submit(onOrder("ship"), { trackingNumber: "94", split: "2" });
    const numbers = office.order().trackings.map((t) => t.trackingNumber);
    expect(numbers).toEqual([expect.stringMatching(/^TRK/), "94-1", "94-2"]);
  });

  it("act on the very order, also when another has its order id", async () => {
    await office.client.post(CREATE, orderBody());
    const second = office.service.state().orders[1]!.serviceId;
    await office.submit(`orders/${second}/pay`);
    expect(office.service.state().orders.map((o) => o.items[0]!.paymentStatus)).toEqual(["Unpaid", "Paid"]);
  });

  it("lead back to where they came from, and nowhere else", async () => {
    const back = `/orders/${office.order().serviceId}`;
    expect((await office.submit(onOrder("pay"), { back })).to).toMatch(`${back}?notice=`);
    for (const elsewhere of ["https://evil.example", "//evil.example", "/\\evil.example"])
      expect((await office.submit(onOrder("pay"), { back: elsewhere })).to).toMatch(/^\/\?notice=\d+$/);
  });

  it("say what did not work", async () => {
    expect((await office.submit("orders/P9/ship")).text).toContain("no such order");
    expect((await office.submit(onOrder("ship"), { split: "many" })).text).toContain("That didn&#39;t work: split");
  });

  it("are not taken from pages of other sites", async () => {
    const sent = await office.submit(onOrder("pay"), {}, { "sec-fetch-site": "cross-site" });
    expect(sent.status).toBe(403);
    expect(office.order().items[0]!.paymentStatus).toBe("Unpaid");
  });
});

describe("forms of events and registrations", () => {
  it("send an event again, with the same body", async () => {
    office.service.printLabel("first-0001");
    await office.service.settled();
    await office.submit("events/1/again");
    await office.service.settled();
    expect(received).toHaveLength(2);
    expect(received[1]).toEqual(received[0]);
    expect((await office.submit("events/9/again")).text).toContain("no such event");
  });

  it("lose an event, and forget what was to be lost", async () => {
    await office.submit("event-faults", { effect: "drop", kind: "tracking", times: "1", ms: "1" });
    expect((await office.page("/events")).text).toContain("Lose: tracking event, 1 left");
    office.service.printLabel("first-0001");
    await office.submit("event-faults", { effect: "reorder", kind: "", times: "2" });
    office.service.printLabel("first-0001");
    await office.service.settled();
    expect(received).toEqual([]);
    expect((await office.page("/events")).text).toContain("1 event is waiting");
    await office.submit("event-faults/clear");
    expect((await office.page("/events")).text).toContain("No event faults are on");
  });

  it("switch a registration off and on, and send test events of both kinds", async () => {
    const account = office.order().account;
    for (const kind of ["tracking", "order_status"]) await office.submit("test-event", { account, kind });
    await office.service.settled();
    expect(received.map((body) => body["order_id"])).toEqual([expect.stringMatching(/^UNKNOWN-/), expect.any(String)]);
    await office.submit("registrations", { account, kind: "tracking", active: "false" });
    expect((await office.page("/registrations")).text).toContain("Inactive");
    expect((await office.submit("test-event", { account, kind: "tracking" })).text).toContain("is not active");
    await office.submit("registrations", { account, kind: "tracking", active: "true" });
    expect(office.service.state().registrations.map((r) => r.active)).toEqual([true, true]);
  });
});
