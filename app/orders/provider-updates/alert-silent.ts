import { Prisma } from "../../../prisma/client/client.ts";
import { codesFoundBy, type CodeFoundBy } from "../core/attention.ts";
import { changeOrder } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import { clearReasons, raiseReason, submissionIn } from "../core/order-rows.ts";
import { isSendingPaused } from "../core/sending-plan.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { stateIn } from "../core/state-in.ts";
import { FOLLOWED_STATES, UNSHIPPED_STATES, type SubmissionState, UNSENT_STATES } from "../core/states.ts";
import { DAY_MS } from "../../ports/clock.ts";
import type { ShopId, OrderId, SubmissionId } from "../../ports/ids.ts";
import { businessDaysBefore } from "../../settings/wall-time.ts";
import { readSettings } from "../../settings/settings.ts";

type Code = CodeFoundBy<"silence">;

/** The states in which each reason can apply. */
const STATES_OF: Readonly<Record<Code, readonly SubmissionState[]>> = {
  updates_stopped: FOLLOWED_STATES,
  provider_unreadable: FOLLOWED_STATES,
  shipment_overdue: UNSHIPPED_STATES,
};

/** Raised, or cleared, in one run; the others follow in the next. */
const BATCH_SIZE = 200;

interface Row {
  id: SubmissionId;
  shopId: ShopId;
  orderId: OrderId;
  code: Code;
}

/**
 * Raises attention for orders at the print service without updates: on an account that it has rejected since
 * (`updates_stopped`), not compared with it for `policy.alertUnreadableAfterMs` (`provider_unreadable`), and without a
 * parcel for longer than the shop's settings allow (`shipment_overdue`), even under a status that is not known here. Clears what no
 * longer holds. Returns how many it raised and cleared.
 */
export async function alertSilent(ctx: OrdersContext): Promise<number> {
  const times = await readTimes(ctx);
  const silent = await silentRows(ctx, times);
  for (const row of silent) await raiseAlert(ctx, row);
  const resolved = await resolvedRows(ctx, times);
  for (const row of resolved) await clearAlert(ctx, row);
  return silent.length + resolved.length;
}

interface Times {
  rejectedBefore: Date;
  unreadBefore: Date;
  /** By shop: what was sent until then and has not shipped is late. */
  sentBefore: { shopIds: ShopId[]; times: Date[] };
}

async function readTimes(ctx: OrdersContext): Promise<Times> {
  const now = ctx.clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  // What was sent within a day is late in no shop.
  const shops = await ctx.sql.query<{ id: ShopId; settings: unknown; timezone: string | null }>`
    SELECT "id"::text AS "id", "settings", "timezone" FROM "Shop" WHERE "id" IN (
      SELECT s."shopId" FROM "Submission" s WHERE ${stateIn("s", UNSHIPPED_STATES)} AND s."sentAt" <= ${ago(DAY_MS)})`;
  return {
    rejectedBefore: ago(ctx.policy.alertAfterMs),
    unreadBefore: ago(ctx.policy.alertUnreadableAfterMs),
    sentBefore: {
      shopIds: shops.map(({ id }) => id),
      times: shops.map(({ settings, timezone }) =>
        businessDaysBefore(now, readSettings(settings).lateAfterDays.at_provider, timezone ?? "UTC"),
      ),
    },
  };
}

/** The tables of a condition: a submission, its account, and when it must have been sent to be late now. */
const tables = ({ sentBefore: { shopIds, times } }: Times): Prisma.Sql => Prisma.sql`"Submission" s
  LEFT JOIN "PrintAccount" a ON a."id" = s."printAccountId"
  LEFT JOIN unnest(${shopIds}::uuid[], ${times}::timestamptz[]) AS late("shopId", "before") ON late."shopId" = s."shopId"`;

/** Conditions on `tables`. One code has two, each served by its own index. */
const conditions = ({ rejectedBefore, unreadBefore, sentBefore }: Times): { code: Code; condition: Prisma.Sql }[] => [
  {
    code: "updates_stopped",
    condition: Prisma.sql`${stateIn("s", FOLLOWED_STATES)} AND a."refusedAt" <= ${rejectedBefore}`,
  },
  {
    code: "provider_unreadable",
    condition: Prisma.sql`${stateIn("s", FOLLOWED_STATES)} AND a."refusedAt" IS NULL
      AND a."readFailingSince" <= ${unreadBefore} AND s."sentAt" <= ${unreadBefore}
      AND (s."checkedAt" IS NULL OR s."checkedAt" < a."readFailingSince")`,
  },
  {
    code: "provider_unreadable",
    condition: Prisma.sql`${stateIn("s", FOLLOWED_STATES)} AND a."refusedAt" IS NULL
      AND s."readFailingSince" <= ${unreadBefore}`,
  },
  {
    code: "shipment_overdue",
    // "sentAt" is the first try: what was rejected, and accepted days later, is no older than its acceptance.
    condition: Prisma.sql`${stateIn("s", UNSHIPPED_STATES)} AND s."sentAt" <= late."before"
      AND (s."submittedAt" IS NULL OR s."submittedAt" <= late."before")
      AND s."sentAt" <= ${new Date(Math.max(0, ...sentBefore.times.map(Number)))}`,
  },
];

