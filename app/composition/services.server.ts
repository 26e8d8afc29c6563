import type { RequestHandler } from "express";
import { createCore, type Core, type Overrides } from "./core.server.ts";
import { webhookHandlerContext } from "./shop-context.server.ts";
import { createLongRunner } from "./long-runs.server.ts";
import { periodicTasks, type PeriodicIntervals } from "./periodic.server.ts";
import { createEmbeddedApp } from "./shopify-app.server.ts";
import { endsWithin } from "../common/with-timeout.ts";
import { assertDurable, UnsafeDatabaseError } from "../database/pool.ts";
import { env, type Env } from "../config/env.server.ts";
import { createBoard } from "../jobs/board.ts";
import { createCheckpointStore } from "../jobs/checkpoint.ts";
import { DEAD_AFTER_MS, longest, STUCK_AFTER_MS } from "../jobs/queue-progress.ts";
import { createGiveWay, type GiveWay } from "../jobs/give-way.ts";
import { createLongRuns } from "../jobs/long-runs.ts";
import { startTimers } from "../jobs/timers.ts";
import { startWorkers } from "../jobs/workers.ts";
import { createLog } from "../logging/log.server.ts";
import { createHeartbeat } from "../orders/gap-recovery/heartbeat.ts";
import type { Log, Underway } from "../ports/observe.ts";
import { parseRateRequest, writeRates } from "../shopify/carrier-services.ts";
import { createReadIdToken } from "../shopify/id-token.ts";
import { observeTokenExchanges } from "../shopify/tokens.ts";
import { advanceProduction, type PracticeWebhook } from "../practice-service/index.ts";
import { findWebhookSecrets, listAccountKeys } from "../print-accounts/print-accounts.ts";
import { writeWebhook } from "../print-service/index.ts";
import { createDeliveryWriter } from "../webhooks/delivery-writer.ts";
import { persistDelivery, type WebhookContext } from "../webhooks/persist-delivery.ts";
import { webhookRouter } from "../webhooks/router.ts";
import { errorName, UnavailableError } from "../ports/errors.ts";
import { MINUTE_MS } from "../ports/clock.ts";

export const DEFAULT_INTERVALS: PeriodicIntervals = {
  heartbeatEveryMs: 15_000,
  backfillEveryMs: 30_000,
  pollEveryMs: 2_000,
  canaryEveryMs: 10_000,
  shopifySweepEveryMs: 10 * MINUTE_MS,
  reinstalledEveryMs: 5_000,
  providerSweepEveryMs: MINUTE_MS,
  sweepLeaseMs: 10 * MINUTE_MS,
  flowEveryMs: 5_000,
  providerWritesEveryMs: 2_000,
  statusesEveryMs: 5_000,
  notificationsEveryMs: 5_000,
  progressMarksEveryMs: 5_000,
  printFilesEveryMs: MINUTE_MS,
  longRunsEveryMs: {},
  accessCheckEveryMs: 60 * MINUTE_MS,
  alertsEveryMs: MINUTE_MS,
  oldOrdersEveryMs: 60 * MINUTE_MS,
  recheckEveryMs: 30_000,
  practiceEveryMs: 5_000,
  carrierServicesEveryMs: MINUTE_MS,
};

/** How long running work may still take when the workers stop. A create call that takes longer is looked up later. */
const STOP_TIMEOUT_MS = 15_000;
/** How long the last marks of progress may take; what is not marked is followed up once more. */
const LAST_MARKS_TIMEOUT_MS = 1_000;

/** All that the process, its pages and its tests need. */
export type Services = ReturnType<typeof createServices>;

/**
 * Builds the services once: database, queues, clients, webhook endpoints and workers. Nothing connects before it is
 * used.
 */
