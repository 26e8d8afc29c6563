import { Prisma, type Submission } from "../../../../prisma/client/client.ts";
import type { ShopId } from "../../../ports/ids.ts";
import { businessDaysBefore, businessDaysBetween } from "../../../settings/wall-time.ts";
import { readSettings, STAGES, type Stage } from "../../../settings/settings.ts";
import type { OrdersContext } from "../../core/context.ts";
import { stateIn } from "../../core/state-in.ts";
import { UNFINISHED_STATES } from "../../core/states.ts";
import { PROGRESS_TABS, type Tab } from "./tabs.ts";
import { DAY_MS } from "../../../ports/clock.ts";

/** All orders on the tab are in a stage; none is. */
export const isStageTab = (tab: Tab): boolean => STAGES.some((stage) => stage === tab);
export const isFinishedTab = (tab: Tab): boolean => tab === "fulfilled" || tab === "not_printed";

/** Where an order is, and since when. */
interface OrderStage {
  name: Stage;
  since: Date;
}

interface StagedSubmission extends Pick<Submission, "state" | "createdAt" | "sentAt" | "submittedAt"> {
  parcels: readonly { firstSeenAt: Date }[];
}

/**
 * The stage of the least advanced of an order's submissions, of which none is replaced, and since when the first of them is in it: it was
 * made, it was sent (what was rejected and accepted later, when it was accepted), its first parcel was seen. null: none is under way.
 */
export function orderStage(submissions: readonly StagedSubmission[]): OrderStage | null {
  for (const name of STAGES) {
    const here = submissions.filter(({ state }) => (PROGRESS_TABS[name] as readonly string[]).includes(state));
    const times = here.map((one) => since(name, one).getTime());
    if (times.length > 0) return { name, since: new Date(Math.min(...times)) };
  }
  return null;
}

function since(stage: Stage, { createdAt, sentAt, submittedAt, parcels }: StagedSubmission): Date {
  if (stage === "waiting") return createdAt;
  const times = stage === "shipped" ? parcels.map(({ firstSeenAt }) => firstSeenAt) : [];
  if (times.length > 0) return new Date(Math.min(...times.map(Number)));
  const sent = [sentAt, submittedAt].flatMap((at) => at?.getTime() ?? []);
  return sent.length === 0 ? createdAt : new Date(Math.max(...sent));
}

const { sql } = Prisma;

/**
 * The same in SQL: the shop's orders that are in a stage, `"orderId"`, with the place of the stage in STAGES and `"since"`. In the
 * sequence of the index of what is under way, so that a bounded count reads no more than it counts.
 */
export const ordersInStage = (shopId: ShopId): Prisma.Sql => sql`
  SELECT DISTINCT ON (s."orderId") s."orderId", t."stage", t."since" FROM "Submission" s,
    LATERAL (SELECT CASE WHEN ${stateIn("s", PROGRESS_TABS.waiting)} THEN 0
      WHEN ${stateIn("s", PROGRESS_TABS.at_provider)} THEN 1 ELSE 2 END AS "stage") r,
    LATERAL (SELECT r."stage", CASE r."stage" WHEN 0 THEN s."createdAt" ELSE coalesce(
      CASE WHEN r."stage" = 2 THEN (SELECT min(p."firstSeenAt") FROM "Parcel" p WHERE p."submissionId" = s."id") END,
      greatest(s."sentAt", s."submittedAt"), s."createdAt") END AS "since") t
  WHERE s."shopId" = ${shopId}::uuid AND s."replacedAt" IS NULL AND ${stateIn("s", UNFINISHED_STATES)}
  ORDER BY s."orderId", t."stage", t."since"`;

/** What counts as late in a shop now. */
export interface Lateness {
  now: Date;
  timezone: string;
  /** An order that has been in the stage since then is late. */
  before: Readonly<Record<Stage, Date>>;
}

export async function readLateness(
  { db, clock }: Pick<OrdersContext, "db" | "clock">,
  shopId: ShopId,
): Promise<Lateness> {
  const shop = await db.shop.findUniqueOrThrow({ where: { id: shopId }, select: { settings: true, timezone: true } });
  const { lateAfterDays } = readSettings(shop.settings);
  const [now, timezone] = [clock.now(), shop.timezone ?? "UTC"];
  const before = (stage: Stage) => businessDaysBefore(now, lateAfterDays[stage], timezone);
  return {
    ...{ now, timezone },
    before: { waiting: before("waiting"), at_provider: before("at_provider"), shipped: before("shipped") },
  };
}

/** Of the rows `g` of `ordersInStage`, those that are late. */
export const isLate = ({ before }: Lateness): Prisma.Sql =>
  sql`g."since" <= (ARRAY[${before.waiting}, ${before.at_provider}, ${before.shipped}]::timestamptz[])[g."stage" + 1]`;

/** How many orders of the shop are in each stage, and how many of them are late. */
export async function countStages(
  ctx: Pick<OrdersContext, "db" | "clock">,
  shopId: ShopId,
): Promise<Record<Stage | "late", number>> {
  const late = isLate(await readLateness(ctx, shopId));
  const rows = await ctx.db.$queryRaw<{ stage: number; orders: number; late: number }[]>`
    SELECT g."stage", count(*)::int AS "orders", count(*) FILTER (WHERE ${late})::int AS "late"
    FROM (${ordersInStage(shopId)}) g GROUP BY g."stage"`;
  const count = (stage: Stage) => rows.find((row) => row.stage === STAGES.indexOf(stage))?.orders ?? 0;
  return {
    ...{ waiting: count("waiting"), at_provider: count("at_provider"), shipped: count("shipped") },
    late: rows.reduce((sum, row) => sum + row.late, 0),
  };
}

