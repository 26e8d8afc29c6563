import type { Prisma } from "../../prisma/client/client.ts";
import { UnavailableError } from "../ports/errors.ts";
import type { ShopLifecycleContext, ShopsContext } from "../shops/context.ts";
import { endLinks } from "../shops/store-links.ts";
import { forgetVariants, uninstallShop } from "../shops/uninstall.ts";
import { shopSettings } from "../settings/settings.ts";
import { eraseUnusedAccounts, eraseBodies, HANDLED, eraseOrderBatch, type ShopToErase } from "./erase.ts";
import { waitForOrdersUnderWay } from "./redact-customer.ts";
import type { ShopId } from "../ports/ids.ts";
import { HOUR_MS } from "../ports/clock.ts";

/** Transactions of one call: some seconds, after which other deliveries get their turn. */
const BATCHES_PER_CALL = 20;
const LOG_ROWS_PER_STATEMENT = 10_000;

/**
 * Erases everything of an uninstalled shop, encrypted data and credentials included. Its domain stays, and a keyed hash
 * of each order, so that nothing is printed again after a reinstallation. Each batch commits on its own: after a crash,
 * a repetition continues. Where the app is installed (again), the erasure does not begin, or stops.
 * unfinished: there is more to erase; call again. installed: nothing (more) was erased.
 */
export async function redactShop(
  ctx: ShopsContext,
  domain: string,
): Promise<"erased" | "unfinished" | "unknown_shop" | "installed"> {
  const shop = await ctx.db.shop.findUnique({ where: { domain } });
  if (!shop) return "unknown_shop";
  if (!shop.uninstalledAt) return "installed";
  await ctx.db.shop.updateMany({
    where: { id: shop.id, uninstalledAt: { not: null }, redactedAt: null },
    data: { redactedAt: ctx.clock.now(), version: { increment: 1 } },
  });
  // No other order is stored from now on (applySnapshot).
  await waitForOrdersUnderWay(ctx, domain);
  for (let batch = 0; batch < BATCHES_PER_CALL; batch += 1) {
    const erased = await eraseOrderBatch(ctx, shop);
    if (erased === "installed") return "installed";
    if (erased === "none_left") return eraseRemainder(ctx, { ...shop, uninstalledAt: shop.uninstalledAt });
  }
  return "unfinished";
}

/** What is left of a shop without orders. */
async function eraseRemainder(
  ctx: ShopsContext,
  shop: ShopToErase & { uninstalledAt: Date },
): Promise<"erased" | "installed"> {
  await eraseBodies(ctx, { source: "shopify", scope: shop.domain }, HANDLED);
  await eraseAccessLog(ctx, shop.id);
  const cleared = await ctx.db.$transaction((tx) => clearShop(tx, shop));
  if (!cleared) return "installed";
  await eraseUnusedAccounts(ctx, shop.uninstalledAt);
  ctx.log.info({ shop: shop.domain }, "everything of a shop was erased");
  return "erased";
}

/** The log of who opened buyers' data may have very many rows. */
async function eraseAccessLog({ db }: ShopsContext, shopId: ShopId): Promise<void> {
  const rows = { where: { shopId }, limit: LOG_ROWS_PER_STATEMENT };
  while ((await db.buyerDataAccess.deleteMany(rows)).count === LOG_ROWS_PER_STATEMENT);
}

