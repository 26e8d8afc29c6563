import { writeCursor } from "../../app/orders/pages/list/list-statements.ts";
import { DEFAULT_QUERY, type ListQuery } from "../../app/orders/pages/list/list-query.ts";
import { TABS } from "../../app/orders/pages/list/tabs.ts";
import type { Services } from "../../app/composition/services.server.ts";
import type { ShopId } from "../../app/ports/ids.ts";
import { wordOf } from "./words.ts";

type NamedQuery = readonly [name: string, query: ListQuery];

const query = (name: string, over: Partial<ListQuery>): NamedQuery => [name, { ...DEFAULT_QUERY, ...over }];
const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** Every list that the orders page shows: all tabs, all sortings, each filter. */
export const LISTS: readonly NamedQuery[] = [
  ...TABS.map((tab) => query(`tab ${tab}`, { tab })),
  query("oldest first", { sort: "placed asc" }),
  query("changed last", { sort: "updated desc" }),
  query("changed first", { sort: "updated asc" }),
  query("longest in its stage first", { sort: "stage asc" }),
  query("shortest in its stage first", { sort: "stage desc" }),
  query("submitted", { states: ["submitted"] }),
  query("rejected", { states: ["rejected"] }),
  query("fulfilled", { states: ["fulfilled"] }),
  query("one reason", { reasons: ["risk_high"] }),
  query("a reason that no order has", { reasons: ["uncertain_needs_decision"] }),
  query("one month", { placedFrom: day(60), placedTo: day(30) }),
];

/** Searches for one order and for many, by each thing that is searched, and for nothing that is there. */
export const SEARCHES: readonly NamedQuery[] = [
  ["name", "#H1234"],
  ["reference", "H2345-BENCHREF"],
  ["tracking number", "1ZBENCH2345"],
  ["SKU", "bench-tee"],
  ["title", "shirt number 77"],
  ["full name", `${wordOf("first", 7)} ${wordOf("last", 77)}`],
  ["beginning of a name", wordOf("last", 12).slice(0, 3)],
  ["city", wordOf("city", 3)],
  ["nothing", "zzzzzzzz"],
].map(([name, search]) => query(`${name}`, { search }));

/** The orders list from its `offset`-th order on. */
export async function deepQuery(
  { db }: Pick<Services["core"]["ctx"], "db">,
  shopId: ShopId,
  offset: number,
): Promise<ListQuery> {
  const orderBy = [{ shopifyCreatedAt: "desc" as const }, { shopifyGid: "desc" as const }];
  const [row] = await db.order.findMany({ where: { shopId }, orderBy, skip: offset, take: 1 });
  if (!row) throw new Error(`the shop has no ${offset} orders`);
  const position = { at: row.shopifyCreatedAt, gid: row.shopifyGid };
  return { ...DEFAULT_QUERY, after: writeCursor(DEFAULT_QUERY.sort, position) };
}
