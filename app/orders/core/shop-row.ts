import { Prisma, type PrintAccountKind, type PrintInterface } from "../../../prisma/client/client.ts";
import type { Sql, Tx } from "../../database/sql.ts";
import { CAPABILITIES, type Capabilities, type ShippingServiceSummary } from "../../ports/print-service.ts";
import type { ShippingMethod } from "../../ports/order-model.ts";
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
  /** IANA name; UTC while unknown. */
  timezone: string;
  sendingPausedAt: Date | null;
  sendingPausedUntil: Date | null;
  printAccountId: PrintAccountId | null;
  printAccount: {
    kind: PrintAccountKind;
    interfaceVersion: PrintInterface;
    refusedAt: Date | null;
    /** What the account ships with, where its interface names that; null, or left out: not known. */
    services?: ShippingServiceSummary[] | null;
  } | null;
}

/** What the interface of the shop's account can do; undefined: the shop has none. */
export const capabilitiesOf = ({ printAccount }: Pick<ShopRow, "printAccount">): Capabilities | undefined =>
  printAccount ? CAPABILITIES[printAccount.interfaceVersion] : undefined;

/** The services that the shop's account ships by, as far as they are known; null: it ships by Express and Ground. */
export const shippingServicesOf = (shop: Pick<ShopRow, "printAccount">): ShippingServiceSummary[] | null =>
  capabilitiesOf(shop)?.shippingServices ? (shop.printAccount?.services ?? []) : null;

/** The name of the service that a method is; null: the method is none, or its name is not known. */
export const serviceNameOf = (
  services: readonly ShippingServiceSummary[] | null | undefined,
  method: ShippingMethod,
): string | null => (typeof method === "string" && services?.find(({ code }) => code === method)?.name) || null;

/** What shipping methods are judged by. */
export interface ShippingAccount {
  capabilities: Pick<Capabilities, "shippingServices"> | undefined;
  /** null: not known. */
  services: readonly ShippingServiceSummary[] | null;
}

export const shippingAccountOf = (shop: Pick<ShopRow, "printAccount">): ShippingAccount => ({
  capabilities: capabilitiesOf(shop),
  services: shop.printAccount?.services ?? null,
});

/** The shop, read fresh in one statement: settings and accounts may have changed. `lock` ends the statement. */
export async function readShop(
  sql: Sql,
  where: { id: ShopId } | { domain: string },
  lock = Prisma.empty,
): Promise<ShopRow | null> {
  const condition = "id" in where ? Prisma.sql`s."id" = ${where.id}::uuid` : Prisma.sql`s."domain" = ${where.domain}`;
  const [row] = await sql.query<ShopColumns>`SELECT ${SHOP_COLUMNS} FROM ${SHOP_TABLES} WHERE ${condition} ${lock}`;
  return row ? toShopRow(row) : null;
}

/** What `SHOP_COLUMNS` gives. */
export type ShopColumns = Omit<ShopRow, "id" | "printAccountId" | "printAccount"> & {
  shopId: ShopId;
  shopAccountId: PrintAccountId | null;
  accountKind: PrintAccountKind | null;
  interfaceVersion: PrintInterface | null;
  refusedAt: Date | null;
  shippingServices: ShippingServiceSummary[] | null;
};

/** The columns of a ShopRow, for a statement over `SHOP_TABLES` that may read more. */
export const SHOP_COLUMNS = Prisma.sql`
  s."id" AS "shopId", s."domain", s."scopes", s."goLiveAt", s."uninstalledAt", s."redactedAt", s."settings",
  coalesce(s."timezone", 'UTC') AS "timezone", s."sendingPausedAt", s."sendingPausedUntil", s."printAccountId" AS "shopAccountId",
  a."kind"::text AS "accountKind", a."interfaceVersion"::text AS "interfaceVersion", a."refusedAt", a."shippingServices"`;
export const SHOP_TABLES = Prisma.sql`"Shop" s LEFT JOIN "PrintAccount" a ON a."id" = s."printAccountId"`;

export function toShopRow(row: ShopColumns): ShopRow {
  const { domain, scopes, goLiveAt, uninstalledAt, redactedAt, settings, accountKind, refusedAt } = row;
  const interfaceVersion = row.interfaceVersion ?? "v1";
  const { timezone, sendingPausedAt, sendingPausedUntil } = row;
  const [id, printAccountId] = [row.shopId, row.shopAccountId];
  return {
    ...{ id, domain, scopes, goLiveAt, uninstalledAt, redactedAt, settings, printAccountId },
    ...{ timezone, sendingPausedAt, sendingPausedUntil },
    printAccount:
      accountKind === null ? null : { kind: accountKind, interfaceVersion, refusedAt, services: row.shippingServices },
  };
}

/**
 * The same for the rest of a transaction: no other one uninstalls the shop, changes its account or saves its settings until
 * this one ends; null while another is doing so. The lock waits for nobody, so it cannot deadlock with a transaction that
 * locks shop and account in another order.
 */
export const readShopLocked = (tx: Tx, id: ShopId): Promise<ShopRow | null> => readShop(tx, { id }, FOR_SHARE_OF_SHOP);

export const FOR_SHARE_OF_SHOP = Prisma.sql`FOR SHARE OF s SKIP LOCKED`;

/** Everything of a shop that decides whether and how its orders are sent, as one text to compare. */
export const sendingFingerprint = (shop: ShopRow): string =>
  JSON.stringify([
    ...[shop.goLiveAt, shop.uninstalledAt, shop.settings, shop.printAccountId, shop.printAccount],
    ...[shop.timezone, shop.sendingPausedAt, shop.sendingPausedUntil],
  ]);
