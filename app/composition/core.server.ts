import { createArtworkPreviews, createDrawnArtwork, createPhotoRedraw } from "../artwork/artwork-preview.server.ts";
import {
  createPreviewProcess,
  createPhotoProcess,
  createTextProcess,
  createArtworkInspection,
  type InspectArtwork,
} from "../artwork/image-process.server.ts";
import { createArtworkCheck } from "../artwork/artwork-check.server.ts";
import { createDatabase, type Database } from "../database/db.server.ts";
import type { Env } from "../config/env.server.ts";
import { createQueueProgress } from "../jobs/queue-progress.ts";
import { createPointsInRedis } from "../jobs/points-in-redis.ts";
import { createRequestBudget } from "../jobs/request-budget.ts";
import { createQueues, type QueueOptions } from "../jobs/queues.ts";
import { readMetrics } from "../orders/core/metrics.ts";
import { DEFAULT_POLICY, type Policy } from "../orders/core/policy.ts";
import { createProgressMarks } from "../orders/fulfill/follow-submission.ts";
import { createListScanner } from "../orders/provider-reader/shared-scan.ts";
import type { StepContext } from "../orders/submit/step-submission.ts";
import type { Clock } from "../ports/clock.ts";
import { logCall } from "../logging/log-context.ts";
import type { Log, ObserveCall } from "../ports/observe.ts";
import type { InterfaceVersion, SignIn } from "../ports/print-service.ts";
import {
  createPrintService,
  createSignIn,
  type PrintServiceConfig,
  parsePrintServiceWebhook,
} from "../print-service/index.ts";
import { createPrintServiceV3, createSignInV3 } from "../print-service/v3/index.ts";
import { createUnknownAnswers } from "../diagnostics/unknown-answers.ts";
import { createEncryptor } from "../encryption/encryptor.server.ts";
import { createPostWebhook } from "../notifications/post-webhook.server.ts";
import { createSendEmail } from "../notifications/send-email.server.ts";
import type { Notifier } from "../ports/notify.ts";
import { createCheckoutRates, type RateLimits } from "../checkout-rates/answer-rates.ts";
import { createCarrierServices } from "../shopify/carrier-services.ts";
import { createShopify } from "../shopify/adapter.ts";
import { createAddressCheck, createInstallationCheck, createReadScopes } from "../shopify/installation.ts";
import { createApiVersions, createReadOtherApiVersion } from "../shopify/api-version.ts";
import { createShopFiles, createFileUploads, createHostedFiles } from "../shopify/files.ts";
import { createReadMetafieldArtwork } from "../shopify/read-artwork.ts";
import { createAdminClient } from "../shopify/client.ts";
import { createCarefulStore, createPointsBudget } from "../shopify/points-budget.ts";
import { createReadStaff } from "../shopify/read-staff.ts";
import { createShopCatalog } from "../shopify/read-products.ts";
import { EncryptedSessionStorage } from "../shopify/session-storage.ts";
import { createOfflineTokens } from "../shopify/tokens.ts";
import { API_VERSION } from "../shopify/sdk.ts";
import { createSingleFlight } from "../database/lease.ts";
import { createOwnerCheck, createStaffNames } from "../shops/staff-names.ts";
import { createTokenSource } from "../print-accounts/tokens.ts";
import { createPracticeService } from "../practice-service/index.ts";
import { createDatabaseClock } from "./database-clock.ts";
import { createMetrics } from "./metrics.server.ts";
import { systemIds as ids } from "./ids.server.ts";
import { createPrintServiceByKind } from "./print-service-by-kind.ts";

/** Replacements for tests and the bench; everything else is as in production. */
export interface Overrides {
  /** A clock, or one that is made of the app's. */
  clock?: Clock | ((appClock: Clock) => Clock);
  /** An open database, which stays open. */
  database?: Database;
  policy?: Policy;
  queues?: QueueOptions;
  inspectArtwork?: InspectArtwork;
  /** How long a renewal of a token may take before another process does it, in milliseconds. */
  renewalMs?: number;
  /** When a queue counts as stuck, and its process as dead, in milliseconds. */
  stuckAfterMs?: number;
  deadAfterMs?: number;
  timeouts?: { shopifyMs?: number; rates?: RateLimits; printService?: PrintServiceConfig["timeouts"] };
}

export type Core = ReturnType<typeof createCore>;

const MACHINE_CLOCK: Clock = { now: () => new Date() };
const RENEWAL_MS = 30_000;
const ARTWORK = { timeoutMs: 10_000, maxBytes: 100 * 1024 * 1024 };
const NOTIFICATION = { timeoutMs: 20_000 };
const PREVIEW = { timeoutMs: 10_000, maxBytes: 40 * 1024 * 1024 };