/** An order's stage as the list shows it. */
export interface ShownStage {
  name: Stage;
  /** UTC, ISO 8601. */
  since: string;
  /** Whole business days since then, in the shop's time zone. */
  days: number;
  late: boolean;
}

export function shownStage(stage: OrderStage | null, { now, timezone, before }: Lateness): ShownStage | null {
  if (!stage) return null;
  const { name, since } = stage;
  const days = businessDaysBetween(since, now, timezone);
  return { name, since: since.toISOString(), days, late: since <= before[name] };
}

/** Business days that orders usually spend in a stage; null where none has left it. */
export type UsualDays = Record<Stage, number | null>;

const MEDIAN_DAYS = 60;
/** The newest are enough for a median, and a page waits for it. */
export const MEDIAN_ORDERS = 500;

/** The medians of what left each stage in the last 60 days. */
export async function readUsualDays(
  { db, clock }: Pick<OrdersContext, "db" | "clock">,
  shopId: ShopId,
): Promise<UsualDays> {
  const from = new Date(clock.now().getTime() - MEDIAN_DAYS * DAY_MS);
  const { waiting, at_provider, shipped } = await readStageMedians({ db }, shopId, { from });
  const whole = (days: number | null) => (days === null ? null : Math.round(days));
  return { waiting: whole(waiting), at_provider: whole(at_provider), shipped: whole(shipped) };
}

/**
 * The medians of what left each stage from an instant on and before another, in business days with their fractions. OFFSET 0 keeps the
 * planner from reading all submissions for a few.
 */
export async function readStageMedians(
  { db }: Pick<OrdersContext, "db">,
  shopId: ShopId,
  { from, before }: { from: Date; before?: Date },
): Promise<UsualDays> {
  const median = (begin: Prisma.Sql, end: Prisma.Sql) => sql`
    percentile_cont(0.5) WITHIN GROUP (ORDER BY (${businessClock(end)} - ${businessClock(begin)})::float8)`;
  const isBefore = (at: Prisma.Sql) => (before ? sql`AND ${at} < ${before}` : Prisma.empty);
  const [row] = await db.$queryRaw<UsualDays[]>`
    WITH "shop" AS (SELECT coalesce("timezone", 'UTC') AS "timezone", "printAccountId" FROM "Shop" WHERE "id" = ${shopId}::uuid),
      "sent" AS (
        SELECT s."createdAt", s."sentAt" FROM "Submission" s
        WHERE s."printAccountId" = (SELECT "printAccountId" FROM "shop") AND s."shopId" = ${shopId}::uuid AND s."sentAt" >= ${from}
          ${isBefore(sql`s."sentAt"`)}
        ORDER BY s."sentAt" DESC LIMIT ${MEDIAN_ORDERS}),
      "seen" AS (
        SELECT p."id", p."submissionId", p."firstSeenAt" FROM "Parcel" p
        WHERE p."shopId" = ${shopId}::uuid AND p."firstSeenAt" >= ${from} ${isBefore(sql`p."firstSeenAt"`)}
          AND NOT EXISTS (SELECT FROM "Parcel" e
          WHERE e."submissionId" = p."submissionId" AND (e."firstSeenAt", e."id") < (p."firstSeenAt", p."id"))
        ORDER BY p."firstSeenAt" DESC LIMIT ${MEDIAN_ORDERS}),
      "written" AS (
        SELECT p."firstSeenAt", min(w."endedAt") AS "endedAt" FROM "seen" p
        JOIN "ShopifyWrite" w ON w."parcelId" = p."id" AND w."outcome" = 'done' GROUP BY p."id", p."firstSeenAt")
    SELECT
      (SELECT ${median(sql`s."createdAt"`, sql`s."sentAt"`)} FROM "sent" s) AS "waiting",
      (SELECT ${median(sql`s."sentAt"`, sql`p."firstSeenAt"`)} FROM "seen" p, LATERAL (
        SELECT greatest(s."sentAt", s."submittedAt") AS "sentAt" FROM "Submission" s WHERE s."id" = p."submissionId" OFFSET 0) s
        WHERE s."sentAt" IS NOT NULL) AS "at_provider",
      (SELECT ${median(sql`w."firstSeenAt"`, sql`w."endedAt"`)} FROM "written" w) AS "shipped"`;
  return row ?? { waiting: null, at_provider: null, shipped: null };
}

/** As settings/wall-time.ts counts: days, with their fractions, of a clock that stands still at weekends. 1970 began on a Thursday. */
function businessClock(at: Prisma.Sql): Prisma.Sql {
  const days = sql`(extract(epoch FROM ${at} AT TIME ZONE (SELECT "timezone" FROM "shop")) / 86400 - 4)`;
  return sql`(floor(${days} / 7) * 5 + least(${days} - floor(${days} / 7) * 7, 5))`;
}
