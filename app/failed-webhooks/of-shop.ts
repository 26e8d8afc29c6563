import { Prisma } from "../../prisma/client/client.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { PrintAccountId } from "../ports/ids.ts";

/** A shop with its own webhooks and those of its print account. */
export interface ShopWithWebhooks {
  domain: string;
  printAccountId: PrintAccountId | null;
}

/** The condition for deliveries of one shop. Shops with the same print account share its webhooks. */
export async function ofShop(ctx: Pick<ShopsContext, "db">, shop: ShopWithWebhooks): Promise<Prisma.Sql> {
  const id = shop.printAccountId;
  const account = id ? await ctx.db.printAccount.findUnique({ where: { id }, select: { key: true } }) : null;
  const own = Prisma.sql`("source" = 'shopify' AND "scope" = ${shop.domain})`;
  return account ? Prisma.sql`(${own} OR ("source" = 'print_service' AND "scope" = ${account.key}))` : own;
}

/** In dead_letter, or failing repeatedly. The text matches the condition of the partial index. */
export const FAILED = Prisma.sql`("state" = 'dead_letter' OR ("state" = 'waiting' AND "tries" >= 3))`;
