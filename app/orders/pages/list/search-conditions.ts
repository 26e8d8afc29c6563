import { Prisma } from "../../../../prisma/client/client.ts";
import { queryHashes } from "../../core/search-words.ts";
import type { OrdersContext } from "../../core/context.ts";
import { isShortSearch, withoutNumberSign } from "./short-search.ts";
import type { ShopId } from "../../../ports/ids.ts";

const { sql, empty } = Prisma;

/** The conditions of a search. */
export interface SearchConditions {
  /** Whether one order `o` is found: reads that order alone. */
  matches: Prisma.Sql;
  /** Ids of all orders that are found, some of them twice: reads indexes. */
  found: Prisma.Sql;
}

/**
 * A search finds orders by a part of the name, a reference, a tracking number, a SKU of the print service or a product's
 * title; by the beginnings of all its words among those of the customer. What begins with # is looked for in names with or
 * without it. One or two characters find whole texts only. Case does not matter. null: nothing to look for.
 */
export function searchConditions(
  ctx: Pick<OrdersContext, "encryptor">,
  shopId: ShopId,
  search: string,
): SearchConditions | null {
  const bare = withoutNumberSign(search);
  if (bare === "") return null;
  const text = textCondition(search, bare);
  const hashes = queryHashes(ctx, shopId, search);
  const customer = (order: Prisma.Sql) => sql`${order}."searchHashes" @> ${hashes}::text[]`;
  const byCustomer = sql`UNION ALL SELECT c."id" FROM "Order" c WHERE c."shopId" = ${shopId}::uuid AND ${customer(sql`c`)}`;
  return {
    matches: sql`((SELECT ${text} FROM "OrderText" t WHERE t."orderId" = o."id")
      ${hashes.length === 0 ? empty : sql`OR ${customer(sql`o`)}`})`,
    found: sql`SELECT t."orderId" FROM "OrderText" t WHERE t."shopId" = ${shopId}::uuid AND ${text}
      ${hashes.length === 0 ? empty : byCustomer}`,
  };
}

/** The condition for the texts `t` of an order. Its first line is empty, the next two are the name and the name without #. */
function textCondition(search: string, bare: string): Prisma.Sql {
  const isShort = isShortSearch(search);
  const pattern = (text: string) => (isShort ? `%\n${escaped(text)}\n%` : `%${escaped(text)}%`);
  const has = sql`t."text" LIKE lower(${pattern(bare)})`;
  if (bare === search) return has;
  const names = sql`E'\n' || split_part(t."text", E'\n', 2) || E'\n' || split_part(t."text", E'\n', 3) || E'\n'`;
  return sql`${has} AND (t."text" LIKE lower(${pattern(search)}) OR ${names} LIKE lower(${pattern(bare)}))`;
}

/** Without wildcards of LIKE. */
const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");
