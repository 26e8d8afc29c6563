import { IANAZone } from "luxon";
import type { CatalogRead } from "../../prisma/client/client.ts";
import type { Clock } from "../ports/clock.ts";
import { defineRun, type ProgressCounts } from "../long-runs/engine.ts";
import { RejectedError } from "../ports/errors.ts";
import type { Gid } from "../ports/gid.ts";
import { planAgain } from "../orders/core/sending-plan.ts";
import type { ShopId } from "../ports/ids.ts";
import type { ProductReadContext } from "./context.ts";
import { recheckUnsent } from "./mappings.ts";
import { lockToStoreVariants, removeUnread, storeVariants } from "./variant-copy.ts";

/** Webhooks keep the copy fresh; this finds what they lost. */
const READ_AGAIN_AFTER_MS = 24 * 3_600_000;

export type VariantReadContext = ProductReadContext & { clock: Clock };
type Db = Pick<VariantReadContext, "db">;
type Shop = { id: ShopId; domain: string };

/** Reads a shop's variants page by page into the copy. At the end, variants that were not seen are gone. */
export const productVariantsRun = defineRun<VariantReadContext, ShopId>({
  kind: "product_variants",
  everyMs: 15_000,
  purpose: "catalog",
  /** Shops whose variants were never read, not read to the end, or read a day ago. */
  async due({ db, clock }) {
    const completedBefore = new Date(clock.now().getTime() - READ_AGAIN_AFTER_MS);
    const isUnread = [
      { catalogRead: null },
      { catalogRead: { startedAt: { not: null } } },
      { catalogRead: { completedAt: { lt: completedBefore } } },
    ];
    const shops = await db.shop.findMany({ where: { uninstalledAt: null, OR: isUnread }, select: { id: true } });
    return shops.map(({ id }) => ({ id, shopId: id }));
  },
  async step(ctx, shopId, turn) {
    const { catalogRead, ...shop } = await ctx.db.shop.findUniqueOrThrow({
      where: { id: shopId },
      select: { id: true, domain: true, uninstalledAt: true, catalogRead: true },
    });
    if (shop.uninstalledAt) return;
    let read: CatalogRead | null = catalogRead?.startedAt ? catalogRead : await beginRead(ctx, shop);
    while (read?.startedAt && !turn.isOver()) read = await readPage(ctx, shop, read, read.startedAt);
  },
  /** Of the present reading, or of the last one. */
  async progress({ db }, shopId) {
    const read = await db.catalogRead.findUnique({ where: { shopId } });
    return { done: read?.seen ?? 0, total: read?.total ?? 0 };
  },
});

/** Whether the copy has all variants of the shop: after an installation it does once they were read to the end. */
export async function hasReadVariants({ db }: Db, shopId: ShopId): Promise<boolean> {
  return (await db.catalogRead.count({ where: { shopId, completedAt: { not: null } } })) > 0;
}

/** The progress of a shop's first reading; null once all were read: later readings only refresh the list. */
export const readFirstReading = async (ctx: Db, shopId: ShopId): Promise<ProgressCounts | null> =>
  (await hasReadVariants(ctx, shopId)) ? null : productVariantsRun.progress(ctx, shopId);

async function beginRead(ctx: VariantReadContext, { id: shopId, domain }: Shop): Promise<CatalogRead> {
  const startedAt = ctx.clock.now();
  const { variants: total, timezone } = await ctx.catalog.readShopFacts(domain);
  await keepTimezone(ctx, shopId, timezone);
  const begun = { startedAt, cursor: null, seen: 0, total };
  return ctx.db.catalogRead.upsert({ where: { shopId }, create: { shopId, ...begun }, update: begun });
}

/** Orders leave by the shop's clock: those that wait are planned again where it has moved. */
async function keepTimezone(ctx: VariantReadContext, id: ShopId, timezone: string): Promise<void> {
  // One that is newer than this process: the former one is kept.
  if (!IANAZone.isValidZone(timezone)) return;
  await ctx.db.shop.updateMany({
    where: { id, OR: [{ timezone: null }, { timezone: { not: timezone } }] },
    data: { timezone, ...planAgain(ctx), version: { increment: 1 } },
  });
}

/** null: the app was uninstalled meanwhile. */
async function readPage(
  ctx: VariantReadContext,
  { id: shopId, domain }: Shop,
  read: CatalogRead,
  startedAt: Date,
): Promise<CatalogRead | null> {
  const readAt = ctx.clock.now();
  const page = await ctx.catalog.listVariants(domain, read.cursor).catch(async (error: unknown) => {
    // Shopify refuses a cursor that it does not know any more: the reading begins again.
    if (error instanceof RejectedError && read.cursor !== null)
      await ctx.db.catalogRead.deleteMany({ where: { shopId } });
    throw error;
  });
  let changed: Gid<"ProductVariant">[] = [];
  const stored = await ctx.db.$transaction(async (tx) => {
    if (!(await lockToStoreVariants(tx, shopId))) return null;
    changed = await storeVariants(tx, shopId, page.variants, readAt);
    const seen = read.seen + page.variants.length;
    if (page.next !== null) return tx.catalogRead.update({ where: { shopId }, data: { cursor: page.next, seen } });
    await removeUnread(tx, shopId, null, startedAt);
    return tx.catalogRead.update({
      where: { shopId },
      data: { startedAt: null, cursor: null, seen, completedAt: ctx.clock.now() },
    });
  });
  await recheckUnsent(ctx, shopId, changed);
  return stored;
}

interface ChangedProduct {
  productGid: Gid<"Product">;
  /** As the webhook says; null: deleted, or not said. */
  updatedAt: Date | null;
}

/** updated_at has a resolution of one second; the rest is for clocks that differ. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Reads a product again of which Shopify reported a change, brings the copy up to date, and rechecks the unsent orders of
 * changed variants with a mapping. Nothing is read where the whole copy of the product is newer: shops that sync their inventory
 * report changes by the thousand.
 * @throws RemoteError when Shopify cannot be read
 */
export async function readChangedProduct(
  ctx: VariantReadContext,
  domain: string,
  { productGid, updatedAt }: ChangedProduct,
): Promise<void> {
  const shop = await ctx.db.shop.findUnique({ where: { domain }, select: { id: true, uninstalledAt: true } });
  if (!shop || shop.uninstalledAt) return;
  const { id: shopId } = shop;
  if (updatedAt && (await isReadSince(ctx, shopId, productGid, updatedAt))) return;
  const readAt = ctx.clock.now();
  const product = await ctx.catalog.readProduct(domain, productGid);
  const variants = product?.variants.map((variant) => ({ ...variant, product })) ?? [];
  const changed = await ctx.db.$transaction(async (tx) => {
    if (!(await lockToStoreVariants(tx, shopId))) return [];
    const stored = await storeVariants(tx, shopId, variants, readAt);
    await removeUnread(tx, shopId, productGid, readAt);
    return stored;
  });
  await recheckUnsent(ctx, shopId, changed);
}

/** Whether every variant of the copy was: the reading of all variants has those of one product on several pages. */
async function isReadSince(
  { db }: Pick<VariantReadContext, "db">,
  shopId: ShopId,
  productGid: Gid<"Product">,
  updatedAt: Date,
): Promise<boolean> {
  const inShopify = { shopId, productGid, deletedAt: null };
  const { _min: oldest } = await db.productVariant.aggregate({ where: inShopify, _min: { readAt: true } });
  return oldest.readAt !== null && oldest.readAt.getTime() > updatedAt.getTime() + CLOCK_TOLERANCE_MS;
}
