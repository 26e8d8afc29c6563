import countries from "i18n-iso-countries";
import { countryName, isoCountry } from "../address/country.ts";
import type { ShopId } from "../ports/ids.ts";
import type { QuotesContext } from "./price-basket.ts";

/** Every ISO country, by its English name in Shopify. */
export const COUNTRIES: readonly { value: string; label: string }[] = Object.keys(countries.getAlpha2Codes())
  .filter((code) => isoCountry(code) !== null)
  .map((value) => ({ value, label: countryName(value) }))
  .sort((one, other) => one.label.localeCompare(other.label, "en"));

/** The print SKUs of a shop's mappings, sorted and at most `max`: suggestions, not all SKUs of the print service. */
export async function mappedSkus(ctx: Pick<QuotesContext, "db">, shopId: ShopId, max: number): Promise<string[]> {
  const rows = await ctx.db.mapping.groupBy({
    by: "itemSku",
    where: { shopId },
    orderBy: { itemSku: "asc" },
    take: max,
  });
  return rows.map((row) => row.itemSku);
}
