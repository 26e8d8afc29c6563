/**
 * `npm run bench`: ours beside its floor, interleaved, on a real PostgreSQL with durable settings. Options: --quick,
 * --write.
 */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { startPrivatePostgres } from "../scripts/launcher/private-postgres.ts";
import { startPrivateRedis } from "../scripts/launcher/private-redis.ts";
import { prepareDatabase } from "./database.ts";
import { machine } from "./machine.ts";
import { acknowledgedRows } from "./rows/acknowledged.ts";
import { createLatencyRow } from "./rows/create-latency.ts";
import { noisyNeighbourRow } from "./rows/noisy-neighbour.ts";
import { redisAwayRows } from "./rows/redis-outage.ts";
import { encryptionRow } from "./rows/encryption.ts";
import { SECRET } from "./signed-orders.ts";
import { startStandIn } from "./stand-in.ts";
import { table } from "./table.ts";
import { CONNECTIONS, FULL, QUICK, type BenchContext } from "./bench-context.ts";

const RESULTS = new URL("./results.md", import.meta.url);
const { values: options } = parseArgs({
  options: { quick: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
});
const print = (line: string) => console.log(line);

const [postgres, redis, service] = await Promise.all([
  startPrivatePostgres({ durability: "power_loss" }),
  startPrivateRedis(),
  startStandIn(),
]);
const pool = new pg.Pool({ connectionString: postgres.url, max: 4 });
try {
  await prepareDatabase(pool);
  const settings = {
    NODE_ENV: "production",
    DATABASE_URL: postgres.url,
    DATABASE_CONNECTIONS: String(CONNECTIONS),
    REDIS_URL: redis.url,
    CREDENTIALS_KEY: randomBytes(32).toString("base64"),
    SHOPIFY_API_KEY: "bench",
    SHOPIFY_API_SECRET: SECRET,
    SHOPIFY_APP_URL: "https://bench.example",
    SCOPES: "read_orders",
    PRINT_SERVICE_URL: service.url,
  };
  const effort = options.quick ? QUICK : FULL;
  const context: BenchContext = { pool, databaseUrl: postgres.url, redisUrl: redis.url, settings, effort, print };
  const rows = [
    ...(await acknowledgedRows(context)),
    await createLatencyRow(context, service),
    await noisyNeighbourRow(context, service),
    ...(await redisAwayRows(context, service)),
    encryptionRow(context),
  ];
  const text = `${await machine(pool)}\n\n${table(rows)}\n`;
  print(`\n${text}`);
  if (options.write) await writeFile(RESULTS, text);
} finally {
  await pool.end();
  await Promise.all([postgres.stop(), redis.stop(), service.stop()]);
}
