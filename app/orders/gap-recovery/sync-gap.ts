import type { OrdersContext } from "../core/context.ts";

/** What a gap that is over leaves of itself. */
export const NO_SYNC_GAP = { syncGapFrom: null, syncGapDetectedAt: null, syncGapProblem: null } as const;

/**
 * A person has compared the service's list with what is known here and takes the past of the shop's account for known:
 * it sends again. Only where the list could not be used. Returns whether there was such a gap.
 */
export async function overrideHistoryCheck(ctx: Pick<OrdersContext, "db" | "log">, shopId: string): Promise<boolean> {
  const { count } = await ctx.db.printAccount.updateMany({
    where: { shops: { some: { id: shopId } }, syncGapFrom: { not: null }, syncGapProblem: { not: null } },
    data: NO_SYNC_GAP,
  });
  if (count > 0) ctx.log.warn({ shop: shopId }, "a person takes the past of a print account for known");
  return count > 0;
}
