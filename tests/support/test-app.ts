import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { mappingInput } from "../../app/catalog/mappings.ts";
import { saveShownMappings } from "../../app/catalog/save-shown-mappings.ts";
import { RATE_LIMITS } from "../../app/checkout-rates/answer-rates.ts";
import { createArtworkInspection } from "../../app/artwork/image-process.server.ts";
import { DEFAULT_POLICY, type Policy } from "../../app/orders/core/policy.ts";
import { readOrderDetails, type OrderDetails } from "../../app/orders/pages/details/order-details.ts";
import { logContext, withLogContext } from "../../app/logging/log-context.ts";
import type { Log } from "../../app/ports/observe.ts";
import { readEnv } from "../../app/config/env.server.ts";
import type { PeriodicIntervals } from "../../app/composition/periodic.server.ts";
import { createServices, type Services } from "../../app/composition/services.server.ts";
import type { Credentials } from "../../app/ports/print-service.ts";
import { readSettings, type ShopSettings } from "../../app/settings/settings.ts";
import {
  createPrintServiceStandIn,
  DEFAULT_ACCOUNT,
  type PrintServiceStandIn,
  type StandInOptions,
} from "../../sandbox/print-service/index.ts";
import type { ShopifyStandIn } from "../../sandbox/shopify/stand-in.ts";
import { createShopifyStandIn } from "../../sandbox/shopify/start-stand-in.ts";
import { readSubscriptions } from "../../sandbox/shopify/subscriptions.ts";
import { requestId } from "../../server/request-id.ts";
import { freshDatabase, type FreshDatabase } from "./database.ts";
import { UNSAFE_DATABASE } from "./unsafe-database.ts";
import { movingClock, type MovingClock } from "./moving-clock.ts";
import { testRedis } from "./redis.ts";
import { slowness } from "./slowness.ts";
import { setUpShop } from "./set-up-shop.ts";
import { until } from "./until.ts";
import type { PrintSide } from "../../app/ports/order-model.ts";
import type { Gid } from "../../app/ports/gid.ts";

const GO_LIVE_AGO_MS = 60_000;
/** Fewer than in production: each new backend reads the catalogs again. */
const CONNECTIONS = 8;
export const API_KEY = "the-app";
export const API_SECRET = "the app's secret";
const FAST_POLICY: Policy = {
  ...DEFAULT_POLICY,
  // On a busy machine a create call takes seconds. Tests in which one has to time out say so.
  createTimeoutMs: 20_000,
  claimTtlMs: 50_000,
  lookupDelaysMs: [20, 50, 100, 60_000],
  retryMinMs: 20,
  retryMaxMs: 1_000,
  resendAfterMs: 50,
  routingRecheckMs: 50,
  // The clock is moved by hours: that is no gap. Tests of gaps say so.
  heartbeatTimeoutMs: 10 * 365 * 86_400_000,
};

/** One for all test apps of a worker: to start the process that opens pictures takes longer than to open one. */
const inspectArtwork = createArtworkInspection({ warn: () => undefined });

export interface TestAppOptions {
  policy?: Partial<Policy>;
  /** Changes to the quick intervals of the tests. */
  intervals?: Partial<PeriodicIntervals>;
  settings?: Partial<ShopSettings>;
  printService?: StandInOptions;
  /** How long after an order its fulfillment orders appear in Shopify. */
  routingMs?: number;
  /** Points of Shopify's API; by default those of its smallest plan. */
  shopifyAllowance?: { maximum: number; restoreRate: number };
  /** Requests that Shopify's token endpoint takes; any number when left out. */
  tokenAllowance?: { maximum: number; restoreRate: number };
  /** Connections to the database. */
  connections?: number;
  /** The account of the first shop; by default the one that the print service has when none is given. */
  account?: Credentials;
  /** How the app asks for the print service's token. */
  tokenMethod?: "post" | "get";
  /** How the app reaches its database, by default directly. */
  proxyDatabase?(databaseUrl: string): Promise<string>;
  /** When a queue counts as stuck. */
  stuckAfterMs?: number;
  /** After so long without the end of any run of a queue, the process counts as dead. */
  deadAfterMs?: number;
  /** A Redis of the test's own, which it may break. */
  redisUrl?: string;
  /** Further settings of the process. */
  env?: Readonly<Record<string, string>>;
  /** Workers that only the test's own clock wakes are left out until `startWorkers`. */
  workers?: boolean;
}

