import type { ShopsContext } from "./context.ts";

/** Keeps which scopes the shop grants now. */
export async function updateScopes(ctx: ShopsContext, domain: string, scopes: readonly string[]): Promise<void> {
  await ctx.db.shop.updateMany({ where: { domain }, data: { scopes: scopes.join(","), version: { increment: 1 } } });
}

/** Scopes that are needed and not granted. shopify: a write scope holds the read scope of the same name. */
export function missingScopes(needed: readonly string[], granted: string): string[] {
  const has = new Set(granted.split(",").map((scope) => scope.trim()));
  return needed.filter(
    (scope) => !has.has(scope) && !(scope.startsWith("read_") && has.has(`write_${scope.slice(5)}`)),
  );
}
