import pLimit from "p-limit";
import type { LongRunKind } from "../../prisma/client/client.ts";
import { endsWithin } from "../common/with-timeout.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { scheduleRetry } from "../orders/core/reschedule.ts";
import type { CallPurpose } from "../ports/points-store.ts";
import { errorName, RemoteError, retryAfterOf } from "../ports/errors.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import type { Progress } from "../ports/progress.ts";
import { MINUTE_MS } from "../ports/clock.ts";

export type LongRunContext = Pick<OrdersContext, "db" | "clock" | "ids" | "random" | "log">;

/** A run with work to do, and whose it is. */
export interface DueRun<Id extends string = string> {
  id: Id;
  shopId?: ShopId;
  printAccountId?: PrintAccountId;
}

/** Without a beginning, and of a run that is gone: 0 of 0. */
export type ProgressCounts = Pick<Progress, "done" | "total">;

export interface Turn {
  /** Whether the work ends after the present piece: others are to have their turn, or the process ends. */
  isOver(): boolean;
  /** A piece of work came to its end: turns that failed before it no longer count. */
  hasAdvanced: boolean;
}

/** A kind of long run: work that takes turns with others, in whatever process, and continues after a crash. */
export interface LongRun<Context, Id extends string = string> {
  kind: LongRunKind;
  /** How often due runs are looked for, in milliseconds. */
  everyMs: number;
  /** What its calls of Shopify are for, unless they look for what webhooks lost. */
  purpose?: CallPurpose;
  /** Waits after a failed turn, and how many turns may fail in succession because of another system, where these differ from RETRY. */
  retry?: Partial<typeof RETRY>;
  /** The runs with work to do, at most one of a shop or an account. Those that were put off may be among them. */
  due(ctx: Context): Promise<DueRun<Id>[]>;
  /**
   * Works until the turn is over or nothing is left. A claim that expired may leave two processes with one run: each piece of work has
   * to end in the same state when it is repeated.
   */
  step(ctx: Context, id: Id, turn: Turn): Promise<void>;
  /** How far the run is, by its rows. It has ended once it is not due. */
  progress(ctx: Pick<LongRunContext, "db">, id: Id): Promise<ProgressCounts>;
  /** Another system kept a turn from its end. `isLast`: the run is not tried again, and has to end. */
  onFailure?(ctx: Context, id: Id, error: RemoteError, isLast: boolean): Promise<void>;
}

/** Gives the definition of a kind its types. */
export const defineRun = <Context, Id extends string>(run: LongRun<Context, Id>): LongRun<Context, Id> => run;

const TURN_MS = 20_000;
const RETRY = { retryMinMs: 5_000, retryMaxMs: 5 * MINUTE_MS, tries: Infinity };
/** Turns of one kind at once in a process: a run that waits for a slow answer does not delay all others. */
const TURNS_AT_ONCE = 3;

/** A turn that begins now. */
export function beginTurn(stopping: AbortSignal): Turn {
  const end = performance.now() + TURN_MS;
  return { isOver: () => stopping.aborted || performance.now() > end, hasAdvanced: false };
}

/**
 * Claims a run and works on it for one turn. A turn that failed is repeated later, and not before the other system allows it.
 * Returns whether there was a turn: false where the run is put off, or another process has it. @throws what the turn failed with
 */
export async function takeTurn<Context extends LongRunContext, Id extends string>(
  ctx: Context,
  run: LongRun<Context, Id>,
  due: DueRun<Id>,
  { stopping, claimMs }: { stopping: AbortSignal; claimMs: number },
): Promise<boolean> {
  const claimToken = ctx.ids.uuid();
  const triesBefore = await claim(ctx, run.kind, due, claimToken, claimMs);
  if (triesBefore === null) return false;
  const where = { kind: run.kind, id: due.id, claimToken };
  const turn = beginTurn(stopping);
  try {
    await run.step(ctx, due.id, turn);
    await ctx.db.longRun.deleteMany({ where });
    return true;
  } catch (error) {
    const { tries: limit, ...policy } = { ...RETRY, ...run.retry };
    const tries = turn.hasAdvanced ? 0 : triesBefore;
    const isLast = error instanceof RemoteError && tries + 1 >= limit;
    const { dueAt } = scheduleRetry({ ...ctx, policy }, tries, { atLeastMs: retryAfterOf(error) }).data;
    const data = { dueAt, tries: tries + 1, problem: errorName(error), claimToken: null };
    const { count } = await ctx.db.longRun.updateMany({ where, data });
    // Where the claim has expired, the next holder goes on.
    if (count > 0 && error instanceof RemoteError) await run.onFailure?.(ctx, due.id, error, isLast);
    if (count > 0 && isLast) await ctx.db.longRun.deleteMany({ where: { ...where, claimToken: null } });
    throw error;
  }
}

