import { Prisma } from "@prisma/client";
import { STAFF_ACTION_CODES, type AttentionCode } from "../../core/attention.ts";
import { stateIn } from "../../core/state-in.ts";
import type { SubmissionState } from "../../core/states.ts";
import type { ListQuery } from "./list-query.ts";
import { isProgressTab, lessAdvanced, PROGRESS_TABS, type Tab } from "./tabs.ts";
import type { ShopId } from "../../../ports/ids.ts";

const { sql, join } = Prisma;

/** The condition for the orders `o` of a list. `customerHashes`: those of the search's words (search-words.ts). */
export function conditions(shopId: ShopId, query: ListQuery, customerHashes: readonly string[] = []): Prisma.Sql {
  const all = [sql`o."shopId" = ${shopId}::uuid`, ...tabConditions(shopId, query.tab)];
  if (query.states.length > 0) all.push(hasSubmission(shopId, query.states));
  if (query.reasons.length > 0) all.push(hasAttention(query.reasons));
  if (query.placedFrom) all.push(sql`o."shopifyCreatedAt" >= ${midnight(shopId, query.placedFrom, 0)}`);
  if (query.placedTo) all.push(sql`o."shopifyCreatedAt" < ${midnight(shopId, query.placedTo, 1)}`);
  if (query.search) all.push(searchCondition(shopId, query.search, customerHashes));
  return join(all, " AND ");
}

/** A replaced submission does not count: its replacement does. The shop is named so that no plan reads those of others. */
const activeSubmission = (shopId: ShopId): Prisma.Sql =>
  sql`s."orderId" = o."id" AND s."shopId" = ${shopId}::uuid AND s."replacedAt" IS NULL`;

function tabConditions(shopId: ShopId, tab: Tab): Prisma.Sql[] {
  if (tab === "all") return [];
  if (tab === "attention") return [hasAttention(STAFF_ACTION_CODES)];
  if (!isProgressTab(tab)) return [sql`NOT o."hasStandingSubmission"`];
  const before = lessAdvanced(tab);
  const here = hasSubmission(shopId, PROGRESS_TABS[tab]);
  return before.length === 0 ? [here] : [here, sql`NOT ${hasSubmission(shopId, before)}`];
}

const hasSubmission = (shopId: ShopId, states: readonly SubmissionState[]): Prisma.Sql =>
  sql`EXISTS (SELECT FROM "Submission" s WHERE ${activeSubmission(shopId)} AND ${stateIn("s", states)})`;

const hasAttention = (codes: readonly AttentionCode[]): Prisma.Sql =>
  sql`EXISTS (SELECT FROM "Attention" a
    WHERE a."orderId" = o."id" AND a."clearedAt" IS NULL AND a."code" = ANY(${[...codes]}::text[]))`;

/** The beginning of a day in the shop's time zone, plus `later` days. */
const midnight = (shopId: ShopId, day: string, later: number): Prisma.Sql =>
  sql`((${day}::date + ${later}::int)::timestamp
    AT TIME ZONE (SELECT coalesce(z."timezone", 'UTC') FROM "Shop" z WHERE z."id" = ${shopId}::uuid))`;

/**
 * The condition for the orders `o` that a search finds: by a part of the name (with or without #), a reference, a
 * tracking number, a SKU of the print service, or a product's title; by the beginnings of all words of the search among
 * those of the customer. Case does not matter.
 */
function searchCondition(shopId: ShopId, search: string, customerHashes: readonly string[]): Prisma.Sql {
  const part = containing(search);
  const name = containing(search.replace(/^#+(?=.)/, ""));
  const ofShop = sql`s."shopId" = ${shopId}::uuid`;
  const customer =
    customerHashes.length === 0
      ? Prisma.empty
      : sql`OR o."id" IN (SELECT c."id" FROM "Order" c
          WHERE c."shopId" = ${shopId}::uuid AND c."searchHashes" @> ${[...customerHashes]}::text[])`;
  // Each subquery runs once for the whole shop; PostgreSQL scans the orders along their index and checks each id
  // against the
  // results. The scan ends when a page is full, so a frequent word costs no sorting.
  return sql`(o."name" ILIKE ${name}
    OR o."id" IN (SELECT s."orderId" FROM "Submission" s WHERE ${ofShop} AND s."reference" ILIKE ${part})
    OR o."id" IN (SELECT s."orderId" FROM "Submission" s JOIN "Parcel" p ON p."submissionId" = s."id"
      WHERE ${ofShop} AND p."trackingNumber" ILIKE ${part})
    OR o."id" IN (SELECT s."orderId" FROM "Submission" s JOIN "SubmissionLine" i ON i."submissionId" = s."id"
      WHERE ${ofShop} AND i."itemSku" ILIKE ${part})
    OR o."id" IN (SELECT l."orderId" FROM "OrderLine" l JOIN "Order" t ON t."id" = l."orderId"
      WHERE t."shopId" = ${shopId}::uuid AND l."title" ILIKE ${part})
    ${customer})`;
}

/** A LIKE pattern for a text that contains this one. Wildcards in the text are escaped. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
