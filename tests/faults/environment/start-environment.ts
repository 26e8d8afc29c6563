import { readEnv } from "../../../app/config/env.server.ts";
import { createServices } from "../../../app/composition/services.server.ts";
import { createPrintServiceStandIn } from "../../../sandbox/print-service/index.ts";
import { reroute } from "../../../sandbox/reroute.ts";
import { createShopifyStandIn } from "../../../sandbox/shopify/start-stand-in.ts";
import { readSubscriptions } from "../../../sandbox/shopify/subscriptions.ts";
import { freePort } from "../../../scripts/launcher/free-port.ts";
import { UNSAFE_DATABASE } from "../../support/unsafe-database.ts";
import { movingClock } from "../../support/moving-clock.ts";
import { superviseProcess, type SupervisedProcess } from "./app-process.ts";
import { bundleProcess } from "./bundle.ts";
import { openDatabase } from "./database.ts";
import type { Settings } from "./process-messages.ts";
import type { FaultEnvironment, EnvironmentEvent, EnvironmentOptions } from "./environment.ts";
import { fastOverrides, FAST_POLICY } from "./fast-policy.ts";
import { openRedis } from "./redis.ts";
import { ACCOUNTS, createStockedShop } from "./stocked-shop.ts";
import { silentLog } from "../../support/silent-log.ts";
import { scaled, within } from "../within.ts";

const API_KEY = "the-app";
export const API_SECRET = "the app's secret";
const MAX_EVENTS = 5_000;

/**
 * Opens an environment: PostgreSQL, Redis, both stand-ins, one web process and the workers; resolves when all are ready.
 * Processes that die are started again at once, unless stop() was asked. Everything ends with the runner's process.
 */
export async function startEnvironment(options: EnvironmentOptions = {}): Promise<FaultEnvironment> {
  const events: EnvironmentEvent[] = [];
  const eventRecorder = (process: string) => (what: string) => {
    events.push({ at: new Date(), process, what });
    if (events.length > MAX_EVENTS) events.shift();
  };
  const moving = movingClock();
  let clockOffsetMs = 0;
  const [file, port, { database, part: postgres }, { redis, part: redisPart }] = await Promise.all([
    bundleProcess(),
    freePort(),
    openDatabase(eventRecorder("database"), options.postgres),
    openRedis(eventRecorder("redis")),
  ]);
  const policy = { ...FAST_POLICY, ...options.policy };
  const shopify = await createShopifyStandIn({
    apiKey: API_KEY,
    apiSecret: API_SECRET,
    clock: moving,
    fulfillmentOrderDelayMs: 30,
    subscriptions: await readSubscriptions(),
    webhookRetryMs: scaled(100),
    webhookTimeoutMs: scaled(2_000),
  });
  const { interfaceVersion = "v1" } = options;
  const printService = await createPrintServiceStandIn({
    ...options.printService,
    clock: moving,
    accounts: ACCOUNTS,
    interfaces: [interfaceVersion],
  });
  const appUrl = `http://127.0.0.1:${port}`;
  shopify.setAppUrl(appUrl);
  const restoreRouting = reroute({ shopify: shopify.url });

  const env = {
    DATABASE_URL: database.url,
    DATABASE_CONNECTIONS: "12",
    ...UNSAFE_DATABASE,
    REDIS_URL: redis.url,
    CREDENTIALS_KEY: Buffer.alloc(32, 7).toString("base64"),
    SHOPIFY_API_KEY: API_KEY,
    SHOPIFY_API_SECRET: API_SECRET,
    SHOPIFY_APP_URL: appUrl,
    SCOPES: "read_orders,read_products",
    PRINT_SERVICE_URL: printService.url,
    INKBRIDGE_SHOPIFY_STANDIN: shopify.url,
  };
  const services = createServices(readEnv(env), silentLog, {
    ...fastOverrides(policy, options.intervals),
    clock: moving,
  });
  const lines: string[] = [];
  const processOf = (name: string, role: "web" | "worker", itsPort: number): SupervisedProcess => {
    const supervised = superviseProcess({
      name,
      role,
      port: itsPort,
      file,
      recordEvent: eventRecorder(name),
      env: () => ({
        ...env,
        NODE_ENV: "production",
        ROLE: role,
        PORT: String(itsPort),
        FAULT_ENVIRONMENT: JSON.stringify({
          clockOffsetMs: clockOffsetMs,
          policy,
          intervals: options.intervals,
        } satisfies Settings),
      }),
      onLine(line) {
        lines.push(`${name}#${supervised.incarnation} ${line}`);
        options.onLine?.(name, line);
      },
    });
    return supervised;
  };
  const web = processOf("web", "web", port);
  const workers = await Promise.all(
    Array.from({ length: options.workers ?? 2 }, async (_, at) =>
      processOf(`worker-${at + 1}`, "worker", await freePort()),
    ),
  );
  const processes = [web, ...workers];

  const stock = { services, shopify, printService, interfaceVersion, appUrl };
  let accounts = 0;
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await Promise.all(processes.map((one) => one.end()));
    await shopify.close();
    await printService.close();
    await services.close().catch(() => undefined);
    restoreRouting();
    await database.pool.end().catch(() => undefined);
    await Promise.all([postgres.stop(), redisPart.stop()]);
  };
  const environment: FaultEnvironment = {
    clock: {
      now: moving.now,
      advance(ms) {
        clockOffsetMs += ms;
        moving.advance(ms);
        for (const one of processes) one.advanceClock(ms);
      },
    },
    shopify,
    printService,
    interfaceVersion,
    web,
    workers,
    processes,
    redis,
    database,
    services,
    addShop(domain, shop = {}) {
      const account = shop.account ?? (accounts += 1) - 1;
      return within(`the shop ${domain}`, createStockedShop(stock, domain, account, shop));
    },
    logs: () => lines.join("\n"),
    events,
    async ready() {
      await Promise.all(processes.map((one) => one.ready()));
    },
    close: () => (closing ??= within("the end of the environment", close())),
  };
  try {
    await Promise.all(processes.map((one) => one.start()));
    await environment.ready();
  } catch (error) {
    await environment.close();
    throw new Error(`The environment did not start.\n${lines.slice(-20).join("\n")}`, { cause: error });
  }
  return environment;
}
