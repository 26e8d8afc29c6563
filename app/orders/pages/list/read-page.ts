import type { OrdersContext } from "../../core/context.ts";
import { readCursor, writeCursor, type Position } from "./cursor.ts";
import type { ListQuery } from "./list-query.ts";
import { readPositions } from "./read-positions.ts";
import { decryptSearch } from "./search-text.ts";
import { readOrderSummaries, type OrderSummary } from "./order-summary.ts";
import type { ShopId } from "../../../ports/ids.ts";

export interface OrdersPage {
  /** The text of the search; "": none. */
  search: string;
  rows: OrderSummary[];
  /** Cursor of the next page; null for the last page. */
  next: string | null;
  /** Cursor of the previous page; null for the first page. */
  previous: string | null;
}

const PAGE_SIZE = 50;

type ListContext = Pick<OrdersContext, "db" | "encryptor">;

/**
 * One page of a shop's orders by keyset: every page is read from the index, and orders of the same time are sorted by
 * id. An invalid cursor, or one past the end, answers with the first page.
 */
export async function readOrdersPage(
  ctx: ListContext,
  shopId: ShopId,
  query: ListQuery,
  pageSize = PAGE_SIZE,
): Promise<OrdersPage> {
  const search = decryptSearch(ctx, shopId, query.search);
  return { search, ...(await readRows(ctx, shopId, { ...query, search }, pageSize)) };
}

async function readRows(
  ctx: ListContext,
  shopId: ShopId,
  query: ListQuery,
  pageSize: number,
): Promise<Omit<OrdersPage, "search">> {
  const after = readCursor(query.sort, query.after);
  const before = after ? null : readCursor(query.sort, query.before);
  const positions = await readPositions(ctx, shopId, query, {
    from: after ?? before,
    backwards: before !== null,
    // One more than a page: it shows whether there is another page.
    limit: pageSize + 1,
  });
  // Fewer orders than a page before the cursor: the answer is the whole first page.
  const pastTheEnd = before ? positions.length <= pageSize : after !== null && positions.length === 0;
  if (pastTheEnd) return readRows(ctx, shopId, { ...query, after: null, before: null }, pageSize);

  const more = positions.length > pageSize;
  const shown = positions.slice(0, pageSize);
  if (before) shown.reverse();
  const cursor = (position: Position | undefined) => (position ? writeCursor(query.sort, position) : null);
  return {
    rows: await readOrderSummaries(
      ctx,
      shopId,
      shown.map(({ id }) => id),
      ctx,
    ),
    next: before || more ? cursor(shown.at(-1)) : null,
    previous: after || (before && more) ? cursor(shown[0]) : null,
  };
}
