import { isoCountry } from "../address/country.ts";
import { decryptCustomer } from "../orders/core/customer-summary.ts";
import type { ShopId } from "../ports/ids.ts";
import type { SkuCheckContext } from "./context.ts";
import { COUNTRY_ORDERS, MAX_COUNTRIES, MIN_COUNTRY_SHARE } from "./limits.ts";

/** As long as no order says otherwise. */
const DEFAULT_COUNTRY = "US";

/** Where most of the shops' orders since then go to, ISO 3166 alpha-2, the most frequent first. At least one. */
export async function mainCountries(
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
