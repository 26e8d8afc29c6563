import { Pool } from "undici";
import { withBenchApp, type BenchApp } from "../bench-app.ts";
import type { BenchContext } from "../bench-context.ts";
import { startProfile } from "../cpu-profile.ts";
import { percentile, type Row } from "../figures.ts";
import { postAll, postWebhook, sendEvenly } from "../post-webhook.ts";
import { signedOrder } from "../signed-orders.ts";
import { watchCreates } from "../watch-creates.ts";

const NOISY = "noisy-shop.myshopify.com";
const QUIET = Array.from({ length: 50 }, (_, at) => `quiet-shop-${at}.myshopify.com`);
/** One order of a quiet shop every so many milliseconds, and so many of each in turn: a p95 of fifty orders alone is the third slowest. */
const EVERY_MS = 100;
const ORDERS_EACH = 3;
const SENDERS = 32;

/**
 * From sending a delivery of a quiet shop until the print service has the order, p95 of fifty shops: while a noisy
 * shop's orders wait by the thousand, beside the same without them.
 */
export function noisyNeighbourRows(context: BenchContext): Promise<Row[]> {
  const { longRuns, waiting } = context.effort;
  return withBenchApp(context, { shops: [NOISY, ...QUIET] }, async (app) => {
    const client = new Pool(app.origin, { connections: SENDERS });
    const ours: number[] = [];
    const floor: number[] = [];
    const left: number[] = [];
    let number = 0;
    let profile = "";
    const next = () => (number += 1);
    const quiet = () => toCreate(context, client, next);
    try {
      await quiet();
      for (let run = 0; run < longRuns; run += 1) {
        await app.idle();
        floor.push(await quiet());
        const numbers = Array.from({ length: waiting }, next);
        await postAll(numbers, SENDERS, (one) => postWebhook(client, signedOrder(one), "orders/create", NOISY));
        // What the noisy shop wrote reaches the disk before anything is measured.
        await app.database.pool.query("CHECKPOINT");
        ours.push(await quiet());
        if (run === longRuns - 1) profile = await profileOf(quiet);
        left.push(await discardNoise(app));
      }
    } finally {
      context.service.onCreate(null);
      await client.close();
    }
    return [
      {
        id: "R13",
        name: `delivery to create of 50 quiet shops, p95, beside ${waiting} orders of a noisy one; floor: without them`,
        unit: "ms",
        ours,
        floor,
        goal: { of: "ratio", atMost: 1.5 },
        note: `so many deliveries of the noisy shop still waited at the end of each run: ${left.join(" ")}. Where the time of the process went in one more pass, that of the bench included: ${profile}`,
      },
    ];
  });
}

/** Where the time goes in one more pass: a process that is sampled computes longer, and only one side would be. */
async function profileOf(pass: () => Promise<unknown>): Promise<string> {
  const stop = await startProfile();
  await pass();
  return stop();
}

/** Some orders of each quiet shop, at an even pace; p95 of the milliseconds until they were created. */
async function toCreate(context: BenchContext, client: Pool, next: () => number): Promise<number> {
  const orders = QUIET.length * ORDERS_EACH;
  const creates = watchCreates(context.service, orders);
  await sendEvenly(EVERY_MS, orders, async (at) => {
    const order = signedOrder(next());
    creates.begin(order);
    await postWebhook(client, order, "orders/create", QUIET[at % QUIET.length]);
  });
  return percentile(await creates.took, 0.95);
}

/** Takes back what the noisy shop still wants; how many of its deliveries that were. */
async function discardNoise({ database: { pool } }: BenchApp): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE "WebhookDelivery" SET "state" = 'ignored', "dueAt" = NULL WHERE "scope" = $1 AND "state" = 'waiting'`,
    [NOISY],
  );
  // The orders' rows are locked first, as the app does.
  await pool.query(
    `WITH locked AS MATERIALIZED (
       SELECT o."id" FROM "Order" o WHERE o."shopId" = (SELECT "id" FROM "Shop" WHERE "domain" = $1)
         AND EXISTS (SELECT FROM "Submission" s WHERE s."orderId" = o."id" AND s."state" IN ('waiting', 'ready'))
       ORDER BY o."id" FOR UPDATE)
     UPDATE "Submission" SET "state" = 'cancelled', "dueAt" = NULL
     WHERE "state" IN ('waiting', 'ready') AND "orderId" IN (SELECT "id" FROM locked)`,
    [NOISY],
  );
  await pool.query(`VACUUM "WebhookDelivery"`);
  return rowCount ?? 0;
}
