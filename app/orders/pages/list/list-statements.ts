import { Prisma } from "../../../../prisma/client/client.ts";
import { conditions, placedCondition } from "./conditions.ts";
import type { Position } from "./cursor.ts";
import type { ListQuery } from "./list-query.ts";
import type { SearchConditions } from "./search-conditions.ts";
import type { ShopId } from "../../../ports/ids.ts";

const { sql, empty } = Prisma;

/** A part of a list. */
export interface ListPart {
  from: Position | null;
  backwards: boolean;
  limit: number;
}

/** The statements that read the positions of one part of a list, without the query's search. */
export function listStatements(shopId: ShopId, query: ListQuery, { from, backwards, limit }: ListPart) {
  const [by, direction] = query.sort.split(" ");
  const time = by === "placed" ? sql`o."shopifyCreatedAt"` : sql`o."shopifyUpdatedAt"`;
  const descending = (direction === "desc") !== backwards;
  const sortOrder = descending ? sql`DESC` : sql`ASC`;
  const comparison = descending ? sql`<` : sql`>`;
  const start = from ? sql`AND (${time}, o."id") ${comparison} (${from.at}::timestamptz, ${from.id}::uuid)` : empty;
  const order = sql`ORDER BY ${time} ${sortOrder}, o."id" ${sortOrder}`;
  const inSequence = sql`${order} LIMIT ${limit}`;
  // Days bound the index of the time when an order was placed. In any other sequence they would be looked for row by row.
  const ofShop = by === "placed" ? placedCondition(shopId, query) : placedCondition(shopId, NO_DAYS);
  const position = sql`o."id", ${time} AS "at"`;
  const wanted = conditions(shopId, query);
  const first = (which: Prisma.Sql, reach: number) =>
    sql`(SELECT * FROM "Order" o WHERE ${which} ${start} ${order} LIMIT ${reach}) o`;
  return {
    all: sql`SELECT ${position} FROM "Order" o WHERE ${wanted} ${start} ${inSequence}`,

    /** Looks at the first `reach` orders of the shop one by one. */
    nearby: (reach: number, { matches }: SearchConditions) => sql`
      SELECT ${position} FROM ${first(ofShop, reach)} WHERE ${wanted} AND ${matches} ${inSequence}`,

    /** A row for each of them that the search finds, whatever the filters. */
    hits: (reach: number, { matches }: SearchConditions) => sql`
      SELECT o."id" FROM ${first(ofShop, reach)} WHERE ${matches}`,

    /** A row where the shop has more than `reach` orders. */
    hasFurther: (reach: number) => sql`
      SELECT o."id" FROM "Order" o WHERE ${ofShop} ${start} ${order} OFFSET ${reach} LIMIT 1`,

    /** Looks at the first `reach` orders of the list one by one. */
    listed: (reach: number, { matches }: SearchConditions) => sql`
      SELECT ${position} FROM ${first(wanted, reach)} WHERE ${matches} ${inSequence}`,

    /** A row where the list has more than `reach` orders. */
    isLonger: (reach: number) => sql`
      SELECT o."id" FROM "Order" o WHERE ${wanted} ${start} ${order} OFFSET ${reach} LIMIT 1`,

    /** Begins at what the search finds. OFFSET 0 keeps the planner from walking along the orders in their sequence. */
    indexed: ({ found }: SearchConditions) => sql`
      SELECT o."id", o."at" FROM (
        SELECT ${position} FROM "Order" o WHERE ${wanted} ${start} AND o."id" IN (${found}) OFFSET 0) o
      ORDER BY o."at" ${sortOrder}, o."id" ${sortOrder} LIMIT ${limit}`,
  };
}

const NO_DAYS = { placedFrom: "", placedTo: "" };
