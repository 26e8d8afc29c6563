import { Prisma } from "@prisma/client";
import { STAFF_ACTION_CODES, type AttentionCode } from "../../core/attention.ts";
import type { SubmissionState } from "../../core/states.ts";
import type { ListQuery } from "./list-query.ts";
import { searchCondition } from "./search-condition.ts";
import { isProgressTab, lessAdvanced, PROGRESS_TABS, type Tab } from "./tabs.ts";

const { sql, join } = Prisma;

/** What an order `o` of the shop has to be to stand on the list. */
export function conditions(shopId: string, query: ListQuery): Prisma.Sql {
  const all = [sql`o."shopId" = ${shopId}::uuid`, ...tabConditions(query.tab)];
  if (query.states.length > 0) all.push(hasSubmission(query.states));
  if (query.reasons.length > 0) all.push(hasAttention(query.reasons));
  if (query.placedFrom) all.push(sql`o."shopifyCreatedAt" >= ${midnight(shopId, query.placedFrom, 0)}`);
  if (query.placedTo) all.push(sql`o."shopifyCreatedAt" < ${midnight(shopId, query.placedTo, 1)}`);
  if (query.search) all.push(searchCondition(shopId, query.search));
  return join(all, " AND ");
}

/** Replaced submissions do not count anywhere: another one stands for them. */
const ACTIVE_SUBMISSION = sql`s."orderId" = o."id" AND s."replacedAt" IS NULL`;

function tabConditions(tab: Tab): Prisma.Sql[] {
  if (tab === "all") return [];
  if (tab === "attention") return [hasAttention(STAFF_ACTION_CODES)];
  if (!isProgressTab(tab))
    return [sql`NOT EXISTS (SELECT FROM "Submission" s WHERE ${ACTIVE_SUBMISSION} AND s."state" <> 'cancelled')`];
  const before = lessAdvanced(tab);
  const here = hasSubmission(PROGRESS_TABS[tab]);
  return before.length === 0 ? [here] : [here, sql`NOT ${hasSubmission(before)}`];
}

const hasSubmission = (states: readonly SubmissionState[]): Prisma.Sql =>
  sql`EXISTS (SELECT FROM "Submission" s WHERE ${ACTIVE_SUBMISSION} AND s."state" = ANY(${[...states]}::"SubmissionState"[]))`;

const hasAttention = (codes: readonly AttentionCode[]): Prisma.Sql =>
  sql`EXISTS (SELECT FROM "Attention" a
    WHERE a."orderId" = o."id" AND a."clearedAt" IS NULL AND a."code" = ANY(${[...codes]}::text[]))`;

/** The beginning of a day in the shop's time zone, `later` days on. */
const midnight = (shopId: string, day: string, later: number): Prisma.Sql =>
  sql`((${day}::date + ${later}::int)::timestamp
    AT TIME ZONE (SELECT coalesce(z."timezone", 'UTC') FROM "Shop" z WHERE z."id" = ${shopId}::uuid))`;
