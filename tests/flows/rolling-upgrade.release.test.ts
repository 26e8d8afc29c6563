import pg from "pg";
import { afterEach, expect, it } from "vitest";
import { createServices, type Services } from "../../app/composition/services.server.ts";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { silentLog } from "../support/silent-log.ts";

/** What a next release may do to tables that the present one works with: columns that may be null or have a default. */
const ADDITIVE = [
  `ALTER TABLE "Order" ADD COLUMN "further" text`,
  `ALTER TABLE "Submission" ADD COLUMN "further" int NOT NULL DEFAULT 0`,
  `ALTER TABLE "WebhookDelivery" ADD COLUMN "further" jsonb`,
  `CREATE TABLE "Further" ("id" uuid PRIMARY KEY, "orderId" uuid REFERENCES "Order" ("id") ON DELETE CASCADE)`,
];
const ORDERS = 6;

let testApp: TestApp;
let newer: Services | undefined;
let workers: { stop(): Promise<void> } | undefined;
afterEach(async () => {
  await workers?.stop();
  await newer?.close();
  await testApp.close();
});

it("older and newer processes share a database one migration ahead: each order is sent once", async () => {
  testApp = await startTestApp({ policy: { claimTtlMs: 30_000 } });
  const { shirt } = await stockShop(testApp);
  const place = () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }])).id;
  const sent = (id: string) => testApp.waitForOrder(id, "sent", (view) => view.submissions[0]?.state === "submitted");

  // The older processes have statements of the old schema in use when the migration comes.
  const before = place();
  await sent(before);
  const underWay = [place(), place()];
  await migrate(testApp);

  const { core } = testApp.services;
  newer = createServices(core.env, silentLog, {
    clock: testApp.clock,
    policy: core.ctx.policy,
    queues: { prefix: core.queues.prefix },
    intervals: { pollEveryMs: 40 },
  });
  workers = await newer.startWorkers();
  const together = Array.from({ length: ORDERS }, place);
  await Promise.all([...underWay, ...together].map(sent));

  // The older workers go last but for the web.
  await testApp.stopWorkers();
  const after = place();
  await sent(after);
  expect(testApp.printService.state().orders).toHaveLength(ORDERS + 4);
});

async function migrate(app: TestApp): Promise<void> {
  const client = new pg.Client({ connectionString: app.services.core.env.databaseUrl });
  await client.connect();
  for (const sql of ADDITIVE) await client.query(sql);
  await client.end();
}
