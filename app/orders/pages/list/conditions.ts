import { Prisma } from "../../../../prisma/client/client.ts";
import { STAFF_ACTION_CODES, type AttentionCode } from "../../core/attention.ts";
import { resendable } from "../../core/resendable.ts";
import { stateIn } from "../../core/state-in.ts";
import type { SubmissionState } from "../../core/states.ts";
import type { ListQuery } from "./list-query.ts";
import { isProgressTab, lessAdvanced, PROGRESS_TABS, type Tab } from "./tabs.ts";
import type { ShopId } from "../../../ports/ids.ts";

const { sql, join } = Prisma;

/** The condition for the orders `o` of a list, without its search. */
export function conditions(shopId: ShopId, query: ListQuery): Prisma.Sql {
  const all = [placedCondition(shopId, query), ...tabConditions(shopId, query.tab)];
  if (query.states.length > 0) all.push(hasSubmission(shopId, query.states));
  if (query.reasons.length > 0) all.push(hasAttention(query.reasons));
  if (query.resendable) all.push(sql`o."id" IN (SELECT r."orderId" FROM (${resendable(shopId)}) r)`);
  return join(all, " AND ");
}

/** The shop's orders `o` of the days that the query names. */
export function placedCondition(shopId: ShopId, query: Pick<ListQuery, "placedFrom" | "placedTo">): Prisma.Sql {
  const all = [sql`o."shopId" = ${shopId}::uuid`];
  if (query.placedFrom) all.push(sql`o."shopifyCreatedAt" >= ${midnight(shopId, query.placedFrom, 0)}`);
  if (query.placedTo) all.push(sql`o."shopifyCreatedAt" < ${midnight(shopId, query.placedTo, 1)}`);
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
