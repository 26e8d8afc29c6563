import type { LongRunKind } from "../../prisma/client/client.ts";
import { bulkEditRun } from "../catalog/bulk-edit/run-bulk-edit.ts";
import { mappingImportRun } from "../catalog/import/run-import.ts";
import { productVariantsRun } from "../catalog/read-variants.ts";
import { dryRun } from "../dry-run/step.ts";
import type { LongRuns } from "../jobs/long-runs.ts";
import type { LongRun } from "../long-runs/long-run.ts";
import { createRunner, type Runner } from "../long-runs/runner.ts";
import { reconciliationRun } from "../orders/reconciliation/run-reconciliation.ts";
import { RemoteError } from "../ports/errors.ts";
import type { RunOutcome } from "../ports/observe.ts";
import { skuCheckRun } from "../sku-checks/step.ts";
import type { Core } from "./core.server.ts";

type RunContext = Core["ctx"] & Pick<Core, "catalog">;
type Kind = LongRun<RunContext>;

const RUNS: readonly Kind[] = [
  mappingImportRun,
  bulkEditRun,
  productVariantsRun,
  reconciliationRun,
  dryRun,
  skuCheckRun,
];

/** How often the kinds are looked for, in milliseconds. */
export interface LongRunIntervals {
  importEveryMs: number;
  variantsEveryMs: number;
  reconciliationEveryMs: number;
  dryRunEveryMs: number;
  skuCheckEveryMs: number;
  /** Another process may begin a sweep, or take a long run, that has gone on for so long. */
  sweepLeaseMs: number;
}

/** The runner of all kinds of long runs. The board and the metrics show their turns. */
export function createLongRunner(core: Core, board: Pick<LongRuns, "show">, intervals: LongRunIntervals): Runner {
  const runs = RUNS.map((run) => shown(core, board, run));
  const options = { everyMs: longRunIntervals(intervals), claimMs: intervals.sweepLeaseMs };
  return createRunner({ ...core.ctx, catalog: core.catalog }, runs, options);
}

/** How often each kind is looked for. */
export const longRunIntervals = (intervals: LongRunIntervals): Readonly<Record<LongRunKind, number>> => ({
  mapping_import: intervals.importEveryMs,
  bulk_edit: intervals.importEveryMs,
  product_variants: intervals.variantsEveryMs,
  reconciliation: intervals.reconciliationEveryMs,
  dry_run: intervals.dryRunEveryMs,
  sku_check: intervals.skuCheckEveryMs,
});

function shown({ points, metrics }: Core, board: Pick<LongRuns, "show">, run: Kind): Kind {
  const { kind, purpose = "sweep" } = run;
  const step: Kind["step"] = async (ctx, id, turn) => {
    const work = () => points.withPurpose(purpose, () => run.step(ctx, id, turn));
    const startedAt = performance.now();
    let outcome: RunOutcome = "done";
    metrics.run.began(kind);
    try {
      // Nobody waits for a SKU check: the board does not have it.
      await (kind === "sku_check" ? work() : board.show({ kind, id, readProgress: () => run.progress(ctx, id) }, work));
    } catch (error) {
      // The other system's calls have metrics of their own.
      outcome = error instanceof RemoteError ? "put_off" : "failed";
      throw error;
    } finally {
      metrics.run.ended({ job: kind, outcome, ms: performance.now() - startedAt });
    }
  };
  return { ...run, step };
}
