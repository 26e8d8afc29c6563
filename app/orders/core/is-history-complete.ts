import { Prisma } from "@prisma/client";
import type { OrdersContext } from "./context.ts";

/**
 * SQL: whether this database knows everything that was ever sent on an account: no sync gap is open, and a worker's
 * heartbeat on this very database is fresh. NULL without an account or a heartbeat. Asked in the transaction of each
 * claim.
 */
export function isHistoryComplete(ctx: Pick<OrdersContext, "clock" | "policy">, accountId: Prisma.Sql): Prisma.Sql {
  const oldest = new Date(ctx.clock.now().getTime() - ctx.policy.heartbeatTimeoutMs);
  return Prisma.sql`(
    SELECT account."syncGapFrom" IS NULL AND h."at" >= ${oldest} AND h."identity" = database_identity()
    FROM "PrintAccount" account JOIN "Heartbeat" h ON h."id" = 1 WHERE account."id" = ${accountId})`;
}
