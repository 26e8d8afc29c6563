import type { Prisma } from "../../../../prisma/client/client.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { Position } from "./cursor.ts";
import { hasFilters, type ListQuery } from "./list-query.ts";
import { listStatements, type ListPart } from "./list-statements.ts";
import { searchConditions } from "./search-conditions.ts";
import type { ShopId } from "../../../ports/ids.ts";

/** How many orders a search looks at one by one before it asks the index. */
export interface Reach {
  /** Of the shop's, always. */
  near: number;
  /** Of the list's, where the near ones have the text often enough to fill the page. */
  far: number;
}

const NEAR = 1_500;
const FAR = 20_000;
/** A page may need so many times the orders that it would need if all were like the near ones. */
const ALLOWANCE = 1.5;

/**
 * The positions of one part of a list. To find all orders with a frequent text takes seconds, and so does to look at all
 * orders for a rare one: what the near orders have decides. Each statement that ends the search gives the exact answer.
 */
export async function readPositions(
  ctx: Pick<OrdersContext, "db" | "encryptor">,
  shopId: ShopId,
  query: ListQuery,
  part: ListPart,
  { near, far }: Reach = { near: NEAR, far: FAR },
): Promise<Position[]> {
  const statements = listStatements(shopId, query, part);
  const read = (statement: Prisma.Sql) => ctx.db.$queryRaw<Position[]>(statement);
  const isEmpty = async (statement: Prisma.Sql) => (await read(statement)).length === 0;
  const search = searchConditions(ctx, shopId, query.search);
  if (!search) return read(statements.all);

  const nearby = await read(statements.nearby(near, search));
  if (nearby.length === part.limit || (await isEmpty(statements.hasFurther(near)))) return nearby;

  const isFiltered = query.tab !== "all" || hasFilters(query);
  const hits = isFiltered ? await read(statements.hits(near, search)) : nearby;
  if ((hits.length * far) / near >= ALLOWANCE * part.limit) {
    const listed = await read(statements.listed(far, search));
    if (listed.length === part.limit || (await isEmpty(statements.isLonger(far)))) return listed;
  }
  return read(statements.indexed(search));
}
