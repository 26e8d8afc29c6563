import type { ShopRow } from "../orders/core/shop-row.ts";
import type { Gid } from "../ports/gid.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { readSettings } from "../settings/settings.ts";
import type { SkuCheckContext } from "./context.ts";
import { COST_CHANGE_DAYS } from "./limits.ts";

type ReadContext = Pick<SkuCheckContext, "db" | "clock">;

/** What staff is told of a print SKU. Times are ISO 8601, UTC. */
export interface SkuFinding {
  itemSku: string;
  /** ISO 3166 alpha-2; empty: none. `acceptedAt`: when the service last accepted the SKU for one of these countries. */
  rejected: { countryCodes: string[]; acceptedAt: string | null };
  /** Base costs of one unit, decimal strings in `currency`. */
  costChanges: { countryCode: string; previous: string; now: string; at: string }[];
  currency: string;
}

const DAY_MS = 24 * 60 * 60_000;

/** What there is to tell of the mapped SKUs of these products, by SKU. */
export async function readFindings(
  ctx: ReadContext,
  shop: Pick<ShopRow, "id" | "printAccountId" | "settings">,
  productGid: Gid<"Product">,
): Promise<Record<string, SkuFinding>> {
  if (shop.printAccountId === null) return {};
  const mappings = await ctx.db.mapping.findMany({
    where: { shopId: shop.id, productGid },
    distinct: ["itemSku"],
    select: { itemSku: true },
  });
  const skus = mappings.map(({ itemSku }) => itemSku);
  const rows = await ctx.db.skuCheck.findMany({
    where: { ...newsOf(ctx, shop.printAccountId), itemSku: { in: skus } },
    orderBy: { countryCode: "asc" },
  });
  const { serviceCurrency: currency } = readSettings(shop.settings);
  const findings: Record<string, SkuFinding> = {};
  for (const { itemSku, countryCode, confirmedAt, acceptedAt, ...row } of rows) {
    const finding = (findings[itemSku] ??= newFinding(itemSku, currency));
    const { rejected, costChanges } = finding;
    if (confirmedAt) {
      rejected.countryCodes.push(countryCode);
      const latest = [rejected.acceptedAt, acceptedAt?.toISOString() ?? null].filter((at) => at !== null).toSorted();
      rejected.acceptedAt = latest.at(-1) ?? null;
    } else if (row.costChangedAt && row.previousCost !== null && row.cost !== null) {
      const at = row.costChangedAt.toISOString();
      costChanges.push({ countryCode, previous: row.previousCost, now: row.cost, at });
    }
  }
  return findings;
}

const newFinding = (itemSku: string, currency: string): SkuFinding => ({
  itemSku,
  rejected: { countryCodes: [], acceptedAt: null },
  costChanges: [],
  currency,
});

/** Rows that pages tell of: rejected SKUs, and costs that changed lately. */
export function newsOf({ clock }: Pick<SkuCheckContext, "clock">, printAccountId: PrintAccountId) {
  const since = new Date(clock.now().getTime() - COST_CHANGE_DAYS * DAY_MS);
  return { printAccountId, OR: [{ confirmedAt: { not: null } }, { costChangedAt: { gte: since } }] };
}
