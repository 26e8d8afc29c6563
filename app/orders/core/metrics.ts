import { Prisma } from "../../../prisma/client/client.ts";
import type { Sql } from "../../database/sql.ts";
import type { Clock } from "../../ports/clock.ts";
import { dueInPartition, partitionsOf, WORK_KINDS, type WorkKind } from "./due-work.ts";
import { stateIn } from "./state-in.ts";
import { UNFINISHED_STATES } from "./states.ts";

/** More rows of one metric are not counted: a backlog must not make monitoring slow. */
export const METRIC_LIMIT = 10_000;

/** What monitoring reads from the database. */
export type MetricName =
  | "submissions"
  | "attention"
  | "queue_waiting"
  | "queue_oldest_seconds"
  | "failed_webhooks"
  | "unconfirmed_webhooks"
  | "heartbeat_seconds"
  | "shops_address_refused";

export interface DatabaseMetric {
  name: MetricName;
  /** State, code, queue, source or topic. */
  label: string;
  outcome: string | null;
  value: number;
}

/**
 * All metrics, in one statement, so that a scrape takes one connection once. Each reads the beginning of a partial index, and
 * none the history.
 */
export async function readMetrics({ sql, clock }: { sql: Sql; clock: Clock }): Promise<DatabaseMetric[]> {
  const now = clock.now();
  const parts = [
    countBy("submissions", Prisma.sql`s."state"::text`, UNFINISHED),
    countBy("attention", Prisma.sql`t."code"`, OPEN_REASONS),
    countBy("failed_webhooks", Prisma.sql`d."source"::text`, DEAD_LETTERS),
    ...WORK_KINDS.map((work) => queueMetrics(work, now)),
    unsentFlowEvents(now),
    UNCONFIRMED,
    SHOPS_REFUSED,
    Prisma.sql`SELECT 'heartbeat_seconds', '', NULL, ${secondsSince(now, Prisma.sql`"at"`)} FROM "Heartbeat"`,
  ];
  return sql.query<DatabaseMetric>`
    SELECT * FROM (${Prisma.join(parts, " UNION ALL ")}) AS metric("name", "label", "outcome", "value")`;
}

/** 0 where there is none; clocks of other processes may be a little ahead. */
const secondsSince = (now: Date, at: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`greatest(0, coalesce(extract(epoch FROM ${now}::timestamptz - ${at}), 0))::float8`;

/** Rows by a label, up to the limit. */
const countBy = (name: MetricName, label: Prisma.Sql, rows: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT ${Prisma.raw(`'${name}'`)}, "label", NULL::text, count(*)::float8
  FROM (SELECT ${label} AS "label" FROM ${rows} LIMIT ${METRIC_LIMIT}) AS bounded GROUP BY "label"`;

const UNFINISHED = Prisma.sql`"Submission" s WHERE s."replacedAt" IS NULL AND ${stateIn("s", UNFINISHED_STATES)}`;
const OPEN_REASONS = Prisma.sql`"Attention" t WHERE t."clearedAt" IS NULL`;
const DEAD_LETTERS = Prisma.sql`"WebhookDelivery" d WHERE d."state" = 'dead_letter'`;

/** Due rows of all shops, and the oldest; rows that are put off are not read. */
function queueMetrics(work: WorkKind, now: Date): Prisma.Sql {
  const firstRows = (limit: number) => Prisma.sql`
    partitions CROSS JOIN LATERAL (
      SELECT "dueAt" FROM ${dueInPartition(work, now)} ORDER BY "dueAt" LIMIT ${limit}) AS due`;
  const queue = Prisma.raw(`'${work}'`);
  return Prisma.sql`
    (WITH RECURSIVE ${partitionsOf(work)}
    SELECT 'queue_waiting', ${queue}, NULL,
      (SELECT count(*)::float8 FROM (SELECT 1 FROM ${firstRows(METRIC_LIMIT)} LIMIT ${METRIC_LIMIT}) AS bounded)
    UNION ALL
    SELECT 'queue_oldest_seconds', ${queue}, NULL,
      (SELECT ${secondsSince(now, Prisma.sql`min(due."dueAt")`)} FROM ${firstRows(1)}))`;
}

const unsentFlowEvents = (now: Date): Prisma.Sql => Prisma.sql`
  SELECT 'queue_waiting', 'flow_event', NULL, count(*)::float8
  FROM (SELECT 1 FROM "FlowEvent" WHERE "dueAt" <= ${now} LIMIT ${METRIC_LIMIT}) AS bounded
  UNION ALL
  SELECT 'queue_oldest_seconds', 'flow_event', NULL, ${secondsSince(now, Prisma.sql`min("dueAt")`)} FROM "FlowEvent"
  WHERE "dueAt" <= ${now}`;

/** Shops are few beside what belongs to them. */
const SHOPS_REFUSED = Prisma.sql`
  SELECT 'shops_address_refused', '', NULL, count(*)::float8 FROM "Shop"
  WHERE "addressRefusedAt" IS NOT NULL AND "uninstalledAt" IS NULL`;

/** Each half uses a partial index with few rows. */
const UNCONFIRMED = Prisma.sql`
  SELECT 'unconfirmed_webhooks', "topic", 'waiting', count(*)::float8 FROM "WebhookDelivery"
  WHERE "state" = 'waiting' AND "topic" IN ('app/uninstalled', 'shop/redact') GROUP BY "topic"
  UNION ALL
  SELECT 'unconfirmed_webhooks', "topic", 'rejected', count(*)::float8 FROM (
    SELECT "topic" FROM "WebhookDelivery"
    WHERE "state" = 'dead_letter' AND "source" = 'shopify' AND "problem" = 'app_installed' LIMIT ${METRIC_LIMIT}) AS bounded
  GROUP BY "topic"`;
