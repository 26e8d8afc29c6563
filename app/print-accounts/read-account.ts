import { Prisma, type PrintAccount } from "../../prisma/client/client.ts";
import { readRows } from "../database/rows.ts";
import type { Sql } from "../database/sql.ts";
import { stateIn } from "../orders/core/state-in.ts";
import { FOLLOWED_STATES } from "../orders/core/states.ts";

/** A print account as each create call and each of its webhooks needs it; null where there is none. */
export async function readAccount(sql: Sql, condition: Prisma.Sql): Promise<PrintAccount | null> {
  const [row] = await readAccounts(sql, condition);
  return row ?? null;
}

/** All that meet a condition. */
export const readAccounts = (sql: Sql, condition: Prisma.Sql): Promise<PrintAccount[]> =>
  readRows(sql, "PrintAccount", Prisma.sql`WHERE ${condition}`);

/**
 * Condition on an account `a`: an installed shop uses it, or has orders under way on it since before it changed to another
 * account, whose tracking is still added, or that are looked up there. OFFSET 0: the planner would read what is under way on all
 * accounts instead of one.
 */
export const ACCOUNT_IN_USE = Prisma.sql`(
  EXISTS (SELECT FROM "Shop" u WHERE u."printAccountId" = a."id" AND u."uninstalledAt" IS NULL)
  OR EXISTS (
    SELECT FROM (
      SELECT s."shopId" FROM "Submission" s
      WHERE s."printAccountId" = a."id" AND ${stateIn("s", FOLLOWED_STATES)}
      UNION ALL
      SELECT s."shopId" FROM "Submission" s WHERE s."printAccountId" = a."id" AND ${stateIn("s", ["uncertain"])} OFFSET 0
    ) AS open JOIN "Shop" u ON u."id" = open."shopId" AND u."uninstalledAt" IS NULL))`;
