import { Prisma } from "../../../../prisma/client/client.ts";
import { countryName } from "../../../address/country.ts";
import { escapeLike } from "../../../database/sql.ts";
import { gidNumber, gidOf, type Gid } from "../../../ports/gid.ts";
import type { ShopId } from "../../../ports/ids.ts";
import { ATTENTION, ATTENTION_CODES, byUrgency, type AttentionCode } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { ListQuery } from "./list-query.ts";
import { SHIPPING, TAGGED } from "./list-statements.ts";

/** The filters of the orders list whose choices are what occurs in the shop. */
export const CHOICE_FILTERS = ["reason", "product", "country", "shipping", "tag"] as const;
export type ChoiceFilter = (typeof CHOICE_FILTERS)[number];

export interface FilterChoice {
  value: string;
  label: string;
  /** Orders that have it, where they are counted. */
  count?: number;
  /** Choices of one group stand together. */
  group?: "hold" | "problem" | "notice";
}

type Db = Pick<OrdersContext, "db">;

const { sql } = Prisma;

/** More are found by typing. */
const MAX_PRODUCTS = 50;
const MAX_TAGS = 100;
const MAX_TITLES = 200;

/** What can be chosen of a filter. `search`: the products with that in their title, or a variant's title or SKU; the tags with it. */
export function readFilterChoices(
  { db }: Db,
  shopId: ShopId,
  filter: ChoiceFilter,
  search: string,
): Promise<FilterChoice[]> {
  switch (filter) {
    case "reason":
      return readReasons(db, shopId);
    case "product":
      return readProducts(db, shopId, search);
    case "country":
      return readCountries(db, shopId);
    case "shipping":
      return readShipping(db, shopId);
    case "tag":
      return readTags(db, shopId, search);
  }
}

/** The open reasons, each with the number of its orders: those before sending, those after it, and delays, the most urgent first. */
async function readReasons(db: OrdersContext["db"], shopId: ShopId): Promise<FilterChoice[]> {
  const rows = await db.$queryRaw<{ code: AttentionCode; count: number }[]>`
    SELECT a."code", count(DISTINCT a."orderId")::int AS "count" FROM "Attention" a
    WHERE a."shopId" = ${shopId}::uuid AND a."clearedAt" IS NULL GROUP BY a."code"`;
  const counts = new Map(rows.map(({ code, count }) => [code, count]));
  const open = ATTENTION_CODES.filter((code) => counts.has(code)).toSorted(byUrgency);
  const choices = open.map((code) => {
    const { label, phase } = ATTENTION[code];
    return { value: code, label, count: counts.get(code) ?? 0, group: phase };
  });
  return (["hold", "problem", "notice"] as const).flatMap((phase) => choices.filter(({ group }) => group === phase));
}

/** The shop's mapped products, by title. */
async function readProducts(db: OrdersContext["db"], shopId: ShopId, search: string): Promise<FilterChoice[]> {
  const pattern = patternOf(search);
  const matches = sql`(v."productTitle" ILIKE ${pattern} OR v."title" ILIKE ${pattern} OR v."sku" ILIKE ${pattern}
    OR m."itemSku" ILIKE ${pattern})`;
  const rows = await db.$queryRaw<{ gid: Gid<"Product">; title: string }[]>`
    SELECT v."productGid" AS "gid", min(v."productTitle") AS "title" FROM "Mapping" m
    JOIN "ProductVariant" v ON v."shopId" = m."shopId" AND v."variantGid" = m."variantGid"
    WHERE m."shopId" = ${shopId}::uuid AND ${search === "" ? sql`TRUE` : matches}
    GROUP BY v."productGid" ORDER BY 2, 1 LIMIT ${MAX_PRODUCTS}`;
  return rows.map(({ gid, title }) => ({ value: gidNumber(gid), label: title }));
}

async function readCountries(db: OrdersContext["db"], shopId: ShopId): Promise<FilterChoice[]> {
  const codes = await readDistinct(db, shopId, sql`o."destinationCountry"`);
  return codes
    .filter((code) => code !== "")
    .map((code) => ({ value: code, label: countryName(code) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
}

const readShipping = async (db: OrdersContext["db"], shopId: ShopId): Promise<FilterChoice[]> =>
  (await readDistinct(db, shopId, SHIPPING)).map((title) => ({ value: title, label: title }));

/** The tags of the shop's orders, the most frequent first, each with the number of its orders. */
async function readTags(db: OrdersContext["db"], shopId: ShopId, search: string): Promise<FilterChoice[]> {
  const rows = await db.$queryRaw<{ tag: string; count: number }[]>`
    SELECT t."tag", count(*)::int AS "count" FROM "Order" o, unnest(o."tags") AS t("tag")
    WHERE o."shopId" = ${shopId}::uuid AND ${TAGGED} AND t."tag" ILIKE ${patternOf(search)}
    GROUP BY t."tag" ORDER BY 2 DESC, 1 LIMIT ${MAX_TAGS}`;
  return rows.map(({ tag, count }) => ({ value: tag, label: tag, count }));
}

const patternOf = (search: string): string => `%${escapeLike(search)}%`;

/** The values of an expression that an index has behind the shop: from one to the next, whatever the number of orders. */
async function readDistinct(db: OrdersContext["db"], shopId: ShopId, value: Prisma.Sql): Promise<string[]> {
  const next = (after: Prisma.Sql) => sql`(SELECT ${value} FROM "Order" o
    WHERE o."shopId" = ${shopId}::uuid AND ${value} IS NOT NULL ${after} ORDER BY ${value} LIMIT 1)`;
  const rows = await db.$queryRaw<{ value: string }[]>`
    WITH RECURSIVE found("value") AS (
      SELECT ${next(Prisma.empty)} UNION ALL SELECT ${next(sql`AND ${value} > f."value"`)} FROM found f WHERE f."value" IS NOT NULL)
    SELECT "value" FROM found WHERE "value" IS NOT NULL LIMIT ${MAX_TITLES}`;
  return rows.map((row) => row.value);
}

/** The names of what a list is filtered by, by the values of its query. */
export interface FilterNames {
  products: Record<string, string>;
  countries: Record<string, string>;
}

export async function readFilterNames(
  { db }: Db,
  shopId: ShopId,
  { products, countries }: Pick<ListQuery, "products" | "countries">,
): Promise<FilterNames> {
  const gids = products.map((number) => gidOf("Product", number));
  const variants =
    gids.length === 0
      ? []
      : await db.productVariant.findMany({
          where: { shopId, productGid: { in: gids } },
          distinct: ["productGid"],
          select: { productGid: true, productTitle: true },
        });
  return {
    products: Object.fromEntries(variants.map(({ productGid, productTitle }) => [gidNumber(productGid), productTitle])),
    countries: Object.fromEntries(countries.map((code) => [code, countryName(code)])),
  };
}