/** What staff has resolved is not raised again. */
const silentRows = (ctx: OrdersContext, times: Times): Promise<Row[]> => ctx.sql.query<Row>`
  SELECT s."id"::text AS "id", s."shopId"::text AS "shopId", s."orderId"::text AS "orderId", s."code" FROM (
    ${Prisma.join(
      conditions(times).map(
        ({ code, condition }) => Prisma.sql`
          SELECT s."id", s."shopId", s."orderId", s."replacedAt", ${code}::text AS "code"
          FROM ${tables(times)} WHERE ${condition}`,
      ),
      " UNION ",
    )}
  ) AS s
  WHERE s."replacedAt" IS NULL AND NOT EXISTS (SELECT 1 FROM "Attention" t
    WHERE t."submissionId" = s."id" AND t."code" = s."code" AND (t."clearedAt" IS NULL OR t."clearedBy" = 'person'))
  LIMIT ${BATCH_SIZE}`;

const resolvedRows = (ctx: OrdersContext, times: Times): Promise<Row[]> => ctx.sql.query<Row>`
  SELECT s."id"::text AS "id", s."shopId"::text AS "shopId", s."orderId"::text AS "orderId", t."code"
  FROM ${tables(times)} JOIN "Attention" t ON t."submissionId" = s."id"
  WHERE t."clearedAt" IS NULL AND t."code" = ANY(${[...codesFoundBy("silence")]}) AND (${Prisma.join(
    conditions(times).map(({ code, condition }) => Prisma.sql`(t."code" = ${code} AND (${condition}))`),
    " OR ",
  )}) IS NOT TRUE
  LIMIT ${BATCH_SIZE}`;

const raiseAlert = (ctx: OrdersContext, { id, shopId, orderId, code }: Row): Promise<void> =>
  changeOrder(ctx, orderId, (rows) => {
    if (STATES_OF[code].includes(submissionIn(rows, id).state))
      raiseReason(rows, ctx, { shopId, orderId, submissionId: id, code });
  });

const clearAlert = (ctx: OrdersContext, { id, orderId, code }: Row): Promise<number> =>
  changeOrder(ctx, orderId, (rows) => clearReasons(rows, ctx, { submissionId: id, codes: [code] }, "facts"));

interface OverdueSubmission {
  id: SubmissionId;
  shopId: ShopId;
  orderId: OrderId;
}

/**
 * Raises attention for submissions that nothing holds and that were not sent for `policy.alertAfterMs`: many are queued
 * before them, or the account is rate limited. A failed try raises its own. Not for a shop that waits for Shopify's limit, or has paused
 * its sending: one banner says so of all its orders. Returns how many.
 */
export async function alertOverdue(ctx: OrdersContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - ctx.policy.alertAfterMs);
  const overdue = await ctx.sql.query<OverdueSubmission>`
    SELECT s."id"::text AS "id", s."shopId"::text AS "shopId", s."orderId"::text AS "orderId" FROM "Submission" s
    WHERE s."shopId" <> ALL(${await shopsThatWait(ctx, before)}::uuid[]) AND s."dueAt" IS NOT NULL AND (
        (s."state" = 'waiting' AND s."dueAt" <= ${before})
        OR (s."state" = 'ready' AND ${before} >= (
          SELECT max(h."at") FROM "History" h WHERE h."orderId" = s."orderId" AND h."submissionId" = s."id"
            AND h."code" IN ('submission.release', 'submission.absent'))))
      AND NOT EXISTS (SELECT 1 FROM "Attention" a
        WHERE a."submissionId" = s."id" AND a."orderId" = s."orderId" AND a."clearedAt" IS NULL)
    LIMIT ${BATCH_SIZE}`;
  for (const { id, shopId, orderId } of overdue) await raiseNotSent(ctx, { id, shopId, orderId });
  return overdue.length;
}

/** Shops with such submissions that wait for Shopify's limit, or whose sending is paused. */
async function shopsThatWait(ctx: OrdersContext, before: Date): Promise<ShopId[]> {
  const shops = await ctx.sql.query<Pick<ShopRow, "id" | "domain" | "sendingPausedAt" | "sendingPausedUntil">>`
    SELECT "id"::text AS "id", "domain", "sendingPausedAt", "sendingPausedUntil" FROM "Shop" WHERE "id" IN (
      SELECT s."shopId" FROM "Submission" s WHERE ${stateIn("s", UNSENT_STATES)} AND s."dueAt" <= ${before})`;
  const now = ctx.clock.now();
  const waits = await Promise.all(
    shops.map(async (shop) => isSendingPaused(now, shop) || (await ctx.shopify.isAtLimit(shop.domain))),
  );
  return shops.filter((_, at) => waits[at]).map(({ id }) => id);
}

async function raiseNotSent(ctx: OrdersContext, { id, shopId, orderId }: OverdueSubmission): Promise<void> {
  await changeOrder(ctx, orderId, (rows) => {
    const { state, dueAt } = submissionIn(rows, id);
    // It may have got another time since.
    if (dueAt === null || !UNSENT_STATES.includes(state) || (state === "waiting" && dueAt > ctx.clock.now())) return;
    raiseReason(rows, ctx, { shopId, orderId, submissionId: id, code: "not_sent_yet" });
  });
}