/** false: the app was installed again meanwhile. */
async function clearShop(tx: Prisma.TransactionClient, shop: ShopToErase): Promise<boolean> {
  const { count } = await tx.shop.updateMany({
    where: { id: shop.id, uninstalledAt: { not: null } },
    data: {
      name: null,
      currency: null,
      timezone: null,
      printAccountId: null,
      settings: shopSettings.parse({}),
      sendingPausedAt: null,
      sendingPausedUntil: null,
      guideDismissedAt: null,
      // No order is left whose changes would have to be read.
      ordersCursor: null,
      version: { increment: 1 },
    },
  });
  if (count === 0) return false;
  await tx.mapping.deleteMany({ where: { shopId: shop.id } });
  await tx.printFile.deleteMany({ where: { shopId: shop.id } });
  // Those of orders went with their orders.
  await tx.flowEvent.deleteMany({ where: { shopId: shop.id, orderId: null } });
  await tx.notPrinted.deleteMany({ where: { shopId: shop.id } });
  await tx.textPlacement.deleteMany({ where: { shopId: shop.id } });
  await forgetVariants(tx, shop.id);
  await tx.mappingImport.deleteMany({ where: { shopId: shop.id } });
  await tx.bulkEdit.deleteMany({ where: { shopId: shop.id } });
  // Addresses of staff, with the messages to them.
  await tx.notificationChannel.deleteMany({ where: { shopId: shop.id } });
  await tx.savedView.deleteMany({ where: { shopId: shop.id } });
  await tx.dataRequest.deleteMany({ where: { shopId: shop.id } });
  await tx.staffMember.deleteMany({ where: { shopId: shop.id } });
  await tx.staffAction.deleteMany({ where: { shopId: shop.id } });
  await tx.staffPermission.deleteMany({ where: { shopId: shop.id } });
  await endLinks(tx, shop.id);
  await tx.dryRun.deleteMany({ where: { shopId: shop.id } });
  await tx.reconciliation.deleteMany({ where: { shopId: shop.id } });
  await tx.profitDay.deleteMany({ where: { shopId: shop.id } });
  await tx.profitMonth.deleteMany({ where: { shopId: shop.id } });
  await tx.accountMove.deleteMany({ where: { shopId: shop.id } });
  await tx.longRun.deleteMany({ where: { shopId: shop.id } });
  await tx.carrierService.deleteMany({ where: { shopId: shop.id } });
  await tx.checkoutRateCount.deleteMany({ where: { shopId: shop.id } });
  await tx.session.deleteMany({ where: { shop: shop.domain } });
  await tx.printAccount.deleteMany({ where: { practiceShopId: shop.id } });
  return true;
}

/**
 * shop/redact: erases what is held of a shop, once Shopify has confirmed that the app is uninstalled there, and some
 * time later: a refused token may also be an old one, so Shopify is asked twice before an erasure that cannot be
 * undone.
 * @throws RemoteError while Shopify does not confirm it, or it is too early
 */
export async function redactConfirmedShop(
  ctx: ShopLifecycleContext,
  domain: string,
): Promise<"done" | "unfinished" | "installed"> {
  const uninstall = await uninstallShop(ctx, domain);
  if (uninstall === "installed") return "installed";
  if (uninstall === "unknown_shop") return "done";
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain } });
  if (!shop.uninstalledAt || shop.accessLostAt) {
    throw new UnavailableError("nothing confirms that the app is uninstalled", { retryAfterMs: HOUR_MS });
  }
  const remainingMs = shop.uninstalledAt.getTime() + ctx.uninstallGraceMs - ctx.clock.now().getTime();
  if (remainingMs > 0)
    throw new UnavailableError("the app has not been gone for long enough", { retryAfterMs: remainingMs });
  const redacted = await redactShop(ctx, domain);
  return redacted === "unfinished" || redacted === "installed" ? redacted : "done";
}

/**
 * Erases a shop on the operator's word, where Shopify accepts no token of the shop and does not confirm the
 * uninstallation either. A shop whose token works is never erased.
 * @throws RemoteError when Shopify gives no answer
 */
export async function eraseOnCommand(
  ctx: ShopLifecycleContext,
  domain: string,
): Promise<"erased" | "installed" | "unknown_shop"> {
  const shop = await ctx.db.shop.findUnique({ where: { domain } });
  if (!shop) return "unknown_shop";
  if ((await ctx.askInstallation(domain)) === "installed") return "installed";
  await ctx.db.shop.updateMany({
    where: { id: shop.id, installedAt: shop.installedAt },
    data: { uninstalledAt: shop.uninstalledAt ?? ctx.clock.now(), accessLostAt: null, version: { increment: 1 } },
  });
  for (;;) {
    const redacted = await redactShop(ctx, domain);
    if (redacted !== "unfinished") return redacted;
  }
}
