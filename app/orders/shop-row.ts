import type { PrismaClient } from "@prisma/client";
import type { Tx } from "./context.ts";
import type { ShopRow } from "./receive/order-row.ts";

/** The shop as the domain needs it, read fresh: settings and accounts may have changed. */
export function readShop(db: PrismaClient | Tx, where: { id: string } | { domain: string }): Promise<ShopRow | null> {
  return db.shop.findUnique({
    where,
    select: {
      id: true,
      domain: true,
      goLiveAt: true,
      uninstalledAt: true,
      redactedAt: true,
      settings: true,
      printAccountId: true,
      printAccount: { select: { refusedAt: true } },
    },
  });
}
