import type { OrdersContext } from "../core/context.ts";
import type { ShopRow } from "../core/shop-row.ts";
import type { ReconciliationShop } from "./reconcile.ts";

/** The shop as its ledger needs it; UTC until Shopify has told its time zone. */
export async function reconciliationShop(
  ctx: Pick<OrdersContext, "db">,
  { id, printAccountId }: Pick<ShopRow, "id" | "printAccountId">,
): Promise<ReconciliationShop> {
  const row = await ctx.db.shop.findUniqueOrThrow({ where: { id }, select: { timezone: true } });
  return { id, printAccountId, timezone: row.timezone ?? "UTC" };
}