/** The whole app in this process, over HTTP between two stand-ins, on a database of its own. */
export interface TestApp {
  services: Services;
  shopify: ShopifyStandIn;
  printService: PrintServiceStandIn;
  clock: MovingClock;
  appUrl: string;
  shop: string;
  /** Lines of the log, as they would be written. */
  logLines: { level: string; fields: Record<string, unknown>; message: string }[];
  startWorkers(): Promise<void>;
  stopWorkers(): Promise<void>;
  /** Ends the process, does something to its database, and starts it again. */
  whileStopped<T>(work: (database: FreshDatabase) => Promise<T>, redisState?: "redis kept" | "redis lost"): Promise<T>;
  /** Another shop on the same app, connected to the same print account unless another is given. */
  addShop(domain: string, settings?: Partial<ShopSettings>, account?: Credentials): Promise<string>;
  map(
    variantGid: Gid<"ProductVariant">,
    productGid: Gid<"Product">,
    itemSku: string,
    over?: { artworkFront?: string; requiredSides?: PrintSide[] },
    domain?: string,
  ): Promise<void>;
  change(settings: Partial<ShopSettings>): Promise<void>;
  view(orderId: string): Promise<OrderDetails | null>;
  /** Waits until the order looks like that. */
  waitForOrder(orderId: string, what: string, is: (view: OrderDetails) => boolean): Promise<OrderDetails>;
  close(): Promise<void>;
}

const ARTWORK = "https://cdn.shopify.com/artwork/front.png";

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = movingClock();
  const fresh = await freshDatabase();
  const proxyUrl = await options.proxyDatabase?.(fresh.url);
  const databaseUrl = proxyUrl ?? fresh.url;
  const redis = testRedis();
  const shopify = await createShopifyStandIn({
    apiKey: API_KEY,
    apiSecret: API_SECRET,
    clock,
    fulfillmentOrderDelayMs: options.routingMs ?? 30,
    subscriptions: await readSubscriptions(),
    webhookRetryMs: 50,
    throttle: options.shopifyAllowance,
    tokenAllowance: options.tokenAllowance,
  });
  const printService = await createPrintServiceStandIn({ clock, ...options.printService });
  // The preload reads the address again for each request: one test app at a time in a process.
  process.env["INKBRIDGE_SHOPIFY_STANDIN"] = shopify.url;
  await import("../../sandbox/reroute.ts");
  const web = express();
  const server = await listen(web);
  const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const logLines: TestApp["logLines"] = [];
  const open = (redisPrefix: string): Services =>
    createServices(
      settingsFor(
        { databaseUrl, redisUrl: options.redisUrl ?? redis.url, appUrl, printServiceUrl: printService.url },
        options,
      ),
      recorder(logLines),
      {
        clock,
        database: proxyUrl === undefined ? fresh.open(options.connections ?? CONNECTIONS) : undefined,
        policy: { ...FAST_POLICY, ...options.policy },
        queues: { prefix: redisPrefix },
        inspectArtwork,
        timeouts: { rates: { answerMs: RATE_LIMITS.answerMs * slowness, quoteMs: RATE_LIMITS.quoteMs * slowness } },
        stuckAfterMs: options.stuckAfterMs,
        deadAfterMs: options.deadAfterMs,
        intervals: {
          heartbeatEveryMs: 1_000,
          backfillEveryMs: 1_000,
          // Tests wait for it once the clock was moved. Ten a second take each idle app 7 % of a core.
          pollEveryMs: 200,
          canaryEveryMs: 3_600_000,
          // Their first run comes at any time of the first five seconds, and what it does is no part of most tests.
          shopifySweepEveryMs: Infinity,
          reinstalledEveryMs: Infinity,
          providerSweepEveryMs: Infinity,
          flowEveryMs: Infinity,
          providerWritesEveryMs: Infinity,
          statusesEveryMs: Infinity,
          notificationsEveryMs: Infinity,
          printFilesEveryMs: Infinity,
          accessCheckEveryMs: Infinity,
          alertsEveryMs: Infinity,
          oldOrdersEveryMs: Infinity,
          recheckEveryMs: 1_000,
          carrierServicesEveryMs: Infinity,
          ...options.intervals,
          longRunsEveryMs: {
            ...{ mapping_import: 1_000, bulk_edit: 1_000, reconciliation: 500 },
            ...{ dry_run: Infinity, product_variants: Infinity, sku_check: Infinity },
            ...options.intervals?.longRunsEveryMs,
          },
        },
      },
    );
  web.use(requestId(withLogContext));
  web.use((request, response, next) => testApp.services.webhooks(request, response, next));
  shopify.setAppUrl(appUrl);
  let workers: { stop(): Promise<void> } | null = null;
  const defaultAccount = options.account ?? DEFAULT_ACCOUNT;

  const testApp: TestApp = {
    services: open(redis.prefix),
    shopify,
    printService,
    clock,
    appUrl,
    logLines,
    shop: "one.myshopify.com",
    async startWorkers() {
      workers ??= await testApp.services.startWorkers();
    },
    async stopWorkers() {
      await workers?.stop();
      workers = null;
    },
    async whileStopped(work, redisState = "redis kept") {
      const wasRunning = workers !== null;
      await testApp.stopWorkers();
      await testApp.services.close();
      await fresh.disconnect();
      const done = await work(fresh);
      testApp.services = open(redisState === "redis kept" ? redis.prefix : testRedis().prefix);
      if (wasRunning) await testApp.startWorkers();
      return done;
    },
    async addShop(domain, settings, account = defaultAccount) {
      await setUpShop(testApp, { domain, credentials: account, settings, goLiveAgoMs: GO_LIVE_AGO_MS });
      return domain;
    },
    async map(variantGid, productGid, itemSku, over = {}, domain = testApp.shop) {
      const { ctx } = testApp.services.core;
      const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain } });
      const print = { itemSku, artworkFront: ARTWORK, requiredSides: ["front"], ...over };
      const input = mappingInput.parse({ productGid, variantGid, ...print });
      await saveShownMappings(ctx, shop.id, [{ input, shown: null }]);
    },
    async change(settings) {
      const { ctx } = testApp.services.core;
      const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
      await ctx.db.shop.update({
        where: { id: shop.id },
        data: { settings: { ...readSettings(shop.settings), ...settings } },
      });
    },
    async view(orderId) {
      const { ctx } = testApp.services.core;
      const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
      return readOrderDetails(ctx, shop.id, `gid://shopify/Order/${orderId}`);
    },
    async waitForOrder(orderId, what, is) {
      let last: OrderDetails | null = null;
      try {
        return await until(what, async () => {
          last = await testApp.view(orderId);
          return last && is(last) ? last : null;
        });
      } catch (error) {
        throw new Error(
          `${String(error)}\nlast seen: ${JSON.stringify(last, null, 1)}\nlog: ${JSON.stringify(logLines.slice(-8))}`,
          { cause: error },
        );
      }
    },
    async close() {
      await testApp.stopWorkers();
      await shopify.close();
      await printService.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await testApp.services.close();
      await fresh.drop();
      delete process.env["INKBRIDGE_SHOPIFY_STANDIN"];
    },
  };
  await setUpShop(testApp, {
    domain: testApp.shop,
    credentials: defaultAccount,
    settings: options.settings,
    goLiveAgoMs: GO_LIVE_AGO_MS,
  });
  if (options.workers !== false) await testApp.startWorkers();
  return testApp;
}

