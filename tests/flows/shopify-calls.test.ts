import { afterAll, beforeAll, expect, it } from "vitest";
import { createWebhookHandler } from "../../app/jobs/handle-webhook.ts";
import { webhookHandlerContext } from "../../app/composition/shop-context.server.ts";
import { createHeartbeat } from "../../app/orders/gap-recovery/heartbeat.ts";
import { fulfillParcel } from "../../app/orders/fulfill/fulfill-parcel.ts";
import { sweepShop } from "../../app/orders/receive/sweep-shop.ts";
import { stepSubmission } from "../../app/orders/submit/step-submission.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { gidOf } from "../../app/ports/gid.ts";

/**
 * What an ordinary order costs of a shop's points at Shopify, from the webhook to the fulfillment: one line, mapped, nothing held,
 * all webhooks, and a sweep after each part. Each step runs by hand, as a worker runs it.
 */
let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ workers: false });
  goods = await stockShop(testApp);
}, 60_000);
afterAll(() => testApp.close());

const SWEEP_MS = 600_000;
const MINUTE = 60_000;

const settled = () => Promise.all([testApp.shopify.settled(), testApp.printService.settled()]);

/** Handles every delivery that has come, as they came. */
async function handleAll(): Promise<void> {
  await settled();
  const { core } = testApp.services;
  const { ctx } = core;
  const handleWebhook = createWebhookHandler(webhookHandlerContext(core));
  const waiting = await ctx.db.webhookDelivery.findMany({
    where: { state: "waiting" },
    orderBy: { receivedAt: "asc" },
  });
  for (const { id } of waiting) await handleWebhook(id);
}

async function sweep(): Promise<void> {
  testApp.clock.advance(SWEEP_MS);
  const { ctx } = testApp.services.core;
  await sweepShop(ctx, (await ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } })).id);
}

/** Plays one order. */
async function playOrder(editWindowMinutes: number): Promise<void> {
  const { ctx } = testApp.services.core;
  const { db } = ctx;
  await testApp.change({ editWindowMinutes });
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
  const shopifyGid = gidOf("Order", placed.id);
  await handleAll();
  const { id, reference } = await db.submission.findFirstOrThrow({ where: { order: { shopifyGid } } });
  if (editWindowMinutes > 0) await sweep();
  testApp.clock.advance(editWindowMinutes * MINUTE);
  await createHeartbeat(ctx, { read: () => Promise.resolve(new Map()), save: () => {} })();
  await stepSubmission(ctx, id);
  await ctx.progressMarks.flush();
  expect(placed.fulfillmentOrders.map(({ status }) => status)).toEqual(["IN_PROGRESS"]);
  await handleAll();
  await sweep();
  testApp.printService.ship(reference);
  await handleAll();
  await fulfillParcel(ctx, (await db.parcel.findFirstOrThrow({ where: { submissionId: id } })).id);
  await handleAll();
  await sweep();
  expect(await db.submission.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: "fulfilled", dueAt: null });
  expect(placed.fulfillments).toHaveLength(1);
}

/** Asked: what the shop has to have left while a call runs. Taken: what it lost. Lower a bound when an order takes less. */
const BOUNDS = { asked: 202, taken: 99 };

const SWEEP = ["OrdersUpdatedSince", "SummarizeOrders"];
const ORDER = [
  "OrderOfFulfillmentOrder",
  "ReadOrder",
  "FulfillmentOrderReportProgress",
  ...SWEEP,
  "ReadFulfillments",
  "FulfillmentCreate",
  ...SWEEP,
];

it.each([
  [0, ORDER],
  [30, ["OrderOfFulfillmentOrder", ...SWEEP, ...ORDER.slice(1)]],
])(
  "with an edit window of %d minutes, an ordinary order takes these calls of Shopify alone",
  async (minutes, calls) => {
    const before = testApp.shopify.graphLog.length;
    await playOrder(minutes);
    const made = testApp.shopify.graphLog.slice(before);
    expect(made.map(({ operation }) => operation)).toEqual(calls);
    const sum = (of: "requested" | "actual") => made.reduce((points, one) => points + (one.cost?.[of] ?? 0), 0);
    const shown = made.map(({ operation, cost }) => `${operation} ${cost?.requested}/${cost?.actual}`).join("\n");
    expect(sum("requested"), shown).toBeLessThanOrEqual(BOUNDS.asked);
    expect(sum("actual"), shown).toBeLessThanOrEqual(BOUNDS.taken);
  },
);
