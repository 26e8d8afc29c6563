import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { startPrivateRedis, type PrivateRedis } from "../../scripts/launcher/private-redis.ts";
import type { BenchContext } from "../bench-context.ts";
import { startServer } from "../child.ts";
import type { BenchDatabase } from "../database.ts";
import { mean, percentile, type Row } from "../figures.ts";
import { insertOne } from "../insert.ts";
import { postWebhook, sendEvenly } from "../post-webhook.ts";
import { signedOrder } from "../signed-orders.ts";

const PER_SECOND = 100;
/** So much longer than other rows: of 400 acknowledgements, the p99 is the fourth slowest. */
const LONGER = 3;
const INSERTS = 100;
const DISTINCT = 64;
/** The longest wait of a queue before it connects to Redis again (app/jobs/queues.ts), and some. */
const RECONNECT_MS = 4_000;

interface Run {
  insertMean: number;
  withRedis: number;
  withoutRedis: number;
}

/** The slowest of a hundred acknowledgements at 100 deliveries a second, with Redis and with Redis stopped. */
export async function pacedAcknowledgementRows(context: BenchContext): Promise<Row[]> {
  const [database, redis] = [await context.freshDatabase(), await startPrivateRedis()];
  const settings = { ...context.settingsFor(database.url), REDIS_URL: redis.url };
  const server = await startServer("./servers/ours.ts", { settings });
  const client = new Pool(`http://127.0.0.1:${server.port}`, { connections: 32 });
  const orders = Array.from({ length: DISTINCT }, (_, number) => signedOrder(number));
  const send = (at: number) => postWebhook(client, orders[at % DISTINCT] as (typeof orders)[0], "orders/create");
  const p99 = async () =>
    percentile(await sendEvenly(1000 / PER_SECOND, context.effort.seconds * LONGER * PER_SECOND, send), 0.99);
  const runs: Run[] = [];
  try {
    await sendEvenly(1000 / PER_SECOND, context.effort.warmUpSeconds * PER_SECOND, send);
    for (let run = 0; run < context.effort.runs; run += 1) runs.push(await measure(database, redis, p99));
  } finally {
    await client.close();
    await server.stop();
    await redis.stop();
    await database.drop();
  }
  return [
    {
      id: "R2",
      name: "acknowledgement at 100/s, p99; floor: one insert, mean",
      unit: "ms",
      ours: runs.map((run) => run.withRedis),
      floor: runs.map((run) => run.insertMean),
      goal: { of: "ratio", atMost: 20 },
    },
    {
      id: "R2",
      name: "the same with Redis stopped; floor: with Redis",
      unit: "ms",
      ours: runs.map((run) => run.withoutRedis),
      floor: runs.map((run) => run.withRedis),
      goal: { of: "ratio", atMost: 1.2 },
    },
  ];
}

async function measure(database: BenchDatabase, redis: PrivateRedis, p99: () => Promise<number>): Promise<Run> {
  const insertMean = await meanInsert(database);
  const withRedis = await p99();
  await redis.halt();
  const withoutRedis = await p99();
  await redis.resume();
  // The server's connections come back after growing waits.
  await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  return { insertMean, withRedis, withoutRedis };
}

async function meanInsert({ pool }: BenchDatabase): Promise<number> {
  const took: number[] = [];
  const body = signedOrder(0).body;
  for (let at = 0; at < INSERTS; at += 1) {
    const start = performance.now();
    await insertOne(pool, randomUUID(), body);
    took.push(performance.now() - start);
  }
  return mean(took);
}