/** The turns that failed before; null: the run is put off, or another process has it. */
async function claim(
  { db, clock }: LongRunContext,
  kind: LongRunKind,
  { id, shopId, printAccountId }: DueRun,
  claimToken: string,
  claimMs: number,
): Promise<number | null> {
  const now = clock.now();
  const [row] = await db.$queryRaw<{ tries: number }[]>`
    INSERT INTO "LongRun" ("kind", "id", "shopId", "printAccountId", "dueAt", "claimToken")
    VALUES (${kind}::"LongRunKind", ${id}::uuid, ${shopId ?? null}::uuid, ${printAccountId ?? null}::uuid,
      ${new Date(now.getTime() + claimMs)}, ${claimToken}::uuid)
    ON CONFLICT ("kind", "id") DO UPDATE SET "dueAt" = EXCLUDED."dueAt", "claimToken" = EXCLUDED."claimToken"
    WHERE "LongRun"."dueAt" <= ${now} RETURNING "tries"`;
  return row?.tries ?? null;
}

/**
 * Lets the long runs take turns. Of a kind each shop has one turn before any has a second one: a run that comes later, or has had a
 * turn, waits behind those that wait already. `claimMs`: another process may take a run whose turn has gone on for so long.
 */
export function createRunner<Context extends LongRunContext>(
  ctx: Context,
  runs: readonly LongRun<Context>[],
  claimMs: number,
) {
  const kinds = runs.map((run) => ({ run, inTurn: pLimit(TURNS_AT_ONCE), nextLook: 0 }));
  /** Turns that go on or wait, by kind and id. */
  const turns = new Map<string, Promise<void>>();

  async function take(run: LongRun<Context>, due: DueRun, stopping: AbortSignal): Promise<void> {
    const key = `${run.kind}:${due.id}`;
    try {
      if (!stopping.aborted) await takeTurn(ctx, run, due, { stopping, claimMs });
    } catch (error) {
      ctx.log.warn({ run: key, error: errorName(error) }, "a turn of a long run failed");
    } finally {
      turns.delete(key);
    }
  }

  return {
    /** Looks for due runs of the kinds whose time has come, and begins their turns. The turns are not waited for. */
    async look(stopping: AbortSignal): Promise<void> {
      const now = performance.now();
      const looks = kinds.filter(({ run, nextLook }) => nextLook <= now && run.everyMs !== Infinity);
      await Promise.all(
        looks.map(async (kind) => {
          kind.nextLook = now + kind.run.everyMs;
          for (const due of await kind.run.due(ctx)) {
            const key = `${kind.run.kind}:${due.id}`;
            if (!turns.has(key)) turns.set(key, kind.inTurn(take, kind.run, due, stopping));
          }
        }),
      );
    },
    /** False: a turn still went on at the end of the limit. */
    stop: (limitMs: number): Promise<boolean> => endsWithin(limitMs, Promise.all(turns.values())),
  };
}

/** The progress of a run by the rows of a table: `of` are all of them, `open` those among them that are still to be done. */
export async function countProgress<Where extends object>(
  rows: { count(args: { where: Where }): Promise<number> },
  of: Where,
  open: Where,
): Promise<ProgressCounts> {
  const total = await rows.count({ where: of });
  return { done: total - (await rows.count({ where: { ...of, ...open } })), total };
}
