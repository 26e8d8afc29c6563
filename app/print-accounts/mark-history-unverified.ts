import type { Prisma } from "@prisma/client";

/**
 * A print account's past is vouched for since the last gap (orders/recovery/heartbeat.ts). Where orders of a shop from
 * before that may be sent now (a new account, an earlier go-live), its list is read first: a database that was set back
 * may know the shop, but not what it sent.
 */
export async function markHistoryUnverified(
  tx: Prisma.TransactionClient,
  shop: { goLiveAt: Date; printAccountId: string },
): Promise<void> {
  const { goLiveAt, printAccountId } = shop;
  await tx.$executeRaw`
    UPDATE "PrintAccount" a SET
      "syncGapFrom" = LEAST(a."syncGapFrom", ${goLiveAt}), "syncGapDetectedAt" = COALESCE(a."syncGapDetectedAt", h."since")
    FROM "Heartbeat" h WHERE a."id" = ${printAccountId}::uuid AND ${goLiveAt} < h."since"`;
}
