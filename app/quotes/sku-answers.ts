import { z } from "zod";
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

/** What the print service said of a group of SKUs. `providerMessage`: for staff only, never logged. */
export type GroupAnswer = { accepted: true } | { accepted: false; providerMessage: string | null };

export type GroupOutcome =
  | { outcome: "accepted" }
  /** The print service rejects this SKU alone. */
  | { outcome: "found"; itemSku: string; providerMessage: string | null }
  /** The group was rejected, but not for one of its SKUs: it may have been too large. */
  | { outcome: "inconsistent" };

/**
 * Asks about a group of SKUs and, where the group is rejected, halves it until one SKU is found that is rejected alone: the
 * interface does not show how a rejection names its SKU. At most 2 + ⌈log₂ n⌉ requests. `ask` remembers what it was accepted
 * for; the SKUs that were neither accepted nor found belong to a later group. Errors of `ask` pass through: only a rejection
 * halves a group.
 */
export async function findRejectedSku(
  group: readonly string[],
  ask: (group: readonly string[]) => Promise<GroupAnswer>,
): Promise<GroupOutcome> {
  let suspects = group;
  let rejection = await ask(group);
  if (rejection.accepted) return { outcome: "accepted" };
  let isAskedAlone = group.length === 1;
  while (suspects.length > 1) {
    const middle = Math.floor(suspects.length / 2);
    const firstHalf = suspects.slice(0, middle);
    const answer = await ask(firstHalf);
    suspects = answer.accepted ? suspects.slice(middle) : firstHalf;
    isAskedAlone = !answer.accepted && firstHalf.length === 1;
    if (!answer.accepted) rejection = answer;
  }
  if (!isAskedAlone) {
    const answer = await ask(suspects);
    if (answer.accepted) return { outcome: "inconsistent" };
    rejection = answer;
  }
  const [itemSku] = suspects;
  if (itemSku === undefined) throw new Error("a group has no SKU");
  return { outcome: "found", itemSku, providerMessage: rejection.providerMessage };
}

/** How many SKUs the next request for a price has. */
export const groupSize = z.object({
  next: z.int().min(1),
  /** No request has more. */
  most: z.int().min(1),
  /** Groups with a rejected SKU, one after the other. */
  found: z.int().min(0),
  /** Rejected groups of which each SKU is accepted. */
  inconsistent: z.int().min(0),
});

type GroupSize = z.infer<typeof groupSize>;

export const startSize = (most: number): GroupSize => ({ next: most, most, found: 0, inconsistent: 0 });

const half = (size: number): number => Math.max(1, Math.floor(size / 2));

/**
 * The size of the next group. One rejected SKU among thousands changes nothing. Where rejected SKUs follow one another, the
 * groups shrink, down to one SKU each, since halving a group of which much is rejected costs more requests than it saves. A
 * group that is rejected without a rejected SKU was too large.
 */
export function nextSize(size: GroupSize, outcome: GroupOutcome["outcome"]): GroupSize {
  switch (outcome) {
    case "accepted":
      return { ...size, found: 0, next: Math.min(size.most, size.next * 2) };
    case "found":
      return { ...size, found: size.found + 1, next: size.found > 0 ? half(size.next) : size.next };
    case "inconsistent": {
      const most = half(size.next);
      return { next: most, most, found: 0, inconsistent: size.inconsistent + 1 };
    }
  }
}
