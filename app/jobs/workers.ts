import pLimit from "p-limit";
import { BUSY_FROM, createBusyCheck, type GiveWay } from "./give-way.ts";
import { stepParcel } from "../orders/provider-updates/shipments.ts";
import { recheckOrder } from "../orders/receive/recheck-order.ts";
import { stepSubmission, type StepContext } from "../orders/submit/step-submission.ts";
import { recordAnswers, type AnsweredClaim } from "../orders/submit/record-answers.ts";
import { claimSubmissions, type CreatePlaces, type SubmissionToClaim } from "../orders/submit/try-submit.ts";
import { batched } from "../common/batched.ts";
import { changeOrders, type OrderChange } from "../orders/core/change-orders.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { loadParcels, type ParcelsTogether } from "../orders/fulfill/load-parcel.ts";
import { readAllFollowed } from "../orders/fulfill/read-followed.ts";
import { readSteps } from "../orders/submit/read-step.ts";
import { inSets, MAX_LINES } from "./in-sets.ts";
import type { WorkKind } from "../orders/core/due-work.ts";
import type { PoolEnded, QueueProgress } from "./queue-progress.ts";
import { createWebhookHandler, type WebhookHandling } from "./handle-webhook.ts";
import type { Queues } from "./queues.ts";
import type { SchedulerLimits } from "./fair-scheduler.ts";
import { startWorkerPool } from "./worker-pool.ts";
import { endsWithin } from "../common/with-timeout.ts";
import type { WorkAdmission } from "../ports/points-store.ts";
import type { RowId, SubmissionId } from "../ports/ids.ts";
import type { RunObserver } from "../ports/observe.ts";

/**
 * In one process. A row mostly waits for an answer of another system; of ours it takes a database connection now and
 * then. One shop, sender or print account gets less than half of the places, however many rows it has and however slow
 * it is.
 */
const LIMITS: Record<WorkKind, SchedulerLimits> = {
  delivery: { maxConcurrent: 24, maxPerKey: 11 },
  order: { maxConcurrent: 5, maxPerKey: 2 },
  submission: { maxConcurrent: 32, maxPerKey: 12 },
  parcel: { maxConcurrent: 16, maxPerKey: 7 },
};

const lessThanHalf = (places: number): number => Math.ceil(places / 2) - 1;

/** Create calls that are open at once. The other submissions that run prepare theirs or record the answer meanwhile. */
const CREATE_PLACES = 16;

/**
 * Deliveries that run at once while submissions wait for a place: orders that were received are sent first. Else a worker that
 * catches up receives orders by the thousand and sends few.
 */
const DELIVERIES_BESIDE_BACKLOG = 12;
/**
 * The same where the process computes for this share of its time: the claims and answers of create calls wait for what it
 * computes for deliveries, and each wait keeps a place in use.
 */
const FEWER_DELIVERIES_FROM = 0.4;
const FEWER_DELIVERIES = 6;

/**
 * Deliveries of one sender at once while the process is busy and submissions wait for a place: in a shop's sale, what the process
 * computes for new orders is missing where those that were received are sent.
 */
const PER_SENDER_BESIDE_BACKLOG = 4;

export interface Workers {
  /**
   * Offers the rows that are due in PostgreSQL. Called at intervals: it finds the rows whose wake-up was lost or
   * dropped.
   */
  pollDue(): Promise<void>;
  /** Makes a canary of each queue due. */
  sendCanaries(): void;
  /** Takes nothing new and waits for running work, up to a limit. False: something still ran. */
  stop(limitMs: number): Promise<boolean>;
}

/** Claims and answers of submissions that are worked at the same time share their transactions. */
export const createSubmissionSets = (ctx: StepContext) => ({
  readStep: batched((ids: readonly SubmissionId[]) => readSteps(ctx, ids)),
  readFollowed: batched((ids: readonly SubmissionId[]) => readAllFollowed(ctx, ids)),
  claim: inSets({
    keyOf: ({ row }: SubmissionToClaim) => row.orderId,
    weightOf: ({ snapshot }) => snapshot.lines.length,
    maxWeight: MAX_LINES,
    run: (inputs, alone) => claimSubmissions(ctx, inputs, { skipLocked: !alone }),
  }),
  recordAnswer: inSets({
    keyOf: ({ claim }: AnsweredClaim) => claim.orderId,
    weightOf: ({ claim }) => claim.lines.length,
    maxWeight: MAX_LINES,
    run: (answered, alone) => recordAnswers(ctx, answered, { skipLocked: !alone }),
  }),
});

