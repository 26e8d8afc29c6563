import { randomBytes } from "node:crypto";
import type pg from "pg";
import { startPrivatePostgres } from "../scripts/launcher/private-postgres.ts";
import { startPrivateRedis } from "../scripts/launcher/private-redis.ts";
import { CONNECTIONS, type BenchContext, type Effort } from "./bench-context.ts";
import { openPool, prepareDatabases } from "./database.ts";
import { SECRET } from "./signed-orders.ts";
import { startStandIn } from "./stand-in.ts";

export interface Bench {
  context: BenchContext;
  maintenance: pg.Pool;
  close(): Promise<void>;
}

/** Starts PostgreSQL with durable settings, Redis and a print service, for all rows. */
export async function openBench(effort: Effort, print: (line: string) => void): Promise<Bench> {
  const [postgres, redis, service] = await Promise.all([
    startPrivatePostgres({ durability: "power_loss" }),
    startPrivateRedis(),
    startStandIn(),
  ]);
  const maintenance = openPool(postgres.url, 2);
  const close = async (): Promise<void> => {
    await maintenance.end();
    await Promise.all([postgres.stop(), redis.stop(), service.stop()]);
  };
  const credentialsKey = randomBytes(32).toString("base64");
  let prefixes = 0;
  try {
    const freshDatabase = await prepareDatabases(maintenance, postgres.url);
    const settingsFor = (databaseUrl: string) => ({
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      DATABASE_CONNECTIONS: String(CONNECTIONS),
      REDIS_URL: redis.url,
      REDIS_PREFIX: `bench-${(prefixes += 1)}`,
      CREDENTIALS_KEY: credentialsKey,
      SHOPIFY_API_KEY: "bench",
      SHOPIFY_API_SECRET: SECRET,
      SHOPIFY_APP_URL: "https://bench.example",
      SCOPES: "read_orders",
      PRINT_SERVICE_URL: service.url,
    });
    return { context: { freshDatabase, settingsFor, redisUrl: redis.url, service, effort, print }, maintenance, close };
  } catch (error) {
    await close();
    throw error;
  }
}
