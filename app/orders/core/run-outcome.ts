import { Prisma } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "./context.ts";
import { hasWorkOf, tableOf, type WorkKind } from "./due-work.ts";
import { stateIn } from "./state-in.ts";
import { UNSENT_STATES } from "./states.ts";
import type { RowId } from "../../ports/ids.ts";

/** A run of a row's work that has ended. */
export interface EndedRun {
  id: RowId;
  startedAt: Date;
  /** Failed tries of the row before the run. */
  triesBefore: number;
}

/** What the row shows after its run. */
export interface RunOutcome {
  /** Code of what failed; null: nothing did. Never a message, which may hold personal data. */
  failure: string | null;
  /** When the next step is due; null: the row waits for a person or an event, or is done. */
  dueAt: Date | null;
}

interface Codes {
  /** The row shows by itself that its last step failed; else NULL. */
  failed: Prisma.Sql;
  /** What the step is tried again for, where the run counted a try. */
  retried: Prisma.Sql;
}

const OPEN_ATTENTION = Prisma.sql`(SELECT t."code" FROM "Attention" t WHERE t."submissionId" = "Parcel"."submissionId"
  AND t."subject" = "Parcel"."id"::text AND t."clearedAt" IS NULL ORDER BY t."openedAt" DESC LIMIT 1)`;

const CODES: Record<WorkKind, Codes> = {
  delivery: {
    failed: Prisma.sql`CASE WHEN "state" = 'dead_letter' THEN "problem" END`,
    retried: Prisma.sql`"problem"`,
  },
  order: { failed: Prisma.sql`NULL`, retried: Prisma.sql`'order_unreadable'` },
  submission: {
    failed: Prisma.sql`(SELECT 'create ' || a."outcome"::text || coalesce(' HTTP ' || a."httpStatus"::text, '') FROM "Attempt" a
      WHERE a."submissionId" = "Submission"."id" AND a."outcome" <> 'accepted' AND a."endedAt" >= run."startedAt"
      ORDER BY a."number" DESC LIMIT 1)`,
    retried: Prisma.sql`CASE WHEN ${stateIn("Submission", UNSENT_STATES)} THEN 'not_sent_yet' ELSE "state"::text END`,
  },
  parcel: {
    failed: Prisma.sql`CASE WHEN "state" = 'parked' THEN ${OPEN_ATTENTION} END`,
    retried: Prisma.sql`coalesce(${OPEN_ATTENTION}, 'fulfillment_waiting')`,
  },
};

/** How the runs ended, in their order, in one statement by primary key. A row that is gone shows nothing. */
export function readRunOutcomes(
  ctx: Pick<OrdersContext, "sql">,
  work: WorkKind,
  runs: readonly EndedRun[],
): Promise<RunOutcome[]> {
  const { failed, retried } = CODES[work];
  return ctx.sql.query<RunOutcome>`
    SELECT CASE WHEN ${hasWorkOf(work)} THEN "dueAt" END AS "dueAt",
      coalesce(${failed}, CASE WHEN "tries" > run."triesBefore" THEN ${retried} END) AS "failure"
    FROM unnest(
      ${runs.map(({ id }) => id)}::uuid[],
      ${runs.map(({ triesBefore }) => triesBefore)}::int[],
      ${runs.map(({ startedAt }) => startedAt.toISOString())}::text[]::timestamptz[]
    ) WITH ORDINALITY AS run("rowId", "triesBefore", "startedAt", "position")
    LEFT JOIN ${tableOf(work)} ON "id" = run."rowId"
    ORDER BY run."position"`;
}
