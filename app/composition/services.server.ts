import type { RequestHandler } from "express";
import { createCore, type Core, type Overrides } from "./core.server.ts";
import { shopActionsContext } from "./shop-context.server.ts";
import { createWebhookRouter } from "./webhooks.server.ts";
import { shopLifecycleContext } from "./shop-context.server.ts";
import { createMetrics } from "./metrics.server.ts";
import { periodicTasks, type PeriodicIntervals } from "./periodic.server.ts";
import { createEmbeddedApp } from "./shopify-app.server.ts";
import { assertDurable, UnsafeDatabaseError } from "../database/durability.ts";
import { env, type Env } from "../config/env.server.ts";
import { createCheckpointStore } from "../jobs/checkpoint.ts";
import { startTimers } from "../jobs/timers.ts";
import { startWorkers } from "../jobs/workers.ts";
import { createLog } from "../logging/log.server.ts";
import { createHeartbeat } from "../orders/gap-recovery/heartbeat.ts";
import type { Log } from "../ports/log.ts";
import { createReadIdToken, type ReadIdToken } from "../shopify/id-token.ts";
import type { ShopifyApp } from "../shopify/sdk.ts";
import { parseShopifyWebhook } from "../shopify/webhook-topics.ts";
import { prune } from "../privacy/prune.ts";
import { recheckRefused } from "../print-accounts/recheck-refused.ts";
import { registerMissingWebhooks } from "../print-accounts/webhooks/register-missing.ts";
import { maintainWebhookSecrets } from "../print-accounts/webhooks/rotate-secret.ts";
import { handleShopWebhook } from "../jobs/handle-shop-webhook.ts";

const MINUTE = 60_000;
export const DEFAULT_INTERVALS: PeriodicIntervals = {
  heartbeatEveryMs: 15_000,
  backfillEveryMs: 30_000,
  pollEveryMs: 2_000,
  shopifySweepEveryMs: 10 * MINUTE,
  providerSweepEveryMs: MINUTE,
  sweepLeaseMs: 10 * MINUTE,
  flowEveryMs: 5_000,
  accessCheckEveryMs: 60 * MINUTE,
  recheckEveryMs: 30_000,
};

/** How long what runs may still take when the workers stop. A create call that takes longer is looked up later. */
const STOP_TIMEOUT_MS = 15_000;

/** Everything that the process, its pages and its tests need. */
export interface Services {
  core: Core;
  shopifyApp: ShopifyApp;
  readIdToken: ReadIdToken;
  webhooks: RequestHandler;
  /**
   * Takes the time from the database; without it, goes on and tries again.
   * @throws UnsafeDatabaseError when the database may lose what is committed
   */
  open(): Promise<void>;
  /** `stop` takes nothing new and rejects when something still ran at the end of its limit. */
  startWorkers(): Promise<{ stop(): Promise<void> }>;
  ready(): Promise<{ database: boolean; queue: boolean }>;
  metrics(): Promise<string>;
  close(): Promise<void>;
}

/** Builds the services once: database, queues, clients, doors and workers. Nothing connects before it is used. */
export function createServices(
  settings: Env,
  log: Log,
  overrides: Overrides & { intervals?: Partial<PeriodicIntervals> } = {},
): Services {
  const core = createCore(settings, log, overrides);
  const { ctx, queues, database } = core;
  const metrics = createMetrics(ctx.db);
  const assertDatabaseDurable = () => assertDurable(database.pool, settings.databaseAllowUnsafe);
  const heartbeat = createHeartbeat(ctx, createCheckpointStore(queues, log));
  // Without a heartbeat nothing is claimed: neither is it on a server that came only after the start, or was changed
  // since.
  const checkedHeartbeat = async () => {
    await assertDatabaseDurable();
    return heartbeat();
  };
  return {
    core,
    shopifyApp: createEmbeddedApp(core),
    readIdToken: createReadIdToken(settings.shopify),
    webhooks: createWebhookRouter(core, metrics),
    metrics: metrics.text,
    async open() {
      await Promise.all([core.databaseClock.start(), ignoreUnavailable(assertDatabaseDurable())]);
    },
    async startWorkers() {
      // Nothing is sent before it is known whether this database is the one that was left.
      await firstHeartbeat(checkedHeartbeat, log);
      const workers = startWorkers(queues, {
        ctx,
        parser: { shopify: parseShopifyWebhook, printService: core.parsePrintServiceWebhook },
        shopWebhooks: {
          handle: (shop, webhook) => handleShopWebhook(shopLifecycleContext(core), shop, webhook),
          orderOfFulfillmentOrder: (shop, gid) => ctx.shopify.orderOfFulfillmentOrder(shop, gid),
        },
      });
      const refreshExpiringTokens = () => core.tokens.refreshExpiring();
      const timers = startTimers(
        periodicTasks({
          ctx,
          pollDue: () => workers.pollDue(),
          heartbeat: checkedHeartbeat,
          refreshExpiringTokens,
          maintainWebhookSecrets: () => maintainWebhookSecrets(shopActionsContext(core)),
          registerMissing: () => registerMissingWebhooks(shopActionsContext(core)),
          shopContext: shopLifecycleContext(core),
          recheckRejected: () => recheckRefused({ ...shopActionsContext(core), checkToken: core.checkPrintToken }),
          prune: () => prune(ctx, settings.retentionDays),
          ...DEFAULT_INTERVALS,
          ...overrides.intervals,
        }),
        log,
        ctx.random,
      );
      return {
        async stop() {
          const ended = await Promise.all([timers.stop(STOP_TIMEOUT_MS), workers.stop(STOP_TIMEOUT_MS)]);
          if (!ended.every(Boolean)) throw new Error("some work had not come to its end");
        },
      };
    },
    async ready() {
      const check = assertDatabaseDurable().then(
        () => true,
        () => false,
      );
      const [reachable, queue] = await Promise.all([check, queues.ready()]);
      return { database: reachable, queue };
    },
    async close() {
      core.databaseClock.stop();
      await queues.close();
      await database.close();
    },
  };
}

/** Only a database that answered keeps the process from starting. */
async function ignoreUnavailable(check: Promise<void>): Promise<void> {
  try {
    await check;
  } catch (error) {
    if (error instanceof UnsafeDatabaseError) throw error;
  }
}

/** A database that is away holds nobody up: claims ask for a fresh heartbeat themselves. */
async function firstHeartbeat(checkedHeartbeat: () => Promise<unknown>, log: Log): Promise<void> {
  try {
    await checkedHeartbeat();
  } catch (error) {
    log.warn({ error: error instanceof Error ? error.name : "unknown" }, "no heartbeat yet; it is tried again");
  }
}

let services: Services | undefined;

/** The services of this process, built at first use. @throws EnvError */
export function theServices(): Services {
  return (services ??= createServices(env(), createLog(env().logLevel)));
}

/** The same, as the process asks for it: opened. */
export async function getServices(): Promise<Services> {
  await theServices().open();
  return theServices();
}
