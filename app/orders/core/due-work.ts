import { Prisma } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "./context.ts";
import { stateIn } from "./state-in.ts";
import { CALLING_STATES, DUE_PARCEL_STATES, IDLE_STATES, IN_FLIGHT_STATES, UNSENT_STATES } from "./states.ts";
import type { CallPurpose, ShopifyCalls } from "../../ports/points-store.ts";
import { codesWhere, type AttentionCode } from "./attention.ts";
import type { RowId, ShopId } from "../../ports/ids.ts";
import { MINUTE_MS } from "../../ports/clock.ts";

/** The kinds of rows that wait for work, each with a due time of its own. */
export const WORK_KINDS = ["delivery", "order", "submission", "parcel"] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** A row with work. */
export interface WorkRow {
  id: RowId;
  /** The shop, or the sender of a delivery. */
  partition: string;
  /** The print account that the work calls. */
  account: string | null;
  /** What the work reads and writes in Shopify; null: most likely nothing. */
  shopifyCalls: ShopifyCalls | null;
  /** How often in succession the work of the row, which is due, failed by an error of Inkbridge; 0 also where it is not due. */
  failures: number;
  /** Failed tries of the present step. */
  tries: number;
  /** Ids that the log shows beside the row's own. */
  logFields: Record<string, string>;
}

interface Source {
  table: Prisma.Sql;
  /** The column that tells whose row it is, and its type. */
  partition: Prisma.Sql;
  partitionType: Prisma.Sql;
  account: Prisma.Sql;
  /** ShopifyCalls of the row, as JSON or NULL. */
  shopifyCalls: Prisma.Sql;
  /** A due row has work only under this condition. Fits a partial index by partition, then "dueAt". */
  hasWork: Prisma.Sql;
  /** Of the row, as JSON. */
  logFields: Prisma.Sql;
}

