import pLimit from "p-limit";
import type { LongRunKind } from "../../prisma/client/client.ts";
import { endsWithin } from "../common/with-timeout.ts";
import { errorName } from "../ports/errors.ts";
import { takeTurn, type DueRun, type LongRun, type LongRunContext } from "./long-run.ts";

/** Turns of one kind at once in a process: a run that waits for a slow answer does not delay all others. */
const TURNS_AT_ONCE = 3;

export interface RunnerOptions {
  /** How often the runs of each kind are looked for, in milliseconds. Infinity: never. */
  everyMs: Readonly<Record<LongRunKind, number>>;
  /** Another process may take a run whose turn has gone on for so long. */
  claimMs: number;
}

export interface Runner {
  /** Looks for due runs of the kinds whose time has come, and begins their turns. The turns are not waited for. */
  look(stopping: AbortSignal): Promise<void>;
  /** False: a turn still went on at the end of the limit. */
  stop(limitMs: number): Promise<boolean>;
}

/**
 * Lets the long runs take turns. Of a kind each shop has one turn before any has a second one: a run that comes later, or has had a
 * turn, waits behind those that wait already.
 */
export function createRunner<Context extends LongRunContext>(
  ctx: Context,
  runs: readonly LongRun<Context>[],
  { everyMs, claimMs }: RunnerOptions,
): Runner {
  const kinds = runs.map((run) => ({ run, inTurn: pLimit(TURNS_AT_ONCE), nextLook: 0 }));
  /** Turns that go on or wait, by kind and id. */
  const turns = new Map<string, Promise<void>>();

  async function take(run: LongRun<Context>, due: DueRun, stopping: AbortSignal): Promise<void> {
    if (stopping.aborted) return;
    await takeTurn(ctx, run, due, { stopping, claimMs }).catch((error: unknown) =>
      ctx.log.warn({ run: `${run.kind}:${due.id}`, error: errorName(error) }, "a turn of a long run failed"),
    );
  }

  return {
    async look(stopping) {
      const now = performance.now();
      const looks = kinds.filter(({ run, nextLook }) => nextLook <= now && everyMs[run.kind] !== Infinity);
      await Promise.all(
        looks.map(async (kind) => {
          kind.nextLook = now + everyMs[kind.run.kind];
          for (const due of await kind.run.due(ctx)) {
            const key = `${kind.run.kind}:${due.id}`;
            if (turns.has(key)) continue;
            const turn = kind.inTurn(() => take(kind.run, due, stopping)).finally(() => turns.delete(key));
            turns.set(key, turn);
          }
        }),
      );
    },
    stop: (limitMs) => endsWithin(limitMs, Promise.all(turns.values())),
  };
}