interface Addresses {
  databaseUrl: string;
  redisUrl: string;
  appUrl: string;
  printServiceUrl: string;
}

function settingsFor({ databaseUrl, redisUrl, appUrl, printServiceUrl }: Addresses, options: TestAppOptions) {
  const { prefix = "svc", getParams } = options.printService ?? {};
  return readEnv({
    DATABASE_URL: databaseUrl,
    ...UNSAFE_DATABASE,
    DATABASE_CONNECTIONS: String(CONNECTIONS),
    REDIS_URL: redisUrl,
    CREDENTIALS_KEY: Buffer.alloc(32, 7).toString("base64"),
    SHOPIFY_API_KEY: API_KEY,
    SHOPIFY_API_SECRET: API_SECRET,
    SHOPIFY_APP_URL: appUrl,
    SCOPES: "read_orders,read_products",
    PRINT_SERVICE_URL: printServiceUrl,
    PRINT_SERVICE_PREFIX: prefix,
    PRINT_SERVICE_TOKEN_METHOD: options.tokenMethod ?? "post",
    PRINT_SERVICE_GET_PARAMS: getParams === "body" ? "body" : "query",
    ...options.env,
  });
}

function recorder(lines: TestApp["logLines"]): Log {
  const at = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void lines.push({ level, fields: { ...logContext(), ...fields }, message });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

async function listen(app: express.Express): Promise<Server> {
  return new Promise((resolve) => {
    const server = app.listen(0, "127.0.0.1", () => resolve(server));
  });
}
