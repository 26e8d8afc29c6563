import { Prisma, type PrismaClient } from "@prisma/client";
import type { Tx } from "../../database/transaction.ts";

interface Row extends Omit<ShopRow, "printAccount"> {
  refusedAt: Date | null;
}

/** The shop as the domain needs it, read fresh, in one statement: settings and accounts may have changed. */
export function readShop(db: PrismaClient | Tx, where: { id: string } | { domain: string }): Promise<ShopRow | null> {
  return queryShop(db, where, Prisma.empty);
}

/**
 * The shop as it stands until this transaction ends: whoever uninstalls it, changes its account or saves its settings comes
 * before (and is seen) or after. null while somebody is at it. It waits for nobody, so it cannot deadlock with those who
 * lock shop and account in another order.
 */
export function readShopLocked(tx: Tx, id: string): Promise<ShopRow | null> {
  return queryShop(tx, { id }, Prisma.sql`FOR SHARE OF s SKIP LOCKED`);
}

async function queryShop(
  db: PrismaClient | Tx,
  where: { id: string } | { domain: string },
  lock: Prisma.Sql,
): Promise<ShopRow | null> {
  const condition = "id" in where ? Prisma.sql`s."id" = ${where.id}::uuid` : Prisma.sql`s."domain" = ${where.domain}`;
  const [row] = await db.$queryRaw<Row[]>`
    SELECT s."id", s."domain", s."goLiveAt", s."uninstalledAt", s."redactedAt", s."settings", s."printAccountId",
      a."refusedAt"
    FROM "Shop" s LEFT JOIN "PrintAccount" a ON a."id" = s."printAccountId" WHERE ${condition} ${lock}`;
  if (!row) return null;
  const { refusedAt, ...shop } = row;
  return { ...shop, printAccount: shop.printAccountId === null ? null : { refusedAt } };
}

/** Everything of a shop that decides whether and how its orders are sent, as one text to compare. */
export function sendingFingerprint({
  goLiveAt,
  uninstalledAt,
  settings,
  printAccountId,
  printAccount,
}: ShopRow): string {
  return JSON.stringify([goLiveAt, uninstalledAt, settings, printAccountId, printAccount]);
}

export interface ShopRow {
  id: string;
  domain: string;
  goLiveAt: Date;
  uninstalledAt: Date | null;
  redactedAt: Date | null;
  settings: unknown;
  printAccountId: string | null;
  printAccount: { refusedAt: Date | null } | null;
}
