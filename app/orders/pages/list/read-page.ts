import { Prisma } from "@prisma/client";
import type { OrdersContext } from "../../core/context.ts";
import { conditions } from "./conditions.ts";
import { readCursor, writeCursor, type Place } from "./cursor.ts";
import type { ListQuery } from "./list-query.ts";
import { readRows, type OrderRow } from "./order-row.ts";

export interface OrdersPage {
  rows: OrderRow[];
  /** Cursor of the page that follows; null on the last one. */
  next: string | null;
  /** Cursor of the page before; null on the first one. */
  previous: string | null;
}

const PAGE_SIZE = 50;

type Db = Pick<OrdersContext, "db">;

/**
 * One page of a shop's orders by keyset: orders with the same time keep their order by id, and however deep the page is, it is
 * read from the index. A cursor that is broken or leads into the void answers with the first page.
 */
export async function readOrdersPage(
  ctx: Db,
  shopId: string,
  query: ListQuery,
  pageSize = PAGE_SIZE,
): Promise<OrdersPage> {
  const after = readCursor(query.sort, query.after);
  const before = after ? null : readCursor(query.sort, query.before);
  const found = await places(ctx, shopId, query, { from: after ?? before, backwards: before !== null, pageSize });
  // Fewer before this place than a page holds: the first page, and a full one.
  const short = before ? found.length <= pageSize : after !== null && found.length === 0;
  if (short) return readOrdersPage(ctx, shopId, { ...query, after: null, before: null }, pageSize);

  const more = found.length > pageSize;
  const shown = found.slice(0, pageSize);
  if (before) shown.reverse();
  const cursor = (place: Place | undefined) => (place ? writeCursor(query.sort, place) : null);
  return {
    rows: await readRows(
      ctx,
      shopId,
      shown.map(({ id }) => id),
    ),
    next: before || more ? cursor(shown.at(-1)) : null,
    previous: after || (before && more) ? cursor(shown[0]) : null,
  };
}

interface Direction {
  from: Place | null;
  backwards: boolean;
  pageSize: number;
}

/** One place more than a page holds, so that it is known whether there are more. */
function places(ctx: Db, shopId: string, query: ListQuery, { from, backwards, pageSize }: Direction): Promise<Place[]> {
  const [by, direction] = query.sort.split(" ");
  const time = by === "placed" ? Prisma.sql`o."shopifyCreatedAt"` : Prisma.sql`o."shopifyUpdatedAt"`;
  const descending = (direction === "desc") !== backwards;
  const way = descending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const beyond = descending ? Prisma.sql`<` : Prisma.sql`>`;
  const start = from
    ? Prisma.sql`AND (${time}, o."id") ${beyond} (${from.at}::timestamptz, ${from.id}::uuid)`
    : Prisma.empty;
  return ctx.db.$queryRaw<Place[]>`
    SELECT o."id", ${time} AS "at" FROM "Order" o
    WHERE ${conditions(shopId, query)} ${start}
    ORDER BY ${time} ${way}, o."id" ${way} LIMIT ${pageSize + 1}`;
}
