import { Prisma } from "../../../../prisma/client/client.ts";
import { escapeLike } from "../../../database/sql.ts";
import { STAFF_ACTION_CODES, type AttentionCode } from "../../core/attention.ts";
import { EXCLUDED_IN_SHOPIFY } from "../../core/line-exclusions.ts";
import { resendable } from "../../core/resendable.ts";
import { stateIn } from "../../core/state-in.ts";
import { UNFINISHED_STATES, type SubmissionState } from "../../core/states.ts";
import { type ListQuery, SORTS, type Sort } from "./list-query.ts";
import { STAGES } from "../../../settings/settings.ts";
import { isLate, ordersInStage, type Lateness } from "./stages.ts";
import { isProgressTab, lessAdvanced, PROGRESS_TABS, type Tab } from "./tabs.ts";
import { type Gid, gidNumber, gidOf } from "../../../ports/gid.ts";
import type { ShopId, OrderId } from "../../../ports/ids.ts";
import { queryHashes } from "../../core/search-words.ts";
import type { OrdersContext } from "../../core/context.ts";
import { isShortSearch, withoutNumberSign } from "./short-search.ts";

const { sql, join, empty } = Prisma;

/** The shop of a list, and what counts as late in it. */
export interface ListShop {
  id: ShopId;
  lateness: Lateness;
}

/** The condition for the orders `o` of a list, without its search and its tab. */
function filterConditions(shopId: ShopId, query: ListQuery): Prisma.Sql {
  const all = [placedCondition(shopId, query)];
  if (query.states.length > 0) all.push(hasSubmission(shopId, query.states));
  if (query.reasons.length > 0) all.push(hasAttention(shopId, query.reasons));
  if (query.products.length > 0) all.push(hasProduct(query.products));
  if (query.countries.length > 0) all.push(isOneOf(sql`o."destinationCountry"`, query.countries));
  if (query.shipping.length > 0) all.push(isOneOf(SHIPPING, query.shipping));
  if (query.tags.length > 0) all.push(hasTag(query.tags));
  if (query.amountFrom) all.push(sql`${AMOUNT} >= ${query.amountFrom}::numeric`);
  if (query.amountTo) all.push(sql`${AMOUNT} <= ${query.amountTo}::numeric`);
  if (query.resendable) all.push(sql`o."id" IN (SELECT r."orderId" FROM (${resendable(shopId)}) r)`);
  if (query.excludedInShopify) all.push(hasExcluded(shopId));
  return join(all, " AND ");
}

/** The shop's orders `o` of the days that the query names. */
function placedCondition(shopId: ShopId, query: Pick<ListQuery, "placedFrom" | "placedTo">): Prisma.Sql {
  const all = [sql`o."shopId" = ${shopId}::uuid`];
  if (query.placedFrom) all.push(sql`o."shopifyCreatedAt" >= ${midnight(shopId, query.placedFrom, 0)}`);
  if (query.placedTo) all.push(sql`o."shopifyCreatedAt" < ${midnight(shopId, query.placedTo, 1)}`);
  return join(all, " AND ");
}

/** A replaced submission does not count: its replacement does. The shop is named so that no plan reads those of others. */
const activeSubmission = (shopId: ShopId): Prisma.Sql =>
  sql`s."orderId" = o."id" AND s."shopId" = ${shopId}::uuid AND s."replacedAt" IS NULL`;

/** Whether orders that are not late are left out: all of the others are in a stage. */
export const isLateList = ({ tab, late }: Pick<ListQuery, "tab" | "late">): boolean => late || tab === "late";

/** The condition for the orders `o` of a list that is not of late ones, without its search. */
const conditions = (shopId: ShopId, query: ListQuery): Prisma.Sql =>
  join([filterConditions(shopId, query), ...tabConditions(shopId, query.tab)], " AND ");

function tabConditions(shopId: ShopId, tab: Tab): Prisma.Sql[] {
  if (tab === "all" || tab === "late") return [];
  if (tab === "attention") return [hasAttention(shopId, STAFF_ACTION_CODES)];
  if (!isProgressTab(tab)) return [sql`NOT o."hasStandingSubmission"`];
  const before = lessAdvanced(tab);
  const here = hasSubmission(shopId, PROGRESS_TABS[tab]);
  return before.length === 0 ? [here] : [here, sql`NOT ${hasSubmission(shopId, before)}`];
}

