import { randomUUID } from "node:crypto";
import { connectPracticeAccount } from "../../app/print-accounts/print-accounts.ts";
import type { PrintAccountId, ShopId } from "../../app/ports/ids.ts";
import type { ShopsContext } from "../../app/shops/context.ts";
import { installShop } from "../../app/shops/install.ts";

/** A shop of its own with a practice account. */
export async function newPracticeShop(
  ctx: ShopsContext,
): Promise<{ shopId: ShopId; domain: string; accountId: PrintAccountId }> {
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain }, select: { id: true } });
  return { shopId: shop.id, domain, accountId: await connectPracticeAccount(ctx, shop) };
}
