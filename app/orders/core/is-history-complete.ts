import type { OrdersContext } from "./context.ts";
import type { Tx } from "../../database/transaction.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

/**
 * Whether this database knows everything that was ever sent on an account: no sync gap is open, and a worker's heartbeat on
 * this very database is fresh. Asked in the transaction of each claim.
 */
export async function isHistoryComplete(
  tx: Tx,
  ctx: Pick<OrdersContext, "clock" | "policy">,
  printAccountId: PrintAccountId,
): Promise<boolean> {
  const oldest = new Date(ctx.clock.now().getTime() - ctx.policy.heartbeatTimeoutMs);
  const [row] = await tx.$queryRaw<{ known: boolean }[]>`
    SELECT a."syncGapFrom" IS NULL AND h."at" >= ${oldest} AND h."identity" = database_identity() AS "known"
    FROM "PrintAccount" a JOIN "Heartbeat" h ON h."id" = 1 WHERE a."id" = ${printAccountId}::uuid`;
  return row?.known ?? false;
}
