import type { Tx } from "../database/transaction.ts";
import type { ShopsContext } from "../shops/context.ts";
import { shopSettings } from "../settings/settings.ts";
import { eraseBodies, HANDLED } from "./erase-bodies.ts";
import { eraseOrderBatch, type ShopToErase } from "./erase-orders.ts";

/** unfinished: there is more to erase; call again. */
export type RedactShopResult = "erased" | "unfinished" | "unknown_shop" | "installed";

/** Transactions of one call: some seconds, after which others have their turn. */
const BATCHES_PER_CALL = 20;

/**
 * Erases everything of a shop that is gone, encrypted data and credentials included. What stays is its name, and a keyed hash
 * of each order, so that a reinstallation prints nothing again. It goes in batches that commit each: after a crash it is
 * taken up where it ended. A shop in which the app is installed (again) is left as it is, or as far as it came.
 */
export async function redactShop(ctx: ShopsContext, domain: string): Promise<RedactShopResult> {
  const shop = await ctx.db.shop.findUnique({ where: { domain } });
  if (!shop) return "unknown_shop";
  if (!shop.uninstalledAt) return "installed";
  await ctx.db.shop.updateMany({
    where: { id: shop.id, uninstalledAt: { not: null }, redactedAt: null },
    data: { redactedAt: ctx.clock.now(), version: { increment: 1 } },
  });
  for (let batch = 0; batch < BATCHES_PER_CALL; batch += 1) {
    const erased = await eraseOrderBatch(ctx, shop);
    if (erased === "installed") return "installed";
    if (erased === "none_left") return eraseRemainder(ctx, shop);
  }
  return "unfinished";
}

/** What is left of a shop without orders. */
async function eraseRemainder(
  ctx: ShopsContext,
  shop: ShopToErase & { printAccountId: string | null },
): Promise<"erased" | "installed"> {
  await eraseBodies(ctx, { source: "shopify", scope: shop.domain }, HANDLED);
  await eraseWebhooksOfOwnAccount(ctx, shop);
  const cleared = await ctx.db.$transaction((tx) => clearShop(tx, shop));
  if (!cleared) return "installed";
  ctx.log.info({ shop: shop.domain }, "everything of a shop was erased");
  return "erased";
}

/** What the print service told an account that no other shop uses. Before the account goes: nobody would find it without. */
async function eraseWebhooksOfOwnAccount(
  ctx: ShopsContext,
  shop: { id: string; printAccountId: string | null },
): Promise<void> {
  if (!shop.printAccountId) return;
  const notThis = { id: { not: shop.id } };
  const account = await ctx.db.printAccount.findFirst({
    where: { id: shop.printAccountId, shops: { none: notThis }, submissions: { none: { shop: notThis } } },
  });
  if (account) await eraseBodies(ctx, { source: "print_service", scope: account.key }, HANDLED);
}

/** false: the app was installed again meanwhile. */
async function clearShop(tx: Tx, shop: ShopToErase & { printAccountId: string | null }): Promise<boolean> {
  const { count } = await tx.shop.updateMany({
    where: { id: shop.id, uninstalledAt: { not: null } },
    data: {
      name: null,
      currency: null,
      timezone: null,
      printAccountId: null,
      settings: shopSettings.parse({}),
      guideDismissedAt: null,
      // No order is known any longer whose changes would have to be read.
      ordersCursor: null,
      version: { increment: 1 },
    },
  });
  if (count === 0) return false;
  await tx.mapping.deleteMany({ where: { shopId: shop.id } });
  await tx.savedView.deleteMany({ where: { shopId: shop.id } });
  await tx.session.deleteMany({ where: { shop: shop.domain } });
  const unused = { shops: { none: {} }, submissions: { none: {} } };
  if (shop.printAccountId) await tx.printAccount.deleteMany({ where: { id: shop.printAccountId, ...unused } });
  return true;
}
