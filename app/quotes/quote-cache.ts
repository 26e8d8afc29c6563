import type { PrismaClient } from "../../prisma/client/client.ts";
import { z } from "zod";
import type { Quote } from "../ports/print-service.ts";
import type { PrintAccountId } from "../ports/ids.ts";

/** A quote, and when it was requested. */
export interface CachedQuote {
  quote: Quote;
  askedAt: Date;
}

const RETENTION_MS = 7 * 24 * 60 * 60_000;
/** Deletes more than one row for each that is written, but so few that no write waits for a big deletion. */
const PRUNE_BATCH = 100;

// A row that an older version wrote may have another shape, and counts as none.
const storedQuote = z.object({
  totalPrice: z.string(),
  lines: z.array(
    z.object({
      itemSku: z.string(),
      quantity: z.number(),
      baseCost: z.string(),
      shippingFee: z.string(),
      taxFee: z.string(),
      totalPrice: z.string(),
    }),
  ),
}) satisfies z.ZodType<Quote>;

export interface QuoteKey {
  printAccountId: PrintAccountId;
  /** basketHash */
  question: string;
}

export async function readCachedQuote(db: PrismaClient, key: QuoteKey): Promise<CachedQuote | null> {
  const row = await db.priceQuote.findUnique({ where: { printAccountId_question: key } });
  const read = storedQuote.safeParse(row?.answer);
  return row && read.success ? { quote: read.data, askedAt: row.askedAt } : null;
}

/** Replaces the cached quote, and deletes some that are older than a week. */
export async function cacheQuote(db: PrismaClient, key: QuoteKey, { quote, askedAt }: CachedQuote): Promise<void> {
  const answer = { ...quote };
  await db.priceQuote.upsert({
    where: { printAccountId_question: key },
    create: { ...key, answer, askedAt },
    update: { answer, askedAt },
  });
  await db.priceQuote.deleteMany({
    where: { askedAt: { lt: new Date(askedAt.getTime() - RETENTION_MS) } },
    limit: PRUNE_BATCH,
  });
}
