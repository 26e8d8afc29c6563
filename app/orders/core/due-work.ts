import { Prisma } from "@prisma/client";
import type { OrdersContext } from "./context.ts";

/** The kinds of rows that wait for work, each with a due time of its own. */
export const WORKS = ["delivery", "order", "submission", "parcel"] as const;
export type Work = (typeof WORKS)[number];

/** A row with work, and whose it is: `lane` is the shop (or the sender of a delivery), `account` the print account that it asks. */
export interface DueRow {
  id: string;
  lane: string;
  account: string | null;
  /** It is due, and its work failed the last time by a fault of ours. */
  failing: boolean;
}

interface Source {
  table: Prisma.Sql;
  lane: Prisma.Sql;
  account: Prisma.Sql;
  /** Besides being due: something would be done with it. Fits a partial index by "dueAt". */
  open: Prisma.Sql;
}

const NONE = Prisma.sql`NULL`;
const SOURCES: Record<Work, Source> = {
  delivery: {
    table: Prisma.sql`"Delivery"`,
    lane: Prisma.sql`"scope"`,
    account: NONE,
    open: Prisma.sql`"state" = 'waiting'`,
  },
  order: { table: Prisma.sql`"Order"`, lane: Prisma.sql`"shopId"::text`, account: NONE, open: Prisma.sql`TRUE` },
  submission: {
    table: Prisma.sql`"Submission"`,
    lane: Prisma.sql`"shopId"::text`,
    account: Prisma.sql`CASE WHEN "state" IN ('waiting', 'ready', 'uncertain') THEN "printAccountId"::text END`,
    open: Prisma.sql`"state" NOT IN ('draft', 'rejected', 'cancelled')`,
  },
  parcel: {
    table: Prisma.sql`"Parcel"`,
    lane: Prisma.sql`"shopId"::text`,
    account: NONE,
    open: Prisma.sql`"state" IN ('waiting', 'writing')`,
  },
};

export const tableOf = (work: Work): Prisma.Sql => SOURCES[work].table;

export interface Wanted {
  /** Of one lane at most so many, and so many in all. */
  perLane: number;
  most: number;
  /** Rows and lanes to leave out: they are being worked on. */
  exceptIds: readonly string[];
  exceptLanes: readonly string[];
  /** Any word that differs between processes. */
  taste: string;
}

/**
 * What is due, lane by lane in turn: one row of each first, then a second … A lane with thousands of rows hides none of the
 * others. Within a minute's rows each process has an order of its own, so that two seldom take the same one; where they do,
 * the second finds nothing to do.
 */
export function dueInTurn(ctx: Pick<OrdersContext, "db" | "clock">, work: Work, wanted: Wanted): Promise<DueRow[]> {
  const { table, lane, account, open } = SOURCES[work];
  return ctx.db.$queryRaw<DueRow[]>`
    SELECT "id", "lane", "account", "failing" FROM (
      SELECT "id"::text AS "id", ${lane} AS "lane", ${account} AS "account", "dueAt", "failures" > 0 AS "failing", row_number() OVER (
        PARTITION BY ${lane} ORDER BY date_trunc('minute', "dueAt"), hashtext("id"::text || ${wanted.taste})
      ) AS "turn"
      FROM ${table}
      WHERE ${open} AND "dueAt" <= ${ctx.clock.now()}
        AND "id" <> ALL(${[...wanted.exceptIds]}::uuid[]) AND ${lane} <> ALL(${[...wanted.exceptLanes]}::text[])
    ) AS "due"
    WHERE "turn" <= ${wanted.perLane}
    ORDER BY "turn", "dueAt"
    LIMIT ${wanted.most}`;
}

/** Whose a row is that somebody woke; null when there is nothing to do for it. */
export async function whose(ctx: Pick<OrdersContext, "db" | "clock">, work: Work, id: string): Promise<DueRow | null> {
  const { table, lane, account, open } = SOURCES[work];
  const rows = await ctx.db.$queryRaw<DueRow[]>`
    SELECT "id"::text AS "id", ${lane} AS "lane", ${account} AS "account",
      "failures" > 0 AND "dueAt" <= ${ctx.clock.now()} AS "failing" FROM ${table}
    WHERE "id" = ${id}::uuid AND ${open}`;
  return rows[0] ?? null;
}
