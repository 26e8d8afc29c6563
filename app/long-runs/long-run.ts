import type { LongRunKind } from "../../prisma/client/client.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { scheduleRetry } from "../orders/core/reschedule.ts";
import type { CallPurpose } from "../ports/call-purpose.ts";
import { errorName, RemoteError, retryAfterOf } from "../ports/errors.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import type { Progress } from "../ports/progress.ts";

export type LongRunContext = Pick<OrdersContext, "db" | "clock" | "ids" | "random" | "log">;

/** A run with work to do, and whose it is. */
export interface DueRun<Id extends string = string> {
  id: Id;
  shopId?: ShopId;
  printAccountId?: PrintAccountId;
}

export interface Turn {
  /** Whether the work ends after the present piece: others are to have their turn, or the process ends. */
  isOver(): boolean;
  /** A piece of work came to its end: turns that failed before it no longer count. */
  advanced(): void;
}

/** Waits after a failed turn, and how many turns may fail in succession because of another system. */
export interface RunRetry {
  retryMinMs: number;
  retryMaxMs: number;
  tries: number;
}

/** A kind of long run: work that takes turns with others, in whatever process, and continues after a crash. */
export interface LongRun<Context, Id extends string = string> {
  kind: LongRunKind;
  /** What its calls of Shopify are for, unless they look for what webhooks lost. */
  purpose?: CallPurpose;
  retry?: Partial<RunRetry>;
  /** The runs with work to do, at most one of a shop or an account. One that was put off may be among them. */
  due(ctx: Context): Promise<DueRun<Id>[]>;
  /**
   * Works until the turn is over or nothing is left. A claim that expired may leave two processes with one run: each piece of work has
   * to end in the same state when it is repeated.
   */
  step(ctx: Context, id: Id, turn: Turn): Promise<void>;
  /** By the rows of the run; null: the run is gone. `ended`: nothing continues by itself. */
  progress(ctx: Pick<LongRunContext, "db">, id: Id): Promise<Progress | null>;
  /** Another system kept a turn from its end. `isLast`: the run is not tried again, and has to end. */
  onFailure?(ctx: Context, id: Id, error: RemoteError, isLast: boolean): Promise<void>;
}

/** Gives the definition of a kind its types. */
export const defineRun = <Context, Id extends string>(run: LongRun<Context, Id>): LongRun<Context, Id> => run;

const TURN_MS = 20_000;
/** What a kind does not say otherwise. */
const RETRY: RunRetry = { retryMinMs: 5_000, retryMaxMs: 5 * 60_000, tries: Infinity };

/** A turn that begins now. */
export function beginTurn(stopping: AbortSignal): Turn & { hasAdvanced(): boolean } {
  const end = performance.now() + TURN_MS;
  let advanced = false;
  return {
    isOver: () => stopping.aborted || performance.now() > end,
    advanced: () => void (advanced = true),
    hasAdvanced: () => advanced,
  };
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
  const claimed = { kind: run.kind, id: due.id, claimToken };
  const turn = beginTurn(stopping);
  try {
    await run.step(ctx, due.id, turn);
  } catch (error) {
    const tries = turn.hasAdvanced() ? 0 : triesBefore;
    const { tries: limit, ...policy } = { ...RETRY, ...run.retry };
    const isLast = error instanceof RemoteError && tries + 1 >= limit;
    if (error instanceof RemoteError) await run.onFailure?.(ctx, due.id, error, isLast);
    if (isLast) await ctx.db.longRun.deleteMany({ where: claimed });
    else {
      const { dueAt } = scheduleRetry({ ...ctx, policy }, tries, { atLeastMs: retryAfterOf(error) }).data;
      const putOff = { dueAt, tries: tries + 1, problem: errorName(error), claimToken: null };
      await ctx.db.longRun.updateMany({ where: claimed, data: putOff });
    }
    throw error;
  }
  await ctx.db.longRun.deleteMany({ where: claimed });
  return true;
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
