import type { PrismaClient } from "@prisma/client";
import { z } from "zod";
import type { Quote } from "../ports/print-service.ts";

/** A quote, and when the service was asked for it. */
export interface KeptQuote {
  quote: Quote;
  askedAt: Date;
}

const KEPT_MS = 7 * 24 * 60 * 60_000;
/** More than one goes for each that comes: no pile stays, and no write waits for a big deletion. */
const PRUNED_AT_ONCE = 100;

// A row that an older version wrote may have another shape: it is as good as none.
const stored = z.object({
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

interface Key {
  printAccountId: string;
  /** questionHash */
  question: string;
}

/** The kept answer to a question, or null. */
export async function readQuote(db: PrismaClient, key: Key): Promise<KeptQuote | null> {
  const row = await db.priceQuote.findUnique({ where: { printAccountId_question: key } });
  const read = stored.safeParse(row?.answer);
  return row && read.success ? { quote: read.data, askedAt: row.askedAt } : null;
}

/** Keeps an answer in place of an older one, and lets go of what is older than a week. */
export async function keepQuote(db: PrismaClient, key: Key, { quote, askedAt }: KeptQuote): Promise<void> {
  const answer = { ...quote };
  await db.priceQuote.upsert({
    where: { printAccountId_question: key },
    create: { ...key, answer, askedAt },
    update: { answer, askedAt },
  });
  await db.priceQuote.deleteMany({
    where: { askedAt: { lt: new Date(askedAt.getTime() - KEPT_MS) } },
    limit: PRUNED_AT_ONCE,
  });
}
