import type { ShopRow } from "../orders/core/shop-row.ts";
import { RemoteError } from "../ports/errors.ts";
import { askPrices } from "./ask.ts";
import type { SkuCheckContext } from "./context.ts";

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
