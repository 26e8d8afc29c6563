import { Pool } from "undici";
import { p95, type Row } from "../figures.ts";
import { startBenchApp, type BenchApp } from "../bench-app.ts";
import { postWebhook, snapshotOf } from "../post-webhook.ts";
import { signedOrder, type SignedOrder } from "../signed-orders.ts";
import type { StandIn } from "../stand-in.ts";
import type { BenchContext } from "../bench-context.ts";

const QUIET_SHOPS = 50;
const NOISY = "noisy-shop.myshopify.com";
const FIRST = 1_000_000;
/** One order of a quiet shop every so many milliseconds. */
const EVERY_MS = 100;

/**
 * From sending a delivery of a quiet shop until the print service has the order, p95 of fifty shops: while a noisy
 * shop's orders wait by the thousand, beside the same without it.
 */
export async function noisyNeighbourRow(context: BenchContext, service: StandIn): Promise<Row> {
  const app = await startBenchApp({ ...context.settings, DATABASE_CONNECTIONS: "20" });
  const client = new Pool(app.origin, { connections: 32 });
  const shops = Array.from({ length: QUIET_SHOPS }, (_, at) => `quiet-shop-${at}.myshopify.com`);
  const ours: number[] = [];
  const baseline: number[] = [];
  try {
    for (const shop of [NOISY, ...shops]) await app.addShop(shop);
    let number = FIRST;
    const quiet = () => toCreate(app, client, service, shops, () => signedOrder((number += 1)));
    await quiet();
    await app.idle();
    baseline.push(p95(await quiet()));
    await app.idle();
    await burst(app, client, context.effort.backlog, () => signedOrder((number += 1)));
    ours.push(p95(await quiet()));
    const left = await waiting(context);
    context.print(
      `noisy neighbour: ${ours[0]?.toFixed(0)} ms, without ${baseline[0]?.toFixed(0)} ms; ${left} of it waited at the end`,
    );
  } finally {
    service.onCreate(null);
    await client.close();
    await app.stop();
  }
  return {
    name: `delivery to create of 50 quiet shops, p95, beside ${context.effort.backlog} orders of a noisy one; floor: without it`,
    unit: "ms",
    ours,
    baseline,
    goal: null,
  };
}

/** The noisy shop's orders, all acknowledged. */
async function burst(app: BenchApp, client: Pool, count: number, next: () => SignedOrder): Promise<void> {
  const orders = Array.from({ length: count }, next);
  for (const order of orders) app.shopify.show(snapshotOf(order));
  await Promise.all(
    Array.from({ length: 32 }, async (_, from) => {
      for (let at = from; at < orders.length; at += 32)
        await postWebhook(client, orders[at] as SignedOrder, "orders/create", NOISY);
    }),
  );
}

/** One order of each shop, one after the other at an even pace; how long each took until it was created. */
async function toCreate(
  app: BenchApp,
  client: Pool,
  service: StandIn,
  shops: readonly string[],
  next: () => SignedOrder,
): Promise<number[]> {
  const begun = new Map<string, number>();
  const took: number[] = [];
  const all = new Promise<void>((resolve) => {
    service.onCreate((reference, at) => {
      const name = reference.slice(0, reference.indexOf("-"));
      const start = begun.get(name);
      if (start === undefined) return;
      begun.delete(name);
      took.push(at - start);
      if (took.length === shops.length) resolve();
    });
  });
  for (const shop of shops) {
    const order = next();
    app.shopify.show(snapshotOf(order));
    begun.set(order.name.slice(1), performance.now());
    await postWebhook(client, order, "orders/create", shop);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  await all;
  return took;
}

async function waiting(context: BenchContext): Promise<number> {
  const { rows } = await context.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM "WebhookDelivery" WHERE "state" = 'waiting' AND "scope" = $1`,
    [NOISY],
  );
  return rows[0]?.count ?? 0;
}
