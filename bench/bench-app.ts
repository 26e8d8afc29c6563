import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import type { Services } from "../app/composition/services.server.ts";
import type { BenchContext, Settings } from "./bench-context.ts";
import { createBenchServices } from "./bench-services.ts";
import type { BenchDatabase } from "./database.ts";
import { seedShop } from "./seed-shop.ts";
import { SHOP } from "./signed-orders.ts";

/** Far longer than any work of the bench takes, in milliseconds. */
const IDLE_LIMIT_MS = 5 * 60_000;

export interface BenchApp {
  services: Services;
  database: BenchDatabase;
  origin: string;
  /** Resolves when no wake-up waits and nothing is due. */
  idle(): Promise<void>;
}

export interface BenchAppOptions {
  /** Over those of every app of the bench. */
  settings?: Settings;
  overrides?: Parameters<typeof createBenchServices>[1];
  /** Shops that print at once, with a print account each. */
  shops?: readonly string[];
}

/**
 * Runs `work` with the app as ROLE=all has it, in this process, on a database of its own; stops and drops both.
 */
export async function withBenchApp<T>(
  context: BenchContext,
  options: BenchAppOptions,
  work: (app: BenchApp) => Promise<T>,
): Promise<T> {
  const database = await context.freshDatabase();
  const services = createBenchServices(
    { ...context.settingsFor(database.url), ...options.settings },
    options.overrides,
  );
  // A stop that breaks off costs neither the figures nor the stops of the others.
  const close = (work: () => Promise<unknown>) => () =>
    work().catch((error: Error) => context.print(`stopped late: ${error.message}`));
  const closers = [close(() => database.drop()), close(() => services.close())];
  try {
    for (const shop of options.shops ?? [SHOP]) await seedShop(services, shop);
    const server = await serveWebhooks(services);
    closers.push(close(() => new Promise((resolve) => server.close(resolve))));
    const workers = await services.startWorkers();
    closers.push(close(() => workers.stop()));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return await work({ services, database, origin, idle: () => idle(services) });
  } finally {
    for (const stop of closers.reverse()) await stop();
  }
}

/** The webhook endpoints of the services on a free port. */
export async function serveWebhooks(services: Services): Promise<Server> {
  const http = express();
  http.disable("x-powered-by");
  http.use(services.webhooks);
  const server = createServer(http);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function idle({ core: { queues, database } }: Services): Promise<void> {
  const end = Date.now() + IDLE_LIMIT_MS;
  while (Date.now() < end) {
    const counts = await Promise.all(Object.values(queues.byName).map((queue) => queue.getJobCounts()));
    const { rows } = await database.pool.query<{ due: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM "WebhookDelivery" WHERE "state" = 'waiting' AND "dueAt" <= now())
           OR EXISTS (SELECT 1 FROM "Submission" WHERE "dueAt" <= now() OR "state" = 'submitting')
           OR EXISTS (SELECT 1 FROM "Parcel" WHERE "dueAt" <= now() AND "state" IN ('waiting', 'writing')) AS due`,
    );
    if (counts.every((count) => count.waiting + count.active === 0) && !rows[0]?.due) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("work is due and does not come to its end");
}
