import type { Submission } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";

/**
 * What our references are made of (orders/reference.ts); anything else is nobody's, and may not even be storable text.
 */
const REFERENCE = /^[A-Za-z0-9-]{1,255}$/;

/**
 * The submission that carries a reference, null when there is none.
 * With an account, only that account's own submissions count: one account's events say nothing about another's orders.
 */
export async function findByReference(
  ctx: Pick<OrdersContext, "db">,
  reference: string,
  accountId?: string,
): Promise<Submission | null> {
  if (!REFERENCE.test(reference)) return null;
  const row = await ctx.db.submission.findUnique({ where: { reference } });
  if (!row || (accountId !== undefined && row.printAccountId !== accountId)) return null;
  return row;
}
