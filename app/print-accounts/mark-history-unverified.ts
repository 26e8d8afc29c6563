import type { Prisma } from "../../prisma/client/client.ts";
import type { PrintAccountId } from "../ports/ids.ts";

/**
 * The history of a print account is complete since the last gap (app/orders/gap-recovery/heartbeat.ts). Where older
 * orders of a shop may be sent now (a new account, an earlier go-live), its list is read first: a restored database may
 * know the shop, but not what it sent.
 */
export async function markHistoryUnverified(
  tx: Prisma.TransactionClient,
  shop: { goLiveAt: Date; printAccountId: PrintAccountId },
): Promise<void> {
  const { goLiveAt, printAccountId } = shop;
  await tx.$executeRaw`
    UPDATE "PrintAccount" a SET
      "syncGapFrom" = LEAST(a."syncGapFrom", ${goLiveAt}), "syncGapDetectedAt" = COALESCE(a."syncGapDetectedAt", h."since")
    FROM "Heartbeat" h WHERE a."id" = ${printAccountId}::uuid AND ${goLiveAt} < h."since"`;
}
