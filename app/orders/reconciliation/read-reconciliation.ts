import type { PrismaClient } from "../../../prisma/client/client.ts";
import type { ProgressCounts } from "../../long-runs/engine.ts";
import type { DateRange } from "./date-range.ts";
import type { Reconciliation, ReconciliationShop } from "./reconcile.ts";
import { reconciliationRun } from "./run-reconciliation.ts";
import type { ProviderFailure } from "./try-provider.ts";

/** How far the comparison of some days is, or what came of it. */
export type ReconciliationResult =
  | { status: "reading"; range: DateRange; progress: ProgressCounts }
  | { status: "compared"; reconciliation: Reconciliation }
  | { status: "not_connected" | ProviderFailure };

/** The newest comparison of a shop's days with the account that it uses. `unavailable`, too, once it is deleted. */
export async function readReconciliation(
  ctx: { db: PrismaClient },
  { id: shopId, printAccountId }: Pick<ReconciliationShop, "id" | "printAccountId">,
  range: DateRange,
): Promise<ReconciliationResult> {
  if (!printAccountId) return { status: "not_connected" };
  const row = await ctx.db.reconciliation.findUnique({
    where: { shopId_fromDay_toDay: { shopId, fromDay: range.from, toDay: range.to }, printAccountId },
  });
  if (row?.result) return { status: "compared", reconciliation: JSON.parse(row.result) as Reconciliation };
  const progress = row?.state === "reading" ? await reconciliationRun.progress(ctx, row.id) : null;
  if (progress) return { status: "reading", range, progress };
  return { status: row?.problem ?? "unavailable" };
}