/** What parcels that are worked at the same time claim and record shares transactions. */
export function createParcelSets(ctx: OrdersContext): ParcelsTogether {
  const change = inSets({
    keyOf: ({ orderId }: OrderChange & { lines: number }) => orderId,
    weightOf: ({ lines }) => lines,
    maxWeight: MAX_LINES,
    run: (changes, alone) => changeOrders(ctx, changes, { skipLocked: !alone }),
  });
  return {
    load: batched((asked: Parameters<typeof loadParcels>[1]) => loadParcels(ctx, asked)),
    changeOrder: async <Result>(one: OrderChange<Result> & { lines: number }) => (await change(one)).result as Result,
  };
}

/** Starts the workers. Each re-reads its row, and returns early when there is nothing left to do. */
export function startWorkers(
  queues: Queues,
  handling: WebhookHandling & {
    ctx: StepContext;
    observe: RunObserver;
    queueProgress: QueueProgress;
    giveWay: GiveWay;
    admission: WorkAdmission;
  },
): Workers {
  const { ctx, observe, queueProgress, giveWay, admission } = handling;
  const places = pLimit(CREATE_PLACES);
  let stopping = false;
  const inPlace: CreatePlaces = (call) => places(() => (stopping ? Promise.resolve(null) : call()));
  const sets = createSubmissionSets(ctx);
  const together = {
    ...{ ...sets, inPlace },
    claim: (one: SubmissionToClaim) => giveWay.letBy(one.row.shopId).then(() => sets.claim(one)),
    recordAnswer: (one: AnsweredClaim) => giveWay.letBy(one.claim.shopId).then(() => sets.recordAnswer(one)),
  };
  const parcelSets = createParcelSets(ctx);
  const work: Record<WorkKind, (id: RowId) => Promise<unknown>> = {
    delivery: createWebhookHandler(handling, giveWay.letBy),
    order: (id) => recheckOrder(ctx, id),
    submission: (id) => stepSubmission(ctx, id, together),
    parcel: (id) => stepParcel(ctx, id, parcelSets),
  };
  const isBusy = createBusyCheck(BUSY_FROM);
  const computesMuch = createBusyCheck(FEWER_DELIVERIES_FROM);
  const start = (name: WorkKind, allowed = () => LIMITS[name]) => {
    const ended: PoolEnded = (result) => queueProgress.ended(name, result);
    ended("progressed");
    const options = { name, limits: LIMITS[name], work: work[name], observe, ended, allowed, giveWay, admission };
    const pool = startWorkerPool(ctx, queues, options);
    giveWay.onMayRun(pool.pump);
    return pool;
  };
  const submissions = start("submission");
  const atOnce = () => {
    if (!submissions.isBacklogged()) return LIMITS.delivery.maxConcurrent;
    return computesMuch() ? FEWER_DELIVERIES : DELIVERIES_BESIDE_BACKLOG;
  };
  const deliveries = start("delivery", () => {
    const maxConcurrent = atOnce();
    const perSender = isBusy() && submissions.hasMoreDue() ? PER_SENDER_BESIDE_BACKLOG : LIMITS.delivery.maxPerKey;
    return { maxConcurrent, maxPerKey: Math.min(perSender, lessThanHalf(maxConcurrent)) };
  });
  const pools = [deliveries, start("order"), submissions, start("parcel")];
  return {
    pollDue: async () => void (await Promise.all(pools.map((pool) => pool.pollDue()))),
    sendCanaries() {
      for (const pool of pools) pool.sendCanary();
    },
    async stop(limitMs) {
      stopping = true;
      giveWay.stop();
      const ended = await endsWithin(
        limitMs,
        Promise.all([queues.wakeUps.stopTaking(), ...pools.map((pool) => pool.stop())]),
      );
      queueProgress.forget();
      return ended;
    },
  };
}