export function createServices(
  settings: Env,
  log: Log,
  overrides: Overrides & { intervals?: Partial<PeriodicIntervals> } = {},
) {
  const core = createCore(settings, log, overrides);
  const { ctx, queues, database, metrics, queueProgress } = core;
  const giveWay = createGiveWay();
  const deliveries = createDeliveryContext(core, giveWay);
  const stopObserving = observeTokenExchanges(core.observe);
  const assertDatabaseDurable = () => assertDurable(database.pool, settings.databaseAllowUnsafe);
  const beat = createHeartbeat(ctx, createCheckpointStore(queues, log));
  // Without a heartbeat nothing is claimed: so neither on a server that came, or was changed, only after the start.
  const heartbeat = () => assertDatabaseDurable().then(beat);
  return {
    core,
    shopifyApp: createEmbeddedApp(core),
    readIdToken: createReadIdToken(settings.shopify),
    webhooks: createWebhookRouter(core, deliveries),
    metrics: metrics.text,
    /** What runs by itself gives way to what is reported here. */
    underway: giveWay satisfies Underway,
    /** The board of the queues, read-only. */
    board: () => createBoard(queues),
    /**
     * Takes the time from the database; without it, continues and tries again.
     * @throws UnsafeDatabaseError when the database may lose what is committed
     */
    async open(): Promise<void> {
      await Promise.all([core.databaseClock.start(), ignoreUnavailable(assertDatabaseDurable())]);
    },
    /** `stop` takes nothing new and rejects when something still ran at the end of its limit. */
    async startWorkers() {
      // Nothing is sent before it is known whether this is the database that was in use before.
      await firstHeartbeat(heartbeat, log);
      const workers = startWorkers(queues, {
        ...webhookHandlerContext(core),
        ctx,
        observe: metrics.run,
        queueProgress,
        giveWay,
        admission: core.points,
      });
      const pollDue = () => workers.pollDue();
      const intervals = { ...DEFAULT_INTERVALS, ...overrides.intervals };
      const practice = () => advancePractice(core, deliveries);
      const sendCanaries = () => workers.sendCanaries();
      const longRuns = createLongRuns(queues);
      const runner = createLongRunner(core, longRuns, intervals);
      const work = { pollDue, sendCanaries, heartbeat, advancePractice: practice, lookForLongRuns: runner.look };
      const tasks = periodicTasks({ core, ...work, ...intervals });
      const timers = startTimers(tasks, { log, random: ctx.random, observe: metrics.run });
      return {
        async stop(): Promise<void> {
          const ended = await Promise.all([timers, runner, workers].map((worker) => worker.stop(STOP_TIMEOUT_MS)));
          await longRuns.stop();
          await endsWithin(LAST_MARKS_TIMEOUT_MS, ctx.progressMarks.flush());
          if (!ended.every(Boolean)) throw new Error("some work had not come to its end");
        },
      };
    },
    /** `work`: whether work of every queue moves in this process; null where it has no workers. */
    async ready(): Promise<{ database: boolean; queue: boolean; work: boolean | null }> {
      const isDatabaseReady = assertDatabaseDurable().then(
        () => true,
        () => false,
      );
      const [database, queue] = await Promise.all([isDatabaseReady, queues.ready()]);
      const age = longest(queueProgress.sinceProgress());
      return { database, queue, work: age === null ? null : age < (overrides.stuckAfterMs ?? STUCK_AFTER_MS) };
    },
    /** false: runs come to no end, not even to a bad one. Only a new process helps. */
    alive: () => (longest(queueProgress.sinceEnded()) ?? 0) < (overrides.deadAfterMs ?? DEAD_AFTER_MS),
    async close(): Promise<void> {
      core.databaseClock.stop();
      stopObserving();
      await core.checkoutRates.flush();
      await queues.close();
      await database.close();
    },
  };
}

/** What commits deliveries. */
function createDeliveryContext(
  { ctx, log, queues, database, metrics, apiVersions }: Core,
  underway: GiveWay,
): WebhookContext {
  return {
    writer: createDeliveryWriter(database.pool),
    encryptor: ctx.encryptor,
    clock: ctx.clock,
    ids: ctx.ids,
    log,
    wake: queues.wake.delivery,
    underway,
    observe: metrics.webhook,
    observeApiVersion: apiVersions.observe,
  };
}

/** The webhook endpoints, with what they need and nothing more. */
function createWebhookRouter({ ctx, env, checkoutRates }: Core, deliveries: WebhookContext): RequestHandler {
  return webhookRouter(deliveries, {
    shopifySecret: env.shopify.apiSecret,
    findSecrets: (key) => findWebhookSecrets(ctx, key),
    accountKeys: () => listAccountKeys(ctx),
    answerRates: async (shop, token, body) =>
      writeRates(await checkoutRates.answer(shop, token, parseRateRequest(body))),
  });
}

/** Only a database that answered keeps the process from starting. */
function ignoreUnavailable(check: Promise<void>): Promise<void> {
  return check.catch((error: unknown) => {
    if (error instanceof UnsafeDatabaseError) throw error;
  });
}

/** The workers start without the database, too: every claim requires a fresh heartbeat. */
async function firstHeartbeat(heartbeat: () => Promise<unknown>, log: Log): Promise<void> {
  await heartbeat().catch((error: unknown) => {
    log.warn({ error: errorName(error) }, "no heartbeat yet; the timer tries again");
  });
}

let services: Services | undefined;

/** The services of this process, built at first use. @throws EnvError */
export function theServices(): Services {
  return (services ??= createServices(env(), createLog(env().logLevel)));
}

/** The same, opened. */
export async function getServices(): Promise<Services> {
  await theServices().open();
  return theServices();
}

/** The production of practice orders: its events become deliveries like those of the print service. */
const advancePractice = (core: Core, deliveries: WebhookContext): Promise<void> =>
  advanceProduction({
    ...core.practice,
    async sendWebhook(accountKey: string, webhook: PracticeWebhook, eventId: string) {
      const { topic, body } = writeWebhook(webhook);
      const metadata = { source: "print_service", topic, scope: accountKey } as const;
      const status = await persistDelivery(deliveries, metadata, eventId, body);
      if (status !== 200) throw new UnavailableError("a practice event was not committed");
    },
  });