const hasSubmission = (shopId: ShopId, states: readonly SubmissionState[]): Prisma.Sql =>
  sql`EXISTS (SELECT FROM "Submission" s WHERE ${activeSubmission(shopId)} AND ${stateIn("s", states)})`;

const hasAttention = (shopId: ShopId, codes: readonly AttentionCode[]): Prisma.Sql =>
  sql`EXISTS (SELECT FROM "Attention" a WHERE a."orderId" = o."id" AND a."shopId" = ${shopId}::uuid
    AND a."clearedAt" IS NULL AND a."code" = ANY(${[...codes]}::text[]))`;

/** One value alone leaves the sequence of an index behind it. */
const isOneOf = (column: Prisma.Sql, values: readonly string[]): Prisma.Sql =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = ANY(${[...values]}::text[])`;

/** What was removed from the order does not count. */
const hasProduct = (numbers: readonly string[]): Prisma.Sql =>
  sql`EXISTS (SELECT FROM "OrderLine" l WHERE l."orderId" = o."id" AND l."quantity" > 0
    AND l."productGid" = ANY(${numbers.map((number) => gidOf("Product", number))}::text[]))`;

/** What the figure of the sold items counts (catalog/print-coverage.ts). */
const hasExcluded = (shopId: ShopId): Prisma.Sql =>
  sql`(o."cancelledAt" IS NULL AND NOT o."test" AND EXISTS (SELECT FROM "OrderLine" l
    JOIN "Mapping" m ON m."shopId" = ${shopId}::uuid AND m."variantGid" = l."variantGid"
    WHERE l."orderId" = o."id" AND l."quantity" > 0 AND l."remaining" > 0
      AND l."eligibilityReason"::text = ANY(${[...EXCLUDED_IN_SHOPIFY]}::text[])))`;

/** The index Order_tags has the orders with tags alone. */
const hasTag = (tags: readonly string[]): Prisma.Sql => sql`(${TAGGED} AND o."tags" && ${[...tags]}::text[])`;

export const TAGGED = sql`o."tags" <> '{}'`;

/** As the index Order_shipping has it. */
export const SHIPPING = sql`left(o."shippingTitle", 255)`;

/** What the list shows as the value of an order's print items, as the index Order_print_value has it. */
const AMOUNT = sql`print_value(o."subtotal", o."shippingPaid")`;

/** The beginning of a day in the shop's time zone, plus `later` days. */
const midnight = (shopId: ShopId, day: string, later: number): Prisma.Sql =>
  sql`((${day}::date + ${later}::int)::timestamp
    AT TIME ZONE (SELECT coalesce(z."timezone", 'UTC') FROM "Shop" z WHERE z."id" = ${shopId}::uuid))`;

/** The conditions of a search. */
export interface SearchConditions {
  /** Whether one order `o` is found: reads that order alone. */
  matches: Prisma.Sql;
  /** Ids of all orders that are found, some of them twice: reads indexes. */
  found: Prisma.Sql;
}

/**
 * A search finds orders by a part of the name, a reference, a tracking number, a SKU of the store or the print service, or a product's
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
  const pattern = (text: string) => (isShort ? `%\n${escapeLike(text)}\n%` : `%${escapeLike(text)}%`);
  const has = sql`t."text" LIKE lower(${pattern(bare)})`;
  if (bare === search) return has;
  const names = sql`E'\n' || split_part(t."text", E'\n', 2) || E'\n' || split_part(t."text", E'\n', 3) || E'\n'`;
  return sql`${has} AND (t."text" LIKE lower(${pattern(search)}) OR ${names} LIKE lower(${pattern(bare)}))`;
}

/** A position between two orders of a sorted list. Orders of the same time are sorted by Shopify's id, as Shopify numbers them. */
export interface Position {
  at: Date;
  gid: Gid<"Order">;
  /** Sorted by stage: behind the orders that are in one. */
  inNoStage?: true;
}

/** An order of a list, where it stands. */
export interface ListedOrder extends Position {
  id: OrderId;
}

const IN_NO_STAGE = "-";

/** A position as an opaque text, valid for one sorting. */
export function writeCursor(sort: Sort, { at, gid, inNoStage }: Position): string {
  const parts = [SORTS.indexOf(sort), at.getTime(), gidNumber(gid), ...(inNoStage ? [IN_NO_STAGE] : [])];
  return Buffer.from(parts.join(" ")).toString("base64url");
}

/** The position of a cursor; null for an invalid cursor, or one of another sorting. */
export function readCursor(sort: Sort, cursor: string | null): Position | null {
  if (!cursor) return null;
  const [sortIndex, ms, number, stage, ...rest] = Buffer.from(cursor, "base64url").toString("latin1").split(" ");
  if (rest.length > 0 || sortIndex !== String(SORTS.indexOf(sort)) || !ms || !number) return null;
  if (!/^\d{1,15}$/.test(ms) || !/^[\w-]{1,40}$/.test(number) || (stage !== undefined && stage !== IN_NO_STAGE))
    return null;
  const at = new Date(Number(ms));
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return null;
  return { at, gid: gidOf("Order", number), ...(stage === IN_NO_STAGE && { inNoStage: true }) };
}

/** A part of a list. */
export interface ListPart {
  from: Position | null;
  backwards: boolean;
  limit: number;
}

/** Where a part of a list, sorted by a time, begins, and its sequence. Of an index of that time, only orders of the same time are sorted. */
function sequence(time: Prisma.Sql, descending: boolean, { from, backwards, limit }: ListPart) {
  const isDescending = descending !== backwards;
  const sortOrder = isDescending ? sql`DESC` : sql`ASC`;
  const comparison = isDescending ? sql`<` : sql`>`;
  const order = (at: Prisma.Sql, gid: Prisma.Sql) => sql`ORDER BY ${at} ${sortOrder}, ${gid} ${sortOrder}`;
  return {
    start: from ? sql`AND (${time}, o."shopifyGid") ${comparison} (${from.at}::timestamptz, ${from.gid})` : empty,
    order: order(time, sql`o."shopifyGid"`),
    /** The same of rows that were read already. */
    orderOfRows: sql`${order(sql`o."at"`, sql`o."gid"`)} LIMIT ${limit}`,
    position: sql`o."id", ${time} AS "at", o."shopifyGid" AS "gid"`,
  };
}

const timeOf = (sort: Sort): Prisma.Sql =>
  sort.startsWith("updated") ? sql`o."shopifyUpdatedAt"` : sql`o."shopifyCreatedAt"`;

/**
 * The orders of a list that are in a stage. Begins at the submissions that are under way, and looks at their orders one by one: OFFSET 0
 * keeps the planner from reading all orders of the shop.
 */
export function stageStatement(
  { id: shopId, lateness }: ListShop,
  query: ListQuery,
  part: ListPart,
  search: SearchConditions | null,
): Prisma.Sql {
  const [by, direction] = query.sort.split(" ");
  const time = by === "stage" ? sql`g."since"` : timeOf(query.sort);
  const { start, orderOfRows, position } = sequence(time, direction === "desc", part);
  const stage = STAGES.findIndex((one) => one === query.tab);
  // The stage says whether the order is on the tab of a stage.
  const ofTab = stage === -1 ? tabConditions(shopId, query.tab) : [sql`g."stage" = ${stage}`];
  const wanted = join([filterConditions(shopId, query), ...ofTab], " AND ");
  return sql`SELECT o."id", o."at", o."gid" FROM (${ordersInStage(shopId)}) g, LATERAL (
      SELECT ${position} FROM "Order" o
      WHERE o."id" = g."orderId" AND ${wanted} ${start} ${search ? sql`AND ${search.matches}` : empty} OFFSET 0) o
    WHERE ${isLateList(query) ? isLate(lateness) : sql`TRUE`} ${orderOfRows}`;
}

/** The statements that read one part of a list by the time when orders were placed or updated, without the query's search. */
export function listStatements(shopId: ShopId, query: ListQuery, part: ListPart) {
  const [by, direction] = query.sort.split(" ");
  // Orders that are in no stage have no time in it: the newest first.
  const time = timeOf(query.sort);
  const descending = direction === "desc" || by === "stage";
  const { start, order, orderOfRows, position } = sequence(time, descending, part);
  const inSequence = sql`${order} LIMIT ${part.limit}`;
  // Days bound the index of the time when an order was placed. In any other sequence they would be looked for row by row.
  const ofShop = placedCondition(shopId, by === "updated" ? NO_DAYS : query);
  const wanted =
    by === "stage"
      ? sql`${conditions(shopId, query)} AND NOT ${hasSubmission(shopId, UNFINISHED_STATES)}`
      : conditions(shopId, query);
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
      SELECT o."id", o."at", o."gid" FROM (
        SELECT ${position} FROM "Order" o WHERE ${wanted} ${start} AND o."id" IN (${found}) OFFSET 0) o
      ${orderOfRows}`,
  };
}

const NO_DAYS = { placedFrom: "", placedTo: "" };