const callsFor = (table: Prisma.Sql, purpose: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT jsonb_build_object('shop', shop."domain", 'purpose', ${purpose}) FROM "Shop" shop
    WHERE shop."id" = ${table}."shopId" AND ${purpose} IS NOT NULL)`;
const purpose = (name: CallPurpose): Prisma.Sql => Prisma.sql`${Prisma.raw(`'${name}'`)}`;

const BY_SHOP = {
  partition: Prisma.sql`"shopId"`,
  partitionType: Prisma.sql`uuid`,
  account: Prisma.sql`NULL`,
};
/** The look whether a hold is over. */
const IS_RECHECK = Prisma.sql`EXISTS (SELECT FROM "Attention" t
  WHERE t."submissionId" = "Submission"."id" AND t."clearedAt" IS NULL AND t."code" = ANY(${codesWhere(({ recheck }) => recheck !== undefined)}::text[]))`;
/**
 * A lookup and an expired claim concern the print service alone. What is held leaves the shop's points to orders that can be sent, and
 * to the reads of new ones: many held orders would else use up all of them.
 */
const SUBMISSION_PURPOSE = Prisma.sql`CASE WHEN ${stateIn("Submission", IN_FLIGHT_STATES)} THEN NULL
  WHEN ${stateIn("Submission", UNSENT_STATES)} THEN CASE WHEN ${IS_RECHECK} THEN ${purpose("sweep")} ELSE ${purpose("send")} END
  ELSE ${purpose("continue")} END`;
/**
 * A parcel goes at once: a customer waits for its number. The look whether what blocks it in Shopify is gone leaves the points to
 * others, as that of a submission does; a parcel that Shopify's message or staff woke has no tries.
 */
const PARCEL_PURPOSE = Prisma.sql`CASE WHEN "Parcel"."tries" > 0 AND EXISTS (SELECT FROM "Attention" t
  WHERE t."submissionId" = "Parcel"."submissionId" AND t."subject" = "Parcel"."id"::text AND t."clearedAt" IS NULL
    AND t."code" = ${"fulfillment_blocked" satisfies AttentionCode})
  THEN ${purpose("sweep")} ELSE ${purpose("fulfillment")} END`;
const SOURCES: Record<WorkKind, Source> = {
  delivery: {
    ...BY_SHOP,
    table: Prisma.sql`"WebhookDelivery"`,
    partition: Prisma.sql`"scope"`,
    partitionType: Prisma.sql`text`,
    shopifyCalls: Prisma.sql`NULL::jsonb`,
    hasWork: Prisma.sql`"state" = 'waiting'`,
    logFields: Prisma.sql`jsonb_build_object('webhookId', "deliveryId", 'topic', "topic")`,
  },
  order: {
    ...BY_SHOP,
    table: Prisma.sql`"Order"`,
    shopifyCalls: callsFor(Prisma.sql`"Order"`, purpose("receive")),
    hasWork: Prisma.sql`TRUE`,
    logFields: Prisma.sql`'{}'::jsonb`,
  },
  submission: {
    ...BY_SHOP,
    table: Prisma.sql`"Submission"`,
    account: Prisma.sql`CASE WHEN ${stateIn("Submission", CALLING_STATES)} THEN "printAccountId"::text END`,
    shopifyCalls: callsFor(Prisma.sql`"Submission"`, SUBMISSION_PURPOSE),
    hasWork: Prisma.sql`NOT ${stateIn("Submission", IDLE_STATES)}`,
    logFields: Prisma.sql`jsonb_build_object('order', "orderId", 'reference', "reference")`,
  },
  parcel: {
    ...BY_SHOP,
    table: Prisma.sql`"Parcel"`,
    shopifyCalls: callsFor(Prisma.sql`"Parcel"`, PARCEL_PURPOSE),
    hasWork: stateIn("Parcel", DUE_PARCEL_STATES),
    logFields: Prisma.sql`(SELECT jsonb_build_object('submission', s."id", 'order', s."orderId", 'reference', s."reference")
      FROM "Submission" s WHERE s."id" = "Parcel"."submissionId")`,
  },
};

export const tableOf = (work: WorkKind): Prisma.Sql => SOURCES[work].table;

/** The condition under which a row of this kind has work at its due time. */
export const hasWorkOf = (work: WorkKind): Prisma.Sql => SOURCES[work].hasWork;

/**
 * A CTE `partitions` of those with rows that are due, now or later, NULL at last. They are found one after the other in an
 * index, without the rows between (PostgreSQL's wiki: loose index scan).
 */
export function partitionsOf(work: WorkKind): Prisma.Sql {
  const { table, partition, hasWork } = SOURCES[work];
  const nextPartition = (condition: Prisma.Sql) => Prisma.sql`
    SELECT ${partition} AS "key" FROM ${table} WHERE ${hasWork} AND "dueAt" IS NOT NULL AND ${condition}
    ORDER BY ${partition} LIMIT 1`;
  return Prisma.sql`partitions AS (
      (${nextPartition(Prisma.sql`TRUE`)})
      UNION ALL
      SELECT (${nextPartition(Prisma.sql`${partition} > partitions."key"`)}) FROM partitions WHERE partitions."key" IS NOT NULL
    )`;
}

/** Rows of `partitions."key"` that are due, as a part of FROM and WHERE. */
export const dueInPartition = (work: WorkKind, now: Date): Prisma.Sql => {
  const { table, partition, hasWork } = SOURCES[work];
  return Prisma.sql`${table} WHERE ${hasWork} AND "dueAt" <= ${now} AND ${partition} = partitions."key"`;
};

interface DueQuery {
  /** Most rows of one partition. */
  perPartition: number;
  limit: number;
  /** Rows and partitions that are being worked on. */
  excludedIds: readonly RowId[];
  excludedPartitions: readonly string[];
  /** Any text that differs between processes. */
  jitterSeed: string;
}

/**
 * Rows of a partition that one query reads, in the order of their due times: processes choose among these in their own way. At most
 * so many, more than a process takes of one partition; of many partitions fewer each, so that all together stay about as many.
 */
const MAX_CANDIDATES = 64;
const MIN_CANDIDATES = 8;
const ALL_CANDIDATES = 1_000;

/**
 * Due rows, one of each partition first, then a second of each, so that a partition with thousands of rows delays no other.
 * Each process sorts the first rows of a partition in its own way: two processes seldom take the same row, and where they do, the
 * second finds nothing to do. Reads no more of a partition than these first rows: LIMIT 1 keeps PostgreSQL from joining them with the
 * whole table.
 */
export function findDueRows(
  ctx: Pick<OrdersContext, "sql" | "clock">,
  work: WorkKind,
  query: DueQuery,
): Promise<WorkRow[]> {
  const { table, partitionType, account, shopifyCalls, logFields } = SOURCES[work];
  return ctx.sql.query<WorkRow>`
    WITH RECURSIVE ${partitionsOf(work)}
    SELECT due."id"::text AS "id", partitions."key"::text AS "partition", due."account", due."failures", due."tries",
      of_row."logFields", of_row."shopifyCalls" FROM partitions
    CROSS JOIN LATERAL (
      SELECT first.*, row_number() OVER (
        ORDER BY date_trunc('minute', first."dueAt"), hashtext(first."id"::text || ${query.jitterSeed})
      ) AS "rank" FROM (
        SELECT "id", ${account} AS "account", "dueAt", "failures", "tries" FROM ${dueInPartition(work, ctx.clock.now())}
          AND "id" <> ALL(${[...query.excludedIds]}::uuid[])
        ORDER BY "dueAt" LIMIT (SELECT LEAST(${MAX_CANDIDATES}, GREATEST(${MIN_CANDIDATES}, ${ALL_CANDIDATES} / count(*))) FROM partitions)
      ) AS first
    ) AS due
    CROSS JOIN LATERAL (
      SELECT ${logFields} AS "logFields", ${shopifyCalls} AS "shopifyCalls" FROM ${table} WHERE "id" = due."id" LIMIT 1
    ) AS of_row
    WHERE partitions."key" <> ALL(${[...query.excludedPartitions]}::${partitionType}[]) AND due."rank" <= ${query.perPartition}
    ORDER BY due."rank", due."dueAt"
    LIMIT ${query.limit}`;
}

/** Woken rows, due or not, in the order of their ids and in one statement; undefined for one that has no work. */
export async function findWorkRows(
  ctx: Pick<OrdersContext, "sql" | "clock">,
  work: WorkKind,
  ids: readonly string[],
): Promise<(WorkRow | undefined)[]> {
  const { table, partition, account, shopifyCalls, hasWork, logFields } = SOURCES[work];
  const rows = await ctx.sql.query<WorkRow>`
    SELECT "id"::text AS "id", ${partition}::text AS "partition", ${account} AS "account",
      CASE WHEN "dueAt" <= ${ctx.clock.now()} THEN "failures" ELSE 0 END AS "failures", "tries", ${logFields} AS "logFields",
      ${shopifyCalls} AS "shopifyCalls" FROM ${table}
    WHERE "id" = ANY(${[...ids]}::uuid[]) AND ${hasWork}`;
  const byId = new Map<string, WorkRow>(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

/** More are not counted. */
const OVERDUE_LIMIT = 1_000;

/** Work that nobody took for so long waits behind other work, or nobody takes it, in milliseconds. */
const OVERDUE_AFTER_MS = 10 * MINUTE_MS;

/** Rows with work that has been due for 10 minutes, of one shop or of all, up to OVERDUE_LIMIT of each kind. */
export async function countOverdueWork(
  { sql, clock }: Pick<OrdersContext, "sql" | "clock">,
  shop: { id: ShopId; domain: string } | null,
): Promise<number> {
  const before = new Date(clock.now().getTime() - OVERDUE_AFTER_MS);
  const counts = await Promise.all(
    WORK_KINDS.map((work) => {
      const ofShop =
        work === "delivery" ? Prisma.sql`"scope" = ${shop?.domain}` : Prisma.sql`"shopId" = ${shop?.id}::uuid`;
      return sql.query<{ count: number }>`
        SELECT count(*)::int AS "count" FROM (SELECT 1 FROM ${tableOf(work)}
          WHERE ${hasWorkOf(work)} AND "dueAt" <= ${before} AND ${shop ? ofShop : Prisma.sql`TRUE`}
          LIMIT ${OVERDUE_LIMIT}) AS overdue`;
    }),
  );
  return counts.reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
}
