import { RejectedError } from "../ports/errors.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { PrintService, Quote } from "../ports/print-service.ts";
import { Prisma } from "../../prisma/client/client.ts";
import type { Sql } from "../database/sql.ts";
import type { Clock } from "../ports/clock.ts";

type Answer =
  | { accepted: true; lines: Quote["lines"] }
  /** For staff only, never logged. */
  | { accepted: false; providerMessage: string | null };

/**
 * Asks whether the print service knows SKUs, and what one piece of each costs (print-service: testPrice; no order is made).
 * @throws RemoteError where the answer says nothing about the SKUs
 */
export async function askForSkus(
  { printService }: { printService: PrintService },
  printAccountId: PrintAccountId,
  destination: { countryCode: string; provinceCode: string },
  skus: readonly string[],
): Promise<Answer> {
  const items = skus.map((itemSku) => ({ itemSku, quantity: 1 }));
  try {
    const { lines } = await printService.forAccount(printAccountId).testPrice({ ...destination, items });
    return { accepted: true, lines };
  } catch (error) {
    if (!(error instanceof RejectedError) || error.maybeTransient) throw error;
    return { accepted: false, providerMessage: error.providerMessage ?? null };
  }
}

/** Of no nightly run: the next run asks for the SKU again. */
const NO_RUN = "00000000-0000-0000-0000-000000000000";

interface SkuAnswers {
  printAccountId: PrintAccountId;
  /** ISO 3166 alpha-2. */
  countryCode: string;
  accepted?: readonly string[];
  /** Each one for itself, not as a part of a group. */
  rejected?: readonly string[];
}

/**
 * Keeps what the print service said of SKUs outside the nightly check: to somebody who saved a mapping, of an import, or of an
 * order. Staff sees a rejected SKU wherever the SKU is mapped, until the service accepts the SKU.
 */
export async function recordSkuAnswers(
  { sql, clock }: { sql: Sql; clock: Clock },
  { printAccountId, countryCode, accepted = [], rejected = [] }: SkuAnswers,
): Promise<void> {
  const now = clock.now();
  const texts = (skus: readonly string[]) => Prisma.sql`${[...new Set(skus)]}::text[]`;
  if (accepted.length > 0)
    await sql.execute`
      UPDATE "SkuCheck" SET "acceptedAt" = ${now}, "rejectedAt" = NULL, "confirmedAt" = NULL
      WHERE "printAccountId" = ${printAccountId}::uuid AND "countryCode" = ${countryCode}
        AND "itemSku" = ANY(${texts(accepted)}) AND "rejectedAt" IS NOT NULL`;
  if (rejected.length > 0)
    await sql.execute`
      INSERT INTO "SkuCheck" ("printAccountId", "itemSku", "countryCode", "runId", "pending", "rejectedAt", "confirmedAt")
      SELECT ${printAccountId}::uuid, sku, ${countryCode}, ${NO_RUN}::uuid, FALSE, ${now}, ${now}
      FROM unnest(${texts(rejected)}) AS sku
      ON CONFLICT ("printAccountId", "itemSku", "countryCode") DO UPDATE SET
        "rejectedAt" = coalesce("SkuCheck"."rejectedAt", EXCLUDED."rejectedAt"),
        "confirmedAt" = coalesce("SkuCheck"."confirmedAt", EXCLUDED."confirmedAt")`;
}
