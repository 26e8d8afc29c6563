import type { Sql } from "../database/sql.ts";
import type { PrismaClient } from "../../prisma/client/client.ts";
import type { Clock } from "../ports/clock.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { Log } from "../ports/observe.ts";
import type { ObserveUnknown } from "../ports/print-service.ts";
import { errorName } from "../ports/errors.ts";

/** Fields of one account that are kept: a service that names its fields after orders would have no end of them. */
const MAX_FIELDS = 200;
/** Answers that are counted before they are stored: what is beyond is counted when it comes again. */
const MAX_COUNTED = 1_000;

interface Counted {
  printAccountId: PrintAccountId;
  operation: string;
  path: string;
  type: string;
  answers: number;
}

/** Counts the fields of answers that nobody knew, and stores the counts now and then: never a value. */
export function createUnknownAnswers({ sql, clock, log }: { sql: Sql; clock: Clock; log: Log }) {
  const counted = new Map<string, Counted>();
  const observe: ObserveUnknown = (printAccountId, operation, fields) => {
    for (const { path, type } of fields) {
      const key = JSON.stringify([printAccountId, operation, path, type]);
      const one = counted.get(key);
      if (one) one.answers += 1;
      else if (counted.size < MAX_COUNTED) counted.set(key, { printAccountId, operation, path, type, answers: 1 });
    }
  };
  return {
    observe,
    async flush(): Promise<void> {
      const rows = [...counted.values()];
      counted.clear();
      if (rows.length === 0) return;
      const now = clock.now();
      try {
        // In one sequence: two processes that count the same fields wait for each other, and do not deadlock.
        await sql.execute`
          INSERT INTO "UnknownAnswer" ("printAccountId", "operation", "path", "type", "answers", "firstSeenAt", "lastSeenAt")
          SELECT i."printAccountId", i."operation", i."path", i."type", i."answers", ${now}, ${now}
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            AS i("printAccountId" uuid, "operation" text, "path" text, "type" text, "answers" int)
          WHERE EXISTS (SELECT FROM "PrintAccount" a WHERE a."id" = i."printAccountId")
            AND ((SELECT count(*) FROM "UnknownAnswer" k WHERE k."printAccountId" = i."printAccountId") < ${MAX_FIELDS}
              OR EXISTS (SELECT FROM "UnknownAnswer" k WHERE k."printAccountId" = i."printAccountId"
                AND k."operation" = i."operation" AND k."path" = i."path" AND k."type" = i."type"))
          ORDER BY i."printAccountId", i."operation", i."path", i."type"
          ON CONFLICT ("printAccountId", "operation", "path", "type") DO UPDATE
            SET "answers" = "UnknownAnswer"."answers" + EXCLUDED."answers", "lastSeenAt" = EXCLUDED."lastSeenAt"`;
      } catch (error) {
        log.warn({ error: errorName(error) }, "unknown fields of answers were not stored");
      }
    },
  };
}

/** A field as it is shown. Times are ISO 8601, UTC. */
export interface UnknownAnswerRow {
  operation: string;
  path: string;
  type: string;
  answers: number;
  firstSeenAt: string;
  lastSeenAt: string;
}

/** What the print service of a shop's account answered that nobody knew, the newest first. */
export async function readUnknownAnswers(
  { db }: { db: PrismaClient },
  { printAccountId }: { printAccountId: PrintAccountId | null },
): Promise<UnknownAnswerRow[]> {
  if (!printAccountId) return [];
  const rows = await db.unknownAnswer.findMany({
    where: { printAccountId },
    orderBy: [{ lastSeenAt: "desc" }, { operation: "asc" }, { path: "asc" }],
    take: MAX_FIELDS,
  });
  return rows.map(({ operation, path, type, answers, firstSeenAt, lastSeenAt }) => ({
    ...{ operation, path, type, answers },
    ...{ firstSeenAt: firstSeenAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() },
  }));
}
