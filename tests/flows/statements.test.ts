import { afterEach, expect, it } from "vitest";
import { createWebhookHandler } from "../../app/jobs/handle-webhook.ts";
import { webhookHandlerContext } from "../../app/composition/shop-context.server.ts";
import { createHeartbeat } from "../../app/orders/gap-recovery/heartbeat.ts";
import { findWorkRows, type WorkKind } from "../../app/orders/core/due-work.ts";
import { fulfillParcel } from "../../app/orders/fulfill/fulfill-parcel.ts";
import { stepSubmission } from "../../app/orders/submit/step-submission.ts";
import { count, record, render, type RecordedEntry, type StatementCount } from "../support/statement-recorder.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { until } from "../support/until.ts";
import { readSettings } from "../../app/settings/settings.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { gidOf } from "../../app/ports/gid.ts";

/**
 * What an ordinary order costs in PostgreSQL, from Shopify's delivery to the fulfillment: one line, mapped, nothing
 * held. Each step runs by hand, as a worker runs it, without timers, polls and what the board of the queues reads after
 * a run. A part that takes more than its bound shows its statements. Lower a bound when the work takes less.
 */
let testApp: TestApp;
let goods: Goods;
// Each test starts its own. The address of its Shopify is one of the process: it takes one app at a time.
afterEach(() => testApp.close());

/** The parts of an order's way, each with all that was sent. */
type Costs = Record<"acknowledged" | "toCreate" | "recorded" | "routed" | "fulfilled", RecordedEntry[]>;

/**
 * Upper bounds. `acknowledged` are two deliveries: the order, and that Shopify has routed it. `toCreate` ends with the create
 * call; `recorded` is its answer and the progress in Shopify; `routed` is the work on the second delivery.
 */
const BOUNDS: Record<keyof Costs | "all", StatementCount> = {
  acknowledged: { statements: 2, transactions: 0 },
  toCreate: { statements: 16, transactions: 2 },
  recorded: { statements: 10, transactions: 1 },
  routed: { statements: 3, transactions: 0 },
  fulfilled: { statements: 23, transactions: 3 },
  all: { statements: 54, transactions: 6 },
};

/** The stand-ins' webhooks come to this process, too. */
const isAcknowledgement = (entry: RecordedEntry): boolean =>
  entry.kind === "call"
    ? /^\/(webhooks|print-events)\//.test(entry.path)
    : /^INSERT INTO "WebhookDelivery"/.test(entry.sql);

/** Plays one order. Deliveries of other topics (orders/updated after the fulfillment) stay unhandled. */
async function playOrder(): Promise<Costs> {
  const { core } = testApp.services;
  const { ctx } = core;
  const { db } = ctx;
  const handleWebhook = createWebhookHandler(webhookHandlerContext(core));
  const settled = () => Promise.all([testApp.shopify.settled(), testApp.printService.settled()]);
  const acknowledge = async (send: () => unknown) => {
    // What the work before has caused is delivered first.
    await settled();
    return record(async () => {
      send();
      await settled();
    });
  };
  const work = async (kind: WorkKind, id: string, run: () => Promise<unknown>) => {
    const entries = await record(async () => {
      // The process that stored a delivery, or a new order's submission, hands its worker the row.
      if (kind === "parcel") await findWorkRows(ctx, kind, [id]);
      await run();
    });
    return entries.filter((entry) => !isAcknowledgement(entry));
  };
  const handle = async (topic: string) => {
    const where = { topic, state: "waiting" } as const;
    const { id } = await db.webhookDelivery.findFirstOrThrow({ where, orderBy: { id: "desc" } });
    return work("delivery", id, () => handleWebhook(id));
  };

  let gid = gidOf("Order", "");
  const acknowledged = await acknowledge(() => {
    gid = gidOf("Order", testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }])).id);
  });
  const received = await handle("orders/create");
  const { id, reference } = await db.submission.findFirstOrThrow({ where: { order: { shopifyGid: gid } } });
  const submitted = await work("submission", id, () => stepSubmission(ctx, id));
  const sent = submitted.findIndex((entry) => entry.kind === "call" && entry.path.endsWith("/orders/v1/create"));
  // Of all orders together, by a timer.
  await ctx.progressMarks.flush();
  const routed = await handle("fulfillment_orders/order_routing_complete");
  const { progressReportedAt, dueAt } = await db.submission.findUniqueOrThrow({ where: { id } });
  expect({ reported: progressReportedAt !== null, dueAt }).toEqual({ reported: true, dueAt: null });

  const shipped = await acknowledge(() => testApp.printService.printLabel(reference));
  const tracked = await handle("tracking");
  const parcel = await db.parcel.findFirstOrThrow({ where: { submissionId: id } });
  const written = await work("parcel", parcel.id, () => fulfillParcel(ctx, parcel.id));

  expect(await db.submission.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: "fulfilled", dueAt: null });
  const { fulfillments, fulfillmentOrders } = testApp.shopify.order(testApp.shop, gid);
  expect(fulfillments).toHaveLength(1);
  expect(fulfillmentOrders.map(({ status }) => status)).toEqual(["CLOSED"]);
  return {
    acknowledged,
    toCreate: [...received, ...submitted.slice(0, sent + 1)],
    recorded: submitted.slice(sent + 1),
    routed,
    fulfilled: [...shipped, ...tracked, ...written],
  };
}

