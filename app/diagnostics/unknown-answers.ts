import type { Sql } from "../database/sql.ts";
import type { PrismaClient } from "../../prisma/client/client.ts";
import { unknownWord } from "../orders/provider-updates/status-meaning.ts";
import { DAY_MS, type Clock } from "../ports/clock.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
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

/** A field, or a word of status, as it is shown. Times are ISO 8601, UTC. */
export interface UnknownAnswerRow {
  operation: string;
  path: string;
  type: string;
  answers: number;
  firstSeenAt: string;
  lastSeenAt: string;
}

interface StatusWord {
  field: "order_status" | "payment_status";
  word: string;
  answers: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/** Words are looked for in orders of so many days. */
const WORDS_DAYS = 60;

/** The words of status that a shop's orders have now and nobody knows. Times are those of sending. */
async function readUnknownWords(
  { sql, clock }: { sql: Sql; clock: Clock },
  shop: { id: ShopId; printAccountId: PrintAccountId },
): Promise<UnknownAnswerRow[]> {
  const since = new Date(clock.now().getTime() - WORDS_DAYS * DAY_MS);
  const words = await sql.query<StatusWord>`
    SELECT shown."field", shown."word", count(*)::int AS "answers", min(s."sentAt") AS "firstSeenAt", max(s."sentAt") AS "lastSeenAt"
    FROM "Submission" s JOIN "SubmissionLine" l ON l."submissionId" = s."id"
      CROSS JOIN LATERAL (VALUES ('order_status', l."orderStatus"), ('payment_status', l."paymentStatus")) AS shown("field", "word")
    WHERE s."shopId" = ${shop.id}::uuid AND s."printAccountId" = ${shop.printAccountId}::uuid AND s."sentAt" >= ${since}
      AND shown."word" IS NOT NULL
    GROUP BY shown."field", shown."word" ORDER BY "lastSeenAt" DESC LIMIT ${MAX_FIELDS}`;
  const unknown = words.flatMap((one) => {
    const word = unknownWord(one.word);
    return word === undefined ? [] : [{ ...one, type: word ?? "(word)" }];
  });
  // Words that are not shown are counted as one.
  const byType = Map.groupBy(unknown, ({ field, type }) => `${field} ${type}`);
  return [...byType.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const times = (of: "firstSeenAt" | "lastSeenAt") => same.map((one) => one[of].getTime());
    return {
      ...{ operation: "Status", path: first.field, type: first.type },
      answers: same.reduce((sum, { answers }) => sum + answers, 0),
      firstSeenAt: new Date(Math.min(...times("firstSeenAt"))).toISOString(),
      lastSeenAt: new Date(Math.max(...times("lastSeenAt"))).toISOString(),
    };
  });
}

/** What the print service of a shop's account answered that nobody knew, the newest first: words of status, then fields. */
export async function readUnknownAnswers(
  ctx: { db: PrismaClient; sql: Sql; clock: Clock },
  { id, printAccountId }: { id: ShopId; printAccountId: PrintAccountId | null },
): Promise<UnknownAnswerRow[]> {
  if (!printAccountId) return [];
  const { db } = ctx;
  const rows = await db.unknownAnswer.findMany({
    where: { printAccountId },
    orderBy: [{ lastSeenAt: "desc" }, { operation: "asc" }, { path: "asc" }],
    take: MAX_FIELDS,
  });
  const fields = rows.map(({ operation, path, type, answers, firstSeenAt, lastSeenAt }) => ({
    ...{ operation, path, type, answers },
    ...{ firstSeenAt: firstSeenAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() },
  }));
  return [...(await readUnknownWords(ctx, { id, printAccountId })), ...fields];
}
