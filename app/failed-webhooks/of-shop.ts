import { Prisma } from "@prisma/client";
import type { ShopsContext } from "../shops/context.ts";

/** The shop that asks: its own webhooks, and the events of its print account. */
export interface ShopWithWebhooks {
  domain: string;
  printAccountId: string | null;
}

/** Deliveries of one shop, as a condition. Shops that share a print account share its events. */
export async function ofShop(ctx: Pick<ShopsContext, "db">, shop: ShopWithWebhooks): Promise<Prisma.Sql> {
  const id = shop.printAccountId;
  const account = id ? await ctx.db.printAccount.findUnique({ where: { id }, select: { key: true } }) : null;
  const own = Prisma.sql`("source" = 'shopify' AND "scope" = ${shop.domain})`;
  return account ? Prisma.sql`(${own} OR ("source" = 'print_service' AND "scope" = ${account.key}))` : own;
}

/** Set aside, or failing again and again. Written out, as the partial index has it. */
export const FAILED = Prisma.sql`("state" = 'dead_letter' OR ("state" = 'waiting' AND "tries" >= 3))`;