/** Database, queues and clients. The adapters meet the domain here. */
export function createCore(env: Env, log: Log, overrides: Overrides = {}) {
  const database = overrides.database ?? createDatabase(env.databaseUrl, { connections: env.databaseConnections, log });
  const { db, sql } = database;
  const databaseClock = createDatabaseClock(() => readClock(database));
  const clock = clockOf(databaseClock, overrides.clock);
  const encryptor = createEncryptor(env.encryptionKeys, env.hashKey);
  const singleFlight = createSingleFlight({ db, clock, ids }, overrides.renewalMs ?? RENEWAL_MS);
  const sessions = new EncryptedSessionStorage(database, encryptor);
  const queues = createQueues(env.redisUrl, log, { prefix: env.redisPrefix, ...overrides.queues });
  const queueProgress = createQueueProgress();
  const metrics = createMetrics({
    readMetrics: () => readMetrics({ sql, clock }),
    countWakeUps: () => queues.countJobs(),
    progressAges: queueProgress.sinceProgress,
  });
  const apiVersions = createApiVersions({ log, count: metrics.apiVersion });
  const observe: ObserveCall = (call) => {
    metrics.call(call);
    logCall(log, call);
  };
  const app = { apiKey: env.shopify.apiKey, apiSecret: env.shopify.apiSecret };
  const tokens = createOfflineTokens({ db, sessions, app, singleFlight, clock, log });
  const sharedPoints = createPointsInRedis(queues, { clock, log, alone: createCarefulStore(clock) });
  const points = createPointsBudget(sharedPoints, ids, metrics.pointsWait);
  const adminClient = createAdminClient({
    apiVersion: API_VERSION,
    tokens,
    points,
    timeoutMs: overrides.timeouts?.shopifyMs,
    observe,
    observeVersion: (header) => apiVersions.observe("admin_api", header),
  });
  const { url: baseUrl, lagMs: providerLagMs, ...wireOptions } = env.printService;
  const timeouts = overrides.timeouts?.printService;
  const serviceConfig: PrintServiceConfig = { baseUrl, ...wireOptions, timeouts, observe };
  const unknownAnswers = createUnknownAnswers({ sql, clock, log });
  const v3Config = {
    ...{ ...serviceConfig, clock, budget: createRequestBudget(queues, { clock, log }) },
    observeUnknown: unknownAnswers.observe,
  };
  const signIn: Record<InterfaceVersion, SignIn> = {
    v1: createSignIn(serviceConfig),
    v3: createSignInV3(v3Config),
  };
  const printTokens = createTokenSource({ db, sql, clock, ids, encryptor, log, signIn }, singleFlight);
  const practice = { db, clock, ids, encryptor, appUrl: env.shopify.appUrl, observe };
  const printService = createPrintServiceByKind(db, {
    live: {
      v1: createPrintService({ ...serviceConfig, tokens: printTokens }),
      v3: createPrintServiceV3({ ...v3Config, tokens: printTokens }),
    },
    practice: createPracticeService(practice),
  });
  const artwork = createArtworkCheck({ ...ARTWORK, observe }, overrides.inspectArtwork ?? createArtworkInspection(log));
  const drawnArtwork = createDrawnArtwork({ ...PREVIEW, observe }, createTextProcess(log));
  const notifier: Notifier = {
    sendsEmail: env.smtp !== null,
    ...createSendEmail(env.smtp, { ...NOTIFICATION, observe }),
    webhook: createPostWebhook({ ...NOTIFICATION, observe }),
  };
  const ctx: StepContext = {
    db,
    sql,
    printService,
    listScan: createListScanner({ db, sql, printService, clock }),
    progressMarks: createProgressMarks({ sql, clock }),
    shopify: createShopify(adminClient, sharedPoints.isWaiting),
    artwork,
    drawnArtwork,
    hostedFiles: createHostedFiles(adminClient),
    clock,
    ids,
    random: Math.random,
    log,
    wake: queues.wake,
    encryptor,
    policy: overrides.policy ?? { ...DEFAULT_POLICY, providerLagMs },
  };
  return {
    env,
    log,
    database,
    databaseClock,
    /** What this machine takes for the time; a replaced clock is the machine's, too. */
    machineClock: typeof overrides.clock === "object" ? overrides.clock : MACHINE_CLOCK,
    queues,
    metrics,
    apiVersions,
    queueProgress,
    observe,
    ctx,
    practice,
    artwork,
    notifier,
    catalog: createShopCatalog(adminClient),
    carrierServices: createCarrierServices(adminClient),
    checkoutRates: createCheckoutRates({ ...ctx, limits: overrides.timeouts?.rates }),
    files: createShopFiles(adminClient),
    fileUploads: createFileUploads(adminClient),
    readMetafieldArtwork: createReadMetafieldArtwork(adminClient),
    artworkPreviews: createArtworkPreviews({ ...PREVIEW, observe }, createPreviewProcess(log), clock),
    drawnArtwork,
    redrawPhoto: createPhotoRedraw(createPhotoProcess(log)),
    sessions,
    tokens,
    requestStaffName: createStaffNames({ ...ctx, readStaff: createReadStaff(app) }),
    isAccountOwner: createOwnerCheck({ ...ctx, readStaff: createReadStaff(app) }),
    adminClient,
    points,
    checkInstallation: createInstallationCheck(adminClient, tokens),
    checkAddress: createAddressCheck(adminClient, tokens),
    readScopes: createReadScopes(adminClient),
    readOtherApiVersion: createReadOtherApiVersion(adminClient),
    printTokens,
    signIn,
    unknownAnswers,
    parsePrintServiceWebhook,
  };
}

async function readClock({ pool }: Database): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return (rows[0] as { now: Date }).now;
}

function clockOf(appClock: Clock, override: Overrides["clock"]): Clock {
  return typeof override === "function" ? override(appClock) : (override ?? appClock);
}
