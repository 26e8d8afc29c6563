import { Pool } from "undici";
import { p95, type Row } from "../figures.ts";
import { startOneApp, type OneApp } from "../bench-app.ts";
import { post, reread } from "../post-webhook.ts";
import { signedOrder, type SignedOrder } from "../signed-orders.ts";
import type { StandIn } from "../stand-in.ts";
import type { World } from "../bench-context.ts";

const QUIET_SHOPS = 50;
const NOISY = "noisy-shop.myshopify.com";
const FIRST = 1_000_000;
/** One order of a quiet shop every so many milliseconds. */
const EVERY_MS = 100;

/**
 * From sending a delivery of a quiet shop until the print service has the order, p95 of fifty shops: while a noisy shop's
 * orders wait by the thousand, beside the same without it.
 */
export async function noisyNeighbourRow(world: World, service: StandIn): Promise<Row> {
  const app = await startOneApp({ ...world.settings, DATABASE_CONNECTIONS: "20" });
  const client = new Pool(app.origin, { connections: 32 });
  const shops = Array.from({ length: QUIET_SHOPS }, (_, at) => `quiet-shop-${at}.myshopify.com`);
  const ours: number[] = [];
  const floor: number[] = [];
  try {
    for (const shop of [NOISY, ...shops]) await app.addShop(shop);
    let number = FIRST;
    const quiet = () => toCreate(app, client, service, shops, () => signedOrder((number += 1)));
    await quiet();
    await app.idle();
    floor.push(p95(await quiet()));
    await app.idle();
    await burst(app, client, world.effort.backlog, () => signedOrder((number += 1)));
    ours.push(p95(await quiet()));
    const left = await waiting(world);
    world.say(
      `noisy neighbour: ${ours[0]?.toFixed(0)} ms, without ${floor[0]?.toFixed(0)} ms; ${left} of it waited at the end`,
    );
  } finally {
    service.onCreate(null);
    await client.close();
    await app.stop();
  }
  return {
    name: `delivery to create of 50 quiet shops, p95, beside ${world.effort.backlog} orders of a noisy one; floor: without it`,
    unit: "ms",
    ours,
    floor,
    goal: null,
  };
}

/** The noisy shop's orders, all acknowledged. */
async function burst(app: OneApp, client: Pool, count: number, next: () => SignedOrder): Promise<void> {
  const orders = Array.from({ length: count }, next);
  for (const order of orders) app.shopify.show(reread(order));
  await Promise.all(
    Array.from({ length: 32 }, async (_, from) => {
      for (let at = from; at < orders.length; at += 32)
        await post(client, orders[at] as SignedOrder, "orders/create", NOISY);
    }),
  );
}

/** One order of each shop, one after the other at an even pace; how long each took until it was created. */
async function toCreate(
  app: OneApp,
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
    app.shopify.show(reread(order));
    begun.set(order.name.slice(1), performance.now());
    await post(client, order, "orders/create", shop);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  await all;
  return took;
}

async function waiting(world: World): Promise<number> {
  const { rows } = await world.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM "Delivery" WHERE "state" = 'waiting' AND "scope" = $1`,
    [NOISY],
  );
  return rows[0]?.count ?? 0;
}
