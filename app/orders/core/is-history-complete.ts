import { Prisma } from "../../../prisma/client/client.ts";
import { hashKeyMark } from "../../encryption/encryptor.server.ts";
import type { OrdersContext } from "./context.ts";

/**
 * SQL: whether this database knows everything that was ever sent on an account: no sync gap is open, a worker's heartbeat on
 * this very database is fresh, and this process has the hash key by which it finds what was sent. NULL without an account or a
 * heartbeat. Asked in the transaction of each claim.
 */
export function isHistoryComplete(
  ctx: Pick<OrdersContext, "clock" | "policy" | "encryptor">,
  accountId: Prisma.Sql,
): Prisma.Sql {
  const oldest = new Date(ctx.clock.now().getTime() - ctx.policy.heartbeatTimeoutMs);
  return Prisma.sql`(
    SELECT account."syncGapFrom" IS NULL AND h."at" >= ${oldest} AND h."identity" = database_identity()
      AND COALESCE(h."hashKeyMark" = ${hashKeyMark(ctx)}, true)
    FROM "PrintAccount" account JOIN "Heartbeat" h ON h."id" = 1 WHERE account."id" = ${accountId})`;
}
