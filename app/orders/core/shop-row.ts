import { Prisma, type PrismaClient } from "@prisma/client";
import type { Tx } from "../../database/transaction.ts";
import type { PrintAccountId, ShopId } from "../../ports/ids.ts";

export interface ShopRow {
  id: ShopId;
  domain: string;
  /** What the merchant has granted, with commas between. */
  scopes: string;
  goLiveAt: Date;
  uninstalledAt: Date | null;
  redactedAt: Date | null;
  settings: unknown;
  printAccountId: PrintAccountId | null;
  printAccount: { refusedAt: Date | null } | null;
}

/** The shop, read fresh in one statement: settings and accounts may have changed. `lock` ends the statement. */
export async function readShop(
  db: PrismaClient | Tx,
  where: { id: ShopId } | { domain: string },
  lock = Prisma.empty,
): Promise<ShopRow | null> {
  const condition = "id" in where ? Prisma.sql`s."id" = ${where.id}::uuid` : Prisma.sql`s."domain" = ${where.domain}`;
  const [row] = await db.$queryRaw<(Omit<ShopRow, "printAccount"> & { refusedAt: Date | null })[]>`
    SELECT s."id", s."domain", s."scopes", s."goLiveAt", s."uninstalledAt", s."redactedAt", s."settings", s."printAccountId",
      a."refusedAt"
    FROM "Shop" s LEFT JOIN "PrintAccount" a ON a."id" = s."printAccountId" WHERE ${condition} ${lock}`;
  if (!row) return null;
  const { refusedAt, ...shop } = row;
  return { ...shop, printAccount: shop.printAccountId === null ? null : { refusedAt } };
}

/**
 * The same for the rest of a transaction: no other one uninstalls the shop, changes its account or saves its settings until
 * this one ends; null while another is doing so. The lock waits for nobody, so it cannot deadlock with a transaction that
 * locks shop and account in another order.
 */
export const readShopLocked = (tx: Tx, id: ShopId): Promise<ShopRow | null> =>
  readShop(tx, { id }, Prisma.sql`FOR SHARE OF s SKIP LOCKED`);

/** Everything of a shop that decides whether and how its orders are sent, as one text to compare. */
export const sendingFingerprint = (shop: ShopRow): string =>
  JSON.stringify([shop.goLiveAt, shop.uninstalledAt, shop.settings, shop.printAccountId, shop.printAccount]);
