import { afterEach, beforeEach, expect, it } from "vitest";
import { webhookHandlerContext } from "../../app/composition/shop-context.server.ts";
import { createWebhookHandler } from "../../app/jobs/handle-webhook.ts";
import { createHeartbeat } from "../../app/orders/gap-recovery/heartbeat.ts";
import { stepSubmission } from "../../app/orders/submit/step-submission.ts";
import { DEFAULT_ACCOUNT } from "../../sandbox/print-service/index.ts";
import { until } from "../support/until.ts";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import type { SubmissionId } from "../../app/ports/ids.ts";

const HOUR = 3_600_000;
const NOISY = { email: "noisy@example.com", password: "let-me-print" };

let testApp: TestApp;
/** The shirt of each shop. */
let shirts: Map<string, string>;

beforeEach(async () => {
  shirts = new Map();
  testApp = await startTestApp({
    workers: false,
    policy: { createTimeoutMs: 6_000, claimTtlMs: 8_000, accountConcurrency: 4, accountRequestsPerSecond: 1_000 },
    printService: { accounts: [DEFAULT_ACCOUNT, NOISY] },
  });
});
afterEach(() => testApp.close());

/** A shop with a shirt, on a print account of its own or on the shared one. */
async function open(name: string, account = DEFAULT_ACCOUNT): Promise<string> {
  const domain = await testApp.addShop(`${name}.myshopify.com`, {}, account);
  shirts.set(domain, (await stockShop(testApp, domain)).shirt);
  return domain;
}

const db = () => testApp.services.core.ctx.db;
const buy = (domain: string) =>
  testApp.shopify.placeOrder(domain, order([{ variantId: shirts.get(domain) ?? "" }])).name.slice(1);
const created = () => testApp.printService.state().orders;

/** Orders of a shop, all received before any worker runs. */
async function ordersOf(domain: string, count: number): Promise<string[]> {
  const before = await db().webhookDelivery.count({ where: { scope: domain, topic: "orders/create" } });
  const names = Array.from({ length: count }, () => buy(domain));
  await until(`deliveries of ${domain}`, async () => {
    return (await db().webhookDelivery.count({ where: { scope: domain, topic: "orders/create" } })) >= before + count;
  });
  return names;
}

/** How many of the shop's submissions are in these states. */
const countInState = (domain: string, state: "ready" | "submitting" | "submitted") =>
  db().submission.count({ where: { shop: { domain }, state } });

it("a noisy shop does not delay quiet ones on its print account: most of its own orders still wait when theirs are created", async () => {
  const noisy = await open("noisy");
  const quiet = await Promise.all(["one", "two", "three", "four", "five", "six"].map((name) => open(`quiet-${name}`)));
  await ordersOf(noisy, 200);
  for (const shop of quiet) await ordersOf(shop, 1);
  testApp.printService.addFault({ endpoint: "create", effect: "slow", ms: 150, times: 10_000 });
  await testApp.startWorkers();
  for (const shop of quiet) {
    await until(`the order of ${shop}`, async () => (await countInState(shop, "submitted")) === 1, 40_000);
  }
  await until("one of its own, too", async () => (await countInState(noisy, "submitted")) > 0, 40_000);
  expect(created().length).toBeLessThan(100);
}, 60_000);

it("a print account that never answers delays no other, and has only a few calls open", async () => {
  const [silent, other] = [await open("silent", NOISY), await open("other")];
  testApp.printService.addFault({
    endpoint: "create",
    effect: "hang",
    worked: false,
    account: NOISY.email,
    times: 10_000,
  });
  await ordersOf(silent, 15);
  await testApp.startWorkers();
  await until("its calls", async () => (await countInState(silent, "submitting")) === 4);
  await ordersOf(other, 5);
  await until("the other's orders", async () => (await countInState(other, "submitted")) === 5, 30_000);
  expect(await countInState(silent, "submitting")).toBeLessThanOrEqual(4);
  expect(await countInState(silent, "submitted")).toBe(0);
}, 60_000);

it("a print account that asks for a wait is not called for that long, raises attention, and delays no other account", async () => {
  const [asking, other] = [await open("asking", NOISY), await open("other")];
  const many = { endpoint: "create", effect: "too_many", retryAfter: "3600", account: NOISY.email } as const;
  testApp.printService.addFault({ ...many, times: 10_000 });
  await ordersOf(asking, 10);
  await ordersOf(other, 5);
  await testApp.startWorkers();
  const waiting = { shop: { domain: asking }, state: "ready" as const };
  await until(
    "all of them rescheduled",
    async () => {
      const far = new Date(testApp.clock.now().getTime() + HOUR - 60_000);
      return (await db().submission.count({ where: { ...waiting, dueAt: { gt: far } } })) === 10;
    },
    30_000,
  );
  // Only those that were under way when the first answer came.
  expect(await db().attempt.count({ where: { submission: waiting } })).toBeLessThanOrEqual(4);
  const countOpenAttention = () =>
    db().attention.count({ where: { submission: { shop: { domain: asking } }, clearedAt: null } });
  expect(await countOpenAttention()).toBe(10);
  await until("the other account's", async () => (await countInState(other, "submitted")) === 5, 30_000);

  testApp.printService.clearFaults();
  testApp.clock.advance(HOUR + 60_000);
  await until("all sent", async () => (await countInState(asking, "submitted")) === 10, 40_000);
  expect(await countOpenAttention()).toBe(0);
}, 120_000);

it("a print account has no more calls open than the policy allows, however many send at once", async () => {
  const shop = await open("race");
  testApp.printService.addFault({ endpoint: "create", effect: "slow", ms: 1_000, times: 10_000 });
  await ordersOf(shop, 12);
  const woken: SubmissionId[] = [];
  const { ctx } = testApp.services.core;
  const deaf = { ...ctx, wake: { ...ctx.wake, submission: (id: SubmissionId) => void woken.push(id) } };
  await createHeartbeat(ctx, { read: async () => new Map(), save: () => undefined })();
  await receiveAll(deaf, shop);
  const ids = [...woken];
  expect(ids).toHaveLength(12);
  await Promise.all(ids.map((id) => stepSubmission(deaf, id)));
  const these = { id: { in: ids } };
  expect(await db().attempt.count({ where: { submission: these } })).toBe(4);
  // A rate limit counts as no try.
  expect(await db().submission.count({ where: { ...these, state: "ready", tries: 0 } })).toBe(8);
});

/** Handles the shop's deliveries one after another, as a worker does. */
async function receiveAll(ctx: TestApp["services"]["core"]["ctx"], domain: string): Promise<void> {
  const handle = createWebhookHandler({ ...webhookHandlerContext(testApp.services.core), ctx });
  const rows = await db().webhookDelivery.findMany({
    where: { scope: domain, topic: "orders/create", state: "waiting" },
  });
  for (const { id } of rows) await handle(id);
}
