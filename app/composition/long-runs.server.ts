import { bulkEditRun } from "../catalog/bulk-edit/bulk-edit.ts";
import { mappingImportRun } from "../catalog/import/mapping-import.ts";
import { productVariantsRun } from "../catalog/read-variants.ts";
import { dryRun } from "../dry-run/dry-run.ts";
import { isDatabaseUnavailable } from "../jobs/database-error.ts";
import type { LongRuns } from "../jobs/long-runs.ts";
import { withLogContext } from "../logging/log-context.ts";
import { createRunner, type LongRun } from "../long-runs/engine.ts";
import { reconciliationRun } from "../orders/reconciliation/run-reconciliation.ts";
import { RemoteError } from "../ports/errors.ts";
import type { RunOutcome } from "../ports/observe.ts";
import { catalogCopyRun } from "../print-catalog/copy/copy-catalog.ts";
import { accountMoveRun } from "../settings-page/move-account.ts";
import { sendingPlanRun } from "../settings-page/plan-again.ts";
import { shippingServicesRun } from "../sku-checks/shipping-services-run.ts";
import { skuCheckRun } from "../sku-checks/step.ts";
import { orderProfitsRun } from "../profit/kept/count-orders.ts";
import { submissionCostsRun } from "../profit/kept/keep-costs.ts";
import type { Core } from "./core.server.ts";
import type { PeriodicIntervals } from "./periodic.server.ts";

type Kind = LongRun<Core["ctx"] & Pick<Core, "catalog">>;
type Board = Pick<LongRuns, "show">;

export const LONG_RUNS: readonly Kind[] = [
  ...[mappingImportRun, bulkEditRun, productVariantsRun],
  ...[reconciliationRun, dryRun, skuCheckRun, sendingPlanRun],
  ...[submissionCostsRun, orderProfitsRun, catalogCopyRun, accountMoveRun, shippingServicesRun],
];

/** The runner of all kinds of long runs. The board and the metrics show their turns. */
export function createLongRunner(
  core: Core,
  board: Board,
  { longRunsEveryMs, sweepLeaseMs }: Pick<PeriodicIntervals, "longRunsEveryMs" | "sweepLeaseMs">,
) {
  const runs = LONG_RUNS.map((run) => ({
    ...shown(core, board, run),
    everyMs: longRunsEveryMs[run.kind] ?? run.everyMs,
  }));
  return createRunner({ ...core.ctx, catalog: core.catalog }, runs, sweepLeaseMs);
}

function shown({ points, metrics }: Core, board: Board, run: Kind): Kind {
  const { kind, purpose = "sweep" } = run;
  const step: Kind["step"] = async (ctx, id, turn) => {
    const startedAt = performance.now();
    let outcome: RunOutcome = "put_off";
    const jobId = ctx.ids.uuid();
    const log = { job: kind, jobId, run: id };
    const work = async () => {
      await points.withPurpose(purpose, () => withLogContext(log, () => run.step(ctx, id, turn)));
      const hasEnded = !(await run.due(ctx)).some((due) => due.id === id);
      if (hasEnded) outcome = "done";
    };
    const readProgress = async () => ({ ...(await run.progress(ctx, id)), ended: outcome === "done" });
    metrics.run.began(kind);
    try {
      await board.show({ kind, id, jobId, readProgress }, work);
    } catch (error) {
      // The other system's calls have metrics of their own.
      if (!(error instanceof RemoteError)) outcome = isDatabaseUnavailable(error) ? "database_unavailable" : "failed";
      throw error;
    } finally {
      metrics.run.ended({ job: kind, outcome, ms: performance.now() - startedAt });
    }
  };
  return { ...run, step };
}
