import type { SkuCheckProblem, SkuCheckRun } from "@prisma/client";
import { transact } from "../orders/core/append.ts";
import type { SkuCheckContext } from "./context.ts";
import { enqueueAlerts } from "./enqueue-alerts.ts";

/** Ends a run, with what it found. `problem`: why SKUs were left unchecked; the next night begins with all of them. */
export async function endRun(
  ctx: SkuCheckContext,
  run: Pick<SkuCheckRun, "id" | "printAccountId" | "startedAt">,
  problem: SkuCheckProblem | null,
): Promise<void> {
  const now = ctx.clock.now();
  await transact(ctx, async (tx) => {
    const ended = await tx.skuCheckRun.updateMany({
      where: { id: run.id, endedAt: null },
      data: { endedAt: now, problem },
    });
    if (ended.count === 0) return;
    // A SKU is to blame where the service accepts another one, or rejects the SKU in a second night.
    if (problem !== "all_rejected")
      await tx.$executeRaw`
        UPDATE "SkuCheck" c SET "confirmedAt" = ${now}
        WHERE c."printAccountId" = ${run.printAccountId}::uuid AND c."runId" = ${run.id}::uuid AND NOT c."pending"
          AND c."rejectedAt" IS NOT NULL AND c."confirmedAt" IS NULL
          AND (c."rejectedAt" < ${run.startedAt} OR EXISTS (
            SELECT FROM "SkuCheck" other WHERE other."printAccountId" = c."printAccountId"
              AND other."countryCode" = c."countryCode" AND other."acceptedAt" >= ${run.startedAt}))`;
    await enqueueAlerts(tx, ctx, run, now);
  });
  ctx.log.info({ printAccountId: run.printAccountId, problem }, "a SKU check ended");
}
