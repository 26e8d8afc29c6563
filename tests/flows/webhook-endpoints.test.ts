import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { API_SECRET, startTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp();
  goods = await stockShop(testApp);
});
afterAll(() => testApp.close());

const sign = (body: string, secret = API_SECRET) => createHmac("sha256", secret).update(body).digest("base64");
const db = () => testApp.services.core.ctx.db;
const printed = (name: string) =>
  testApp.printService.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));

function post(topic: string, body: string, headers: Record<string, string> = {}) {
  return fetch(`${testApp.appUrl}/webhooks/${topic}`, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-shopify-shop-domain": testApp.shop,
      "x-shopify-hmac-sha256": sign(body),
      "x-shopify-webhook-id": crypto.randomUUID(),
      ...headers,
    },
  });
}

describe("the endpoint for Shopify", () => {
  it("accepts a delivery a hundred times at once and prints once", async () => {
    const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
    const body =
      testApp.shopify.webhooks.deliveries.find((d) => d.topic === "orders/create" && d.body.includes(placed.name))
        ?.body ?? "";
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        post("orders/create", body, n % 2 ? { "x-shopify-webhook-id": "the-same" } : {}),
      ),
    );
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]));
    await testApp.waitForOrder(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
    await until("all handled", async () => (await db().webhookDelivery.count({ where: { state: "waiting" } })) === 0);
    expect(printed(placed.name)).toHaveLength(1);
    expect(await db().webhookDelivery.count({ where: { deliveryId: "the-same" } })).toBe(1);
  });

  it.each([
    ["without signature", { "x-shopify-hmac-sha256": "" }],
    ["with another secret", { "x-shopify-hmac-sha256": sign("{}", "another") }],
  ])("rejects a delivery %s, and stores nothing", async (_name, headers) => {
    const before = await db().webhookDelivery.count();
    expect((await post("orders/create", "{}", headers)).status).toBe(401);
    expect(await db().webhookDelivery.count()).toBe(before);
  });

  it("refuses what names no shop, and a body without end", async () => {
    expect((await post("orders/create", "{}", { "x-shopify-shop-domain": "evil.example" })).status).toBe(400);
    expect((await post("orders/create", "x".repeat(11 * 1024 * 1024))).status).toBe(413);
  });

  it.each([
    ["not JSON", "<html>"],
    ["no order", "[]"],
    ["a proto trick", '{"__proto__":{"id":1},"line_items":[{"id":{}}]}'],
    ["deep nesting", `${"[".repeat(5000)}${"]".repeat(5000)}`],
    ["a lone NUL", '{"id":1,"name":"\\u0000"}'],
  ])("makes a malformed body a dead letter with a reason: %s", async (_name, body) => {
    const id = crypto.randomUUID();
    expect((await post("orders/create", body, { "x-shopify-webhook-id": id })).status).toBe(200);
    const row = await until("set aside", () =>
      db().webhookDelivery.findFirst({ where: { deliveryId: id, state: { not: "waiting" } } }),
    );
    expect(row.state).toBe("dead_letter");
    expect(row.problem).not.toBe("");
  });

  it("sets a privacy delivery aside that names another shop", async () => {
    const id = crypto.randomUUID();
    await post("shop/redact", JSON.stringify({ shop_domain: "other.myshopify.com" }), { "x-shopify-webhook-id": id });
    const row = await until("set aside", () =>
      db().webhookDelivery.findFirst({ where: { deliveryId: id, state: { not: "waiting" } } }),
    );
    expect([row.state, row.problem]).toEqual(["dead_letter", "other_shop"]);
  });

  it("prints nothing of another shop's order under this shop's name", async () => {
    await testApp.addShop("two.myshopify.com");
    const foreign = testApp.shopify.placeOrder(
      testApp.shop,
      order([{ variantId: goods.shirt }], { financialStatus: "PENDING" }),
    );
    const body = JSON.stringify({
      ...JSON.parse(testApp.shopify.webhooks.deliveries.at(-1)?.body ?? "{}"),
      financial_status: "paid",
    });
    const two = await db().shop.findUniqueOrThrow({ where: { domain: "two.myshopify.com" } });
    const mapping = await db().mapping.findFirstOrThrow();
    await db().mapping.create({ data: { ...mapping, id: crypto.randomUUID(), shopId: two.id } });
    await post("orders/create", body, { "x-shopify-shop-domain": "two.myshopify.com" });
    await until("held in the other shop", () =>
      db().attention.findFirst({ where: { shopId: two.id, code: "order_not_found" } }),
    );
    expect(printed(foreign.name)).toEqual([]);
  });
});

describe("the endpoint for the print service", () => {
  const account = () => db().printAccount.findFirstOrThrow();

  it("rejects events without the registered key, and of unknown accounts", async () => {
    const { key, webhookHeader } = await account();
    const send = (path: string, headers: Record<string, string>) =>
      fetch(`${testApp.appUrl}/print-events/${path}`, { method: "POST", body: '{"order_id":"x"}', headers });
    expect((await send(`${key}/tracking`, {})).status).toBe(401);
    expect((await send(`${key}/order-status`, { [webhookHeader]: "guess" })).status).toBe(401);
    expect((await send(`NOBODY/tracking`, { [webhookHeader]: "guess" })).status).toBe(401);
    expect((await send(`${key}/other`, {})).status).toBe(404);
  });

  it("takes events doubled, reordered and before the answer to create, and fulfills once", async () => {
    testApp.printService.addFault({ endpoint: "create", effect: "slow", ms: 500 });
    testApp.printService.addEventFault({ effect: "double", times: 10 });
    const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
    const made = await until("made", () => printed(placed.name)[0]);
    testApp.printService.ship(made.reference, { trackingNumber: "EARLY1" });
    testApp.printService.startProduction(made.reference);
    await testApp.waitForOrder(placed.id, "fulfilled", (v) => v.submissions[0]?.state === "fulfilled");
    await testApp.printService.settled();
    await until("all handled", async () => (await db().webhookDelivery.count({ where: { state: "waiting" } })) === 0);
    const view = await testApp.view(placed.id);
    expect(view?.submissions[0]?.state).toBe("fulfilled");
    expect(view?.submissions[0]?.parcels).toHaveLength(1);
    expect(placed.fulfillments).toHaveLength(1);
    expect(testApp.shopify.notifications.filter((n) => n.orderId === placed.id)).toHaveLength(1);
    testApp.printService.clearEventFaults();
  });

  it("keeps an event that names nobody's reference", async () => {
    const row = await account();
    const token = testApp.printService.state().registrations[0]?.accessToken ?? "";
    const answer = await fetch(`${testApp.appUrl}/print-events/${row.key}/tracking`, {
      method: "POST",
      body: JSON.stringify({ order_id: "NOBODYS-1", tracking_number: "1", tracking_url: "https://track.example/1" }),
      headers: { [row.webhookHeader]: token },
    });
    expect(answer.status).toBe(200);
    await until("kept", () => db().unmatchedEvent.findFirst({ where: { reference: "NOBODYS-1" } }));
  });
});
