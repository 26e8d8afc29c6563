import { afterAll, beforeAll, expect, it } from "vitest";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp();
  goods = await stockShop(testApp);
});
afterAll(() => testApp.close());

/** Fields of the lines that an operator sees at the level `info`, with that message and these fields. */
const lines = (message: string, fields: Record<string, unknown>) =>
  testApp.logLines
    .filter((line) => line.level !== "debug" && line.message === message)
    .map((line) => line.fields)
    .filter((one) => Object.entries(fields).every(([name, value]) => one[name] === value));

it("one order is followed from its webhook's line to its last by the ids of the lines", async () => {
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
  const sent = await testApp.waitForOrder(placed.id, "sent", (view) => view.submissions[0]?.state === "submitted");
  const reference = sent.submissions[0]?.reference ?? "";
  testApp.printService.ship(reference, { trackingNumber: "1Z009" });
  await testApp.waitForOrder(placed.id, "fulfilled", (view) => view.submissions[0]?.state === "fulfilled");
  const submissionRuns = () => lines("run ended", { job: "submission", reference });
  await until("the runs are reported", () => submissionRuns().length > 0 && lines("run ended", { job: "parcel" })[0]);

  // The webhook, by the id that Shopify gave it, and the request that brought it.
  const [received] = lines("webhook received", { topic: "orders/create" });
  expect(received).toMatchObject({ source: "shopify", outcome: "committed" });
  expect(received?.["requestId"]).toMatch(/^[\w-]{36}$/);
  const [delivery] = lines("run ended", { delivery: received?.["delivery"] });
  expect(delivery).toMatchObject({ job: "delivery", webhookId: received?.["webhookId"], outcome: "done" });
  // The run of the webhook names the order, and the runs of the order its submission and reference.
  const orderId = delivery?.["order"];
  const { ctx } = testApp.services.core;
  const known = await ctx.db.submission.findFirstOrThrow({ where: { reference } });
  expect(orderId).toBe(known.orderId);
  const [sending] = lines("call ended", { system: "print_service", operation: "createOrder" });
  expect(sending).toMatchObject({ job: "submission", order: orderId, submission: known.id, reference, result: "ok" });
  const run = submissionRuns().find((one) => one["jobId"] === sending?.["jobId"]);
  expect(run).toMatchObject({ order: orderId, submission: known.id, outcome: expect.any(String) });
  // The event of the print service names the same order, its parcel goes to Shopify, and Shopify's own id is kept.
  const [event] = lines("webhook received", { source: "print_service" });
  const [tracking] = lines("run ended", { delivery: event?.["delivery"] });
  expect(tracking).toMatchObject({ order: orderId, webhookId: event?.["webhookId"] });
  const [written] = lines("call ended", { system: "shopify", job: "parcel", isWrite: true });
  expect(written).toMatchObject({ order: orderId, submission: known.id, reference, result: "ok" });
  expect(written?.["remoteRequestId"]).toMatch(/^[\w-]{36}$/);
  expect(lines("run ended", { parcel: written?.["parcel"] })[0]).toMatchObject({ order: orderId, reference });

  // The id of a delayed job is that of its row, an @ and the time when it is due.
  const delayedJobIds = /[\da-f-]{36}@\d+/g;
  const texts = testApp.logLines.map((line) => JSON.stringify(line).replaceAll(delayedJobIds, ""));
  for (const personal of ["Ada", "Buyer", "@", "1Z009"])
    expect(texts.filter((text) => text.includes(personal))).toEqual([]);
});

it("a request keeps the id that a proxy gave it, and gets one instead of a text", async () => {
  const answered = async (given: string) => {
    const headers = { "x-request-id": given };
    const answer = await fetch(`${testApp.appUrl}/webhooks/orders/create`, { method: "POST", headers });
    expect(answer.status).toBe(401);
    return answer.headers.get("x-request-id");
  };
  expect(await answered("proxy-0123456789")).toBe("proxy-0123456789");
  for (const given of ["ada@buyer.example", "a b c d e f g h", "short", "x".repeat(101)])
    expect(await answered(given)).toMatch(/^[\w-]{36}$/);
});
