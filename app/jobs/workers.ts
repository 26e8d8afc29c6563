import { randomUUID } from "node:crypto";
import type Bull from "bull";
import type { OrdersContext } from "../orders/core/context.ts";
import { fulfilParcel } from "../orders/fulfil/fulfil-parcel.ts";
import { stepOrder } from "../orders/receive/recheck-order.ts";
import { stepSubmission } from "../orders/submit/step-submission.ts";
import { putOffFailed, workedAgain } from "../orders/core/failed-work.ts";
import { dueInTurn, WORKS, whose, type DueRow, type Work } from "../orders/core/due-work.ts";
import { connected } from "./wait-for-connections.ts";
import { isDatabaseAway } from "./database-error.ts";
import { handleDelivery, type DeliveryHandling } from "./handle-webhook.ts";
import type { Queues, WakeJob } from "./queues.ts";
import { createTurns, laneDepth, type Item, type TurnLimits } from "./fair-scheduler.ts";
import { within } from "../common/with-timeout.ts";

/**
 * In one process. A row mostly waits for somebody else's answer; what it takes of ours is a database connection now and then.
 * One shop, sender or print account has less than half of the places, however much it brings and however slow it is.
 */
const LIMITS: Record<Work, TurnLimits> = {
  delivery: { atOnce: 6, ofOne: 2 },
  order: { atOnce: 5, ofOne: 2 },
  submission: { atOnce: 10, ofOne: 4 },
  parcel: { atOnce: 5, ofOne: 2 },
};

/** Wake-ups taken at once per queue: taking one is a look at whose row it is. */
const TAKEN_AT_ONCE = 2;
/** A database that is away is told of so often, not for each row. */
const AWAY_TOLD_MS = 10_000;

export interface Workers {
  /** Looks into PostgreSQL for what is due. To be called again and again: it finds what no wake-up brought. */
  look(): Promise<void>;
  /** Takes nothing new and waits for what runs, up to a limit. False: something still ran. */
  stop(limitMs: number): Promise<boolean>;
}

/** Starts the workers. Each re-reads its row, and returns early when there is nothing left to do. */
export function startWorkers(queues: Queues, handling: DeliveryHandling): Workers {
  const { ctx } = handling;
  const work: Record<Work, (id: string) => Promise<unknown>> = {
    delivery: (id) => handleDelivery(handling, id),
    order: (id) => stepOrder(ctx, id),
    submission: (id) => stepSubmission(ctx, id),
    parcel: (id) => fulfilParcel(ctx, id),
  };
  const stations = WORKS.map((name) => startStation(ctx, name, queues.byName[name], work[name]));
  return {
    look: async () => void (await Promise.all(stations.map((station) => station.look()))),
    stop: (limitMs) => within(limitMs, Promise.all(stations.map((station) => station.stop()))),
  };
}

/**
 * One kind of work. Rows come by wake-ups (Bull) and by looks (PostgreSQL) and take turns by shop. A wake-up without room is
 * dropped, and so is one that Redis never brought: the row is due, and a look finds it when a place is free.
 */
function startStation(
  ctx: OrdersContext,
  name: Work,
  queue: Bull.Queue<WakeJob>,
  work: (id: string) => Promise<unknown>,
): { look(): Promise<void>; stop(): Promise<unknown> } {
  const limits = LIMITS[name];
  const taste = randomUUID();
  /** Worked on since the last timed look: a row that is due still is left alone until the next one. */
  let rested = new Set<string>();
  /** Their work failed the last time: where it goes through now, that is written down. */
  const failing = new Set<string>();
  const away = sparingly(AWAY_TOLD_MS, () => ctx.log.warn({ work: name }, "rows wait: the database is away"));
  let looking: Promise<void> | null = null;
  /** There was more than there was room for. */
  let more = false;

  const turns = createTurns(
    limits,
    async (id) => {
      await guarded(ctx, name, id, work, { failedBefore: failing.delete(id), away });
      rested.add(id);
    },
    () => {
      if (more && turns.waiting() < limits.atOnce) void lookFor(rested).catch(() => undefined);
    },
  );

  const lookFor = (leftAlone: ReadonlySet<string>): Promise<void> =>
    (looking ??= find(leftAlone).finally(() => (looking = null)));

  const offer = (row: DueRow): boolean => {
    if (!turns.offer(itemOf(row))) return false;
    if (row.failing) failing.add(row.id);
    return true;
  };

  const find = async (leftAlone: ReadonlySet<string>) => {
    const perLane = laneDepth(limits);
    const most = turns.room();
    const exceptLanes = turns.fullLanes();
    more = most === 0 || exceptLanes.length > 0;
    if (most === 0) return;
    const exceptIds = [...turns.known(), ...leftAlone];
    const rows = await dueInTurn(ctx, name, { perLane, most, exceptIds, exceptLanes, taste });
    const taken = rows.filter(offer);
    more ||= taken.length < rows.length || rows.length === most || someLaneHas(rows, perLane);
  };

  queue
    .process(TAKEN_AT_ONCE, async (job: Bull.Job<WakeJob>) => {
      const row = await whose(ctx, name, job.data.id).catch(() => null);
      if (row && !offer(row)) more = true;
    })
    .catch((error: unknown) => {
      ctx.log.warn({ queue: name, error }, "processor stopped");
    });

  return {
    look() {
      rested = new Set();
      return lookFor(rested);
    },
    stop: () => Promise.allSettled([connected(queue).then(() => queue.pause(true, true)), turns.stop()]),
  };
}

const itemOf = ({ id, lane, account }: DueRow): Item => ({ id, keys: account === null ? [lane] : [lane, account] });

function someLaneHas(rows: readonly DueRow[], count: number): boolean {
  const byLane = Map.groupBy(rows, (row) => row.lane);
  return [...byLane.values()].some((group) => group.length >= count);
}

interface Before {
  failedBefore: boolean;
  /** The database is away. */
  away(): void;
}

/**
 * A failed wake-up is not lost: its row is still due, and the next look comes by. A database that is away says nothing of the
 * row; any other error puts it off, so that it is not tried at every look.
 */
async function guarded(
  ctx: OrdersContext,
  work: Work,
  id: string,
  doIt: (id: string) => Promise<unknown>,
  { failedBefore, away }: Before,
): Promise<void> {
  try {
    await doIt(id);
    if (failedBefore) await workedAgain(ctx, work, id);
  } catch (error) {
    if (isDatabaseAway(error)) return away();
    const failures = await putOffFailed(ctx, work, id, error).catch(() => null);
    // The first times, then ever more rarely: 2, 4, 8, 16 …
    if (failures === null || Number.isInteger(Math.log2(failures)))
      ctx.log.error({ work, id, error, failures }, "work on a row failed");
  }
}

/** Does it at most once in so many milliseconds. */
function sparingly(everyMs: number, doIt: () => void): () => void {
  let last = -Infinity;
  return () => {
    const now = performance.now();
    if (now - last < everyMs) return;
    last = now;
    doIt();
  };
}
