import { Pool } from "undici";
import { startPrivateRedis } from "../../scripts/launcher/private-redis.ts";
import { p95, type Row } from "../figures.ts";
import { startBenchApp, type BenchApp } from "../bench-app.ts";
import { postWebhook, snapshotOf } from "../post-webhook.ts";
import { signedOrder } from "../signed-orders.ts";
import type { StandIn } from "../stand-in.ts";
import type { BenchContext } from "../bench-context.ts";

const FIRST = 2_000_000;
/** One delivery every so many milliseconds. */
const EVERY_MS = 500;

interface Measured {
  /** Milliseconds from sending each delivery until its 200. */
  acknowledged: number[];
  /** And until the print service has its order. */
  created: number[];
}

/**
 * Redis away for minutes while deliveries come: the slowest acknowledgement, and from delivery to create call, p95;
 * beside the same with Redis there. Ends only when every order has been created, once.
 */
export async function redisAwayRows(context: BenchContext, service: StandIn): Promise<Row[]> {
  const redis = await startPrivateRedis();
  const app = await startBenchApp({ ...context.settings, REDIS_URL: redis.url });
  const client = new Pool(app.origin, { connections: 8 });
  const runLoad = createLoadRun(app, client, service);
  const { awaySeconds } = context.effort;
  try {
    await runLoad(5);
    const withRedis = await runLoad(Math.min(awaySeconds, 60));
    await redis.halt();
    const withoutRedis = await runLoad(awaySeconds);
    await redis.resume();
    await app.idle();
    context.print(`Redis away for ${awaySeconds} s: ${withoutRedis.created.length} deliveries, each created once`);
    const row = { unit: "ms", goal: null };
    const beside = `Redis away for ${awaySeconds} s; floor: with Redis`;
    return [
      {
        ...row,
        name: `slowest acknowledgement, ${beside}`,
        ours: [Math.max(...withoutRedis.acknowledged)],
        baseline: [Math.max(...withRedis.acknowledged)],
      },
      {
        ...row,
        name: `delivery to create call, p95, ${beside}`,
        ours: [p95(withoutRedis.created)],
        baseline: [p95(withRedis.created)],
      },
    ];
  } finally {
    service.onCreate(null);
    await client.close();
    await app.stop();
    await redis.stop();
  }
}

/**
 * Deliveries at an even pace for so many seconds, each with an order of its own; resolves when all of them are created.
 */
function createLoadRun(app: BenchApp, client: Pool, service: StandIn): (seconds: number) => Promise<Measured> {
  let number = FIRST;
  return async (seconds) => {
    const measured: Measured = { acknowledged: [], created: [] };
    const count = Math.ceil((seconds * 1000) / EVERY_MS);
    const begun = new Map<string, number>();
    const all = new Promise<void>((resolve, reject) => {
      service.onCreate((reference, at) => {
        const name = reference.slice(0, reference.indexOf("-"));
        const start = begun.get(name);
        if (start === undefined) return reject(new Error(`${reference} was created twice`));
        begun.delete(name);
        measured.created.push(at - start);
        if (measured.created.length === count) resolve();
      });
    });
    const posted: Promise<void>[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      const order = signedOrder((number += 1));
      app.shopify.show(snapshotOf(order));
      const start = performance.now();
      begun.set(order.name.slice(1), start);
      posted.push(
        postWebhook(client, order, "orders/create").then(
          () => void measured.acknowledged.push(performance.now() - start),
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
    await Promise.all([all, ...posted]);
    return measured;
  };
}
