import type { ShopsContext } from "./context.ts";

/** Keeps which scopes the shop grants now. */
export async function updateScopes(ctx: ShopsContext, domain: string, scopes: readonly string[]): Promise<void> {
  await ctx.db.shop.updateMany({ where: { domain }, data: { scopes: scopes.join(","), version: { increment: 1 } } });
}
