import { Prisma, type SkuCheckRun } from "../../prisma/client/client.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import { startSize } from "../quotes/sku-answers.ts";
import { askPrices, type SkuCheckContext } from "./ask.ts";
import { MAX_GROUP, SOLD_DAYS, COUNTRY_ORDERS, MAX_COUNTRIES, MIN_COUNTRY_SHARE } from "./limits.ts";
import { DAY_MS } from "../ports/clock.ts";
import { isoCountry } from "../address/country.ts";
import { decryptCustomer } from "../orders/core/customer-summary.ts";
import type { ShopRow } from "../orders/core/shop-row.ts";
import { RemoteError } from "../ports/errors.ts";

interface Night {
  printAccountId: PrintAccountId;
  night: string;
  /** The account's shops whose SKUs are checked. */
  shopIds: ShopId[];
}

/** Begins a night's run, unless it has begun: with every SKU and country that it has to check. */
export async function startRun(ctx: SkuCheckContext, { printAccountId, night, shopIds }: Night): Promise<void> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - SOLD_DAYS * DAY_MS);
  const countryCodes = await mainCountries(ctx, shopIds, since);
  const run = { id: ctx.ids.uuid(), printAccountId, night, countryCodes, startedAt: now };
  await ctx.db.$transaction(async (tx) => {
    const data = [{ ...run, groupSize: startSize(MAX_GROUP) }];
    // Of two that start at once, the unique night lets one in.
    const { count } = await tx.skuCheckRun.createMany({ data, skipDuplicates: true });
    if (count === 0) return;
    await listSkus(tx, run, shopIds, since);
    // What is not sold any longer, or went to another country, has nothing to be compared with.
    await tx.skuCheck.deleteMany({ where: { printAccountId, runId: { not: run.id } } });
  });
}

type NewRun = Pick<SkuCheckRun, "id" | "printAccountId" | "countryCodes">;

/** The SKUs of mapped variants that were ordered since then, and mapped ones that the service rejected before. */
async function listSkus(
  tx: Prisma.TransactionClient,
  { id, printAccountId, countryCodes }: NewRun,
  shopIds: readonly ShopId[],
  since: Date,
): Promise<void> {
  await tx.$executeRaw`
    WITH shop AS (SELECT unnest(${[...shopIds]}::uuid[]) AS "id"),
    sold AS (
      SELECT DISTINCT o."shopId", l."variantGid" FROM shop JOIN "Order" o ON o."shopId" = shop."id"
      JOIN "OrderLine" l ON l."orderId" = o."id" WHERE o."shopifyCreatedAt" >= ${since}),
    sku AS (
      SELECT DISTINCT m."itemSku" FROM shop JOIN "Mapping" m ON m."shopId" = shop."id"
      WHERE EXISTS (SELECT FROM sold s WHERE s."shopId" = m."shopId" AND s."variantGid" = m."variantGid")
        OR EXISTS (SELECT FROM "SkuCheck" c WHERE c."printAccountId" = ${printAccountId}::uuid
          AND c."itemSku" = m."itemSku" AND c."rejectedAt" IS NOT NULL))
    INSERT INTO "SkuCheck" ("printAccountId", "itemSku", "countryCode", "runId", "pending")
    SELECT ${printAccountId}::uuid, sku."itemSku", country, ${id}::uuid, TRUE
    FROM sku CROSS JOIN unnest(${Prisma.sql`${countryCodes}::text[]`}) AS country
    ON CONFLICT ("printAccountId", "itemSku", "countryCode") DO UPDATE SET "runId" = EXCLUDED."runId", "pending" = TRUE`;
}

/** As long as no order says otherwise. */
const DEFAULT_COUNTRY = "US";

/** Where most of the shops' orders since then go to, ISO 3166 alpha-2, the most frequent first. At least one. */
async function mainCountries(
  ctx: Pick<SkuCheckContext, "db" | "encryptor">,
  shopIds: readonly ShopId[],
  since: Date,
): Promise<string[]> {
  const orders = await ctx.db.order.findMany({
    where: {
      shopId: { in: [...shopIds] },
      shopifyCreatedAt: { gte: since },
      customerEncrypted: { not: null },
    },
    orderBy: { shopifyCreatedAt: "desc" },
    take: COUNTRY_ORDERS,
    select: { id: true, customerEncrypted: true },
  });
  const counts = new Map<string, number>();
  for (const order of orders) {
    const code = isoCountry(decryptCustomer(ctx, order)?.countryCode ?? "");
    if (code) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const frequent = [...counts]
    .filter(([, count]) => count >= all * MIN_COUNTRY_SHARE)
    .toSorted(([a, of], [b, other]) => other - of || a.localeCompare(b));
  return frequent.length > 0 ? frequent.slice(0, MAX_COUNTRIES).map(([code]) => code) : [DEFAULT_COUNTRY];
}

export type SkuRecheck = "accepted" | "rejected" | "unknown" | "unavailable";

/**
 * Asks for a rejected SKU again, at once, because staff wants to know. unknown: no check of the shop's account rejected the
 * SKU. unavailable: nothing is known, and what was found before stays.
 */
export async function recheckSku(
  ctx: Pick<SkuCheckContext, "db" | "clock" | "printService">,
  { printAccountId }: Pick<ShopRow, "printAccountId">,
  itemSku: string,
): Promise<SkuRecheck> {
  if (printAccountId === null) return "unknown";
  const rows = await ctx.db.skuCheck.findMany({ where: { printAccountId, itemSku, confirmedAt: { not: null } } });
  if (rows.length === 0) return "unknown";
  try {
    let isAccepted = true;
    for (const { countryCode } of rows) {
      const answer = await askPrices(ctx, { printAccountId, countryCode }, [itemSku]);
      isAccepted &&= answer.accepted;
    }
    return isAccepted ? "accepted" : "rejected";
  } catch (error) {
    if (error instanceof RemoteError) return "unavailable";
    throw error;
  }
}
