import { Prisma } from "@prisma/client";
import type { OrdersContext } from "./context.ts";
import { stateIn } from "./state-in.ts";
import { CALLING_STATES, DUE_PARCEL_STATES, IDLE_STATES } from "./states.ts";

/** The kinds of rows that wait for work, each with a due time of its own. */
export const WORK_KINDS = ["delivery", "order", "submission", "parcel"] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** A row with work, and whose it is: `partition` is the shop (or the sender of a delivery), `account` the print account that it asks. */
export interface WorkRow {
  id: string;
  partition: string;
  account: string | null;
  /** It is due, and its work failed the last time by a fault of ours. */
  failing: boolean;
}

interface Source {
  table: Prisma.Sql;
  partition: Prisma.Sql;
  account: Prisma.Sql;
  /** Besides being due: something would be done with it. Fits a partial index by "dueAt". */
  hasWork: Prisma.Sql;
}

const SQL_NULL = Prisma.sql`NULL`;
const SOURCES: Record<WorkKind, Source> = {
  delivery: {
    table: Prisma.sql`"WebhookDelivery"`,
    partition: Prisma.sql`"scope"`,
    account: SQL_NULL,
    hasWork: Prisma.sql`"state" = 'waiting'`,
  },
  order: {
    table: Prisma.sql`"Order"`,
    partition: Prisma.sql`"shopId"::text`,
    account: SQL_NULL,
    hasWork: Prisma.sql`TRUE`,
  },
  submission: {
    table: Prisma.sql`"Submission"`,
    partition: Prisma.sql`"shopId"::text`,
    account: Prisma.sql`CASE WHEN ${stateIn("Submission", CALLING_STATES)} THEN "printAccountId"::text END`,
    hasWork: Prisma.sql`NOT ${stateIn("Submission", IDLE_STATES)}`,
  },
  parcel: {
    table: Prisma.sql`"Parcel"`,
    partition: Prisma.sql`"shopId"::text`,
    account: SQL_NULL,
    hasWork: stateIn("Parcel", DUE_PARCEL_STATES),
  },
};

export const tableOf = (work: WorkKind): Prisma.Sql => SOURCES[work].table;

export interface DueQuery {
  /** Of one partition at most so many, and so many in all. */
  perPartition: number;
  limit: number;
  /** Rows and partitions to leave out: they are being worked on. */
  excludedIds: readonly string[];
  excludedPartitions: readonly string[];
  /** Any word that differs between processes. */
  jitterSeed: string;
}

/**
 * What is due, partition by partition in turn: one row of each first, then a second … A partition with thousands of rows hides none of the
 * others. Within a minute's rows each process has an order of its own, so that two seldom take the same one; where they do,
 * the second finds nothing to do.
 */
export function findDueRows(
  ctx: Pick<OrdersContext, "db" | "clock">,
  work: WorkKind,
  query: DueQuery,
): Promise<WorkRow[]> {
  const { table, partition, account, hasWork } = SOURCES[work];
  return ctx.db.$queryRaw<WorkRow[]>`
    SELECT "id", "partition", "account", "failing" FROM (
      SELECT "id"::text AS "id", ${partition} AS "partition", ${account} AS "account", "dueAt", "failures" > 0 AS "failing", row_number() OVER (
        PARTITION BY ${partition} ORDER BY date_trunc('minute', "dueAt"), hashtext("id"::text || ${query.jitterSeed})
      ) AS "rank"
      FROM ${table}
      WHERE ${hasWork} AND "dueAt" <= ${ctx.clock.now()}
        AND "id" <> ALL(${[...query.excludedIds]}::uuid[]) AND ${partition} <> ALL(${[...query.excludedPartitions]}::text[])
    ) AS "due"
    WHERE "rank" <= ${query.perPartition}
    ORDER BY "rank", "dueAt"
    LIMIT ${query.limit}`;
}

/** Whose a row is that somebody woke; null when there is nothing to do for it. */
export async function findWorkRow(
  ctx: Pick<OrdersContext, "db" | "clock">,
  work: WorkKind,
  id: string,
): Promise<WorkRow | null> {
  const { table, partition, account, hasWork } = SOURCES[work];
  const rows = await ctx.db.$queryRaw<WorkRow[]>`
    SELECT "id"::text AS "id", ${partition} AS "partition", ${account} AS "account",
      "failures" > 0 AND "dueAt" <= ${ctx.clock.now()} AS "failing" FROM ${table}
    WHERE "id" = ${id}::uuid AND ${hasWork}`;
  return rows[0] ?? null;
}