it("an ordinary order takes few statements, in few transactions", async () => {
  testApp = await startTestApp({ workers: false });
  goods = await stockShop(testApp);
  const { ctx } = testApp.services.core;
  // By its number: the word that it shipped would be one more delivery.
  await ctx.db.shop.updateMany({ data: { settings: readSettings({ editWindowMinutes: 0, fulfillWhen: "tracking" }) } });
  await createHeartbeat(ctx, { read: () => Promise.resolve(new Map()), save: () => {} })();
  // The first order of a process opens connections and sessions, and gets the print service's token.
  await playOrder();
  const parts = await playOrder();
  const costs = { ...parts, all: Object.values(parts).flat() };
  for (const [part, bound] of Object.entries(BOUNDS)) {
    const entries = costs[part as keyof typeof BOUNDS];
    const { statements, transactions } = count(entries);
    const sent = `${part}: ${statements} statements, ${transactions} transactions\n${render(entries)}\n`;
    expect(statements, sent).toBeLessThanOrEqual(bound.statements);
    expect(transactions, sent).toBeLessThanOrEqual(bound.transactions);
  }
});

it("the process that receives an order hands its own workers delivery and submission, and they read neither", async () => {
  // An order that is read before Shopify has routed it is put off, and the job that shows until when wakes its row.
  testApp = await startTestApp({ routingMs: 0 });
  const { shirt } = await stockShop(testApp);
  // Whoever hears of the routing reads a submission that waits for it.
  testApp.shopify.webhooks.addRule({ topic: "fulfillment_orders/order_routing_complete", kind: "drop" });
  const { db } = testApp.services.core.ctx;
  const isRead =
    (table: string, { id }: { id: string }) =>
    (entry: RecordedEntry) =>
      entry.kind === "statement" &&
      new RegExp(`^\\s*SELECT "id"::text[^;]* FROM "${table}"\\s+WHERE "id" = ANY`).test(entry.sql) &&
      entry.values.some((value) => Array.isArray(value) && value.includes(id));
  // On a busy machine something else may wake the row of one order, such as settings that are saved just then.
  let reads: RecordedEntry[] = [];
  for (let nth = 1; nth === 1 || (nth <= 3 && reads.length > 0); nth += 1) {
    const entries = await record(async () => {
      testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }]));
      await until("the order at the service", () => testApp.printService.state().orders.length === nth);
    });
    const where = { topic: "orders/create" };
    const delivery = await db.webhookDelivery.findFirstOrThrow({ where, orderBy: { receivedAt: "desc" } });
    const submission = await db.submission.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
    reads = [isRead("WebhookDelivery", delivery), isRead("Submission", submission)].flatMap((is) => entries.filter(is));
  }
  expect(reads).toEqual([]);
});
