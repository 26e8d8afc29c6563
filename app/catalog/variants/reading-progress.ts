import type { PrismaClient } from "../../../prisma/client/client.ts";
import type { ShopId } from "../../ports/ids.ts";

/** How far the first reading of a shop's variants is; null once all were read: later readings only refresh the list. */
export interface ReadingProgress {
  /** Variants read, and how many Shopify counted; 0 of 0 before the reading began. */
  seen: number;
  total: number;
}

/** The progress of a shop's first reading. */
export async function readReadingProgress(
  { db }: { db: PrismaClient },
  shopId: ShopId,
): Promise<ReadingProgress | null> {
  const read = await db.catalogRead.findUnique({ where: { shopId } });
  if (read?.completedAt) return null;
  return { seen: read?.seen ?? 0, total: read?.total ?? 0 };
}
