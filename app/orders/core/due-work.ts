import { Prisma } from "@prisma/client";
import type { OrdersContext } from "./context.ts";
import { stateIn } from "./state-in.ts";
import { CALLING_STATES, DUE_PARCEL_STATES, IDLE_STATES } from "./states.ts";
import type { RowId } from "../../ports/ids.ts";

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
  /** How often in succession the work of the row, which is due, failed by an error of Inkbridge; 0 also where it is not due. */
  failures: number;
  /** Failed tries of the present step. */
  tries: number;
}

interface Source {
  table: Prisma.Sql;
  partition: Prisma.Sql;
  account: Prisma.Sql;
  /** A due row has work only under this condition. Fits a partial index by "dueAt". */
  hasWork: Prisma.Sql;
}

const BY_SHOP = { partition: Prisma.sql`"shopId"::text`, account: Prisma.sql`NULL` };
const SOURCES: Record<WorkKind, Source> = {
  delivery: {
    ...BY_SHOP,
    table: Prisma.sql`"WebhookDelivery"`,
    partition: Prisma.sql`"scope"`,
    hasWork: Prisma.sql`"state" = 'waiting'`,
  },
  order: { ...BY_SHOP, table: Prisma.sql`"Order"`, hasWork: Prisma.sql`TRUE` },
  submission: {
    ...BY_SHOP,
    table: Prisma.sql`"Submission"`,
    account: Prisma.sql`CASE WHEN ${stateIn("Submission", CALLING_STATES)} THEN "printAccountId"::text END`,
    hasWork: Prisma.sql`NOT ${stateIn("Submission", IDLE_STATES)}`,
  },
  parcel: { ...BY_SHOP, table: Prisma.sql`"Parcel"`, hasWork: stateIn("Parcel", DUE_PARCEL_STATES) },
};

export const tableOf = (work: WorkKind): Prisma.Sql => SOURCES[work].table;

/** The condition under which a row of this kind has work at its due time. */
export const hasWorkOf = (work: WorkKind): Prisma.Sql => SOURCES[work].hasWork;

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
 * Due rows, one of each partition first, then a second of each, so that a partition with thousands of rows delays no other.
 * Each process sorts the rows of one minute in its own way: two processes seldom take the same row, and where they do, the
 * second finds nothing to do.
 */
export function findDueRows(
  ctx: Pick<OrdersContext, "db" | "clock">,
  work: WorkKind,
  query: DueQuery,
): Promise<WorkRow[]> {
  const { table, partition, account, hasWork } = SOURCES[work];
  return ctx.db.$queryRaw<WorkRow[]>`
    SELECT "id", "partition", "account", "failures", "tries" FROM (
      SELECT "id"::text AS "id", ${partition} AS "partition", ${account} AS "account", "dueAt", "failures", "tries", row_number() OVER (
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

/** A woken row, due or not; null when it has no work. */
export async function findWorkRow(
  ctx: Pick<OrdersContext, "db" | "clock">,
  work: WorkKind,
  id: string,
): Promise<WorkRow | null> {
  const { table, partition, account, hasWork } = SOURCES[work];
  const rows = await ctx.db.$queryRaw<WorkRow[]>`
    SELECT "id"::text AS "id", ${partition} AS "partition", ${account} AS "account",
      CASE WHEN "dueAt" <= ${ctx.clock.now()} THEN "failures" ELSE 0 END AS "failures", "tries" FROM ${table}
    WHERE "id" = ${id}::uuid AND ${hasWork}`;
  return rows[0] ?? null;
}
