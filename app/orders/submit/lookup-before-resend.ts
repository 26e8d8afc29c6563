import type { Attempt, Submission } from "@prisma/client";
import { RemoteError, UnauthorizedError, UnavailableError } from "../../ports/errors.ts";
import type { OrdersContext } from "../core/context.ts";
import { applyProviderOrder } from "../provider-updates/apply-provider-order.ts";
import { fetchDetail, detailDates, type DetailMatch } from "../provider-reader/fetch-detail.ts";
import { wakeForLaterOrder } from "./lookup/wake-for-later-order.ts";
import { mayHaveReached } from "../core/sent-content.ts";

/**
 * What the print service shows of a submission's earlier attempts. found: it has it, which is recorded.
 * absent: it shows none; `attempts` says for how many that was asked. unreadable: nobody knows, so nothing may be sent.
 */
export type ResendLookup =
  | { outcome: "found" }
  | { outcome: "absent"; attempts: number }
  | { outcome: "unreadable"; retryAfterMs: number | undefined };

/** A submission that was never claimed. */
export const NEVER_SENT: ResendLookup = { outcome: "absent", attempts: 0 };

/**
 * Asks detail for a submission by its reference before it is sent once more, whatever came of its earlier attempts: a
 * service may make an order and answer 429 all the same. An attempt that never reached the service needs no question.
 */
export async function lookUpBeforeResend(
  ctx: OrdersContext,
  row: Submission,
  printAccountId: string | null,
): Promise<ResendLookup> {
  const attempts = await ctx.db.attempt.findMany({ where: { submissionId: row.id }, orderBy: { number: "asc" } });
  const maybeReceived = attempts.filter(mayHaveReached);
  try {
    for (const [account, dates] of lookupQueries(row, maybeReceived)) {
      const found = await runLookup(ctx, { row, account, dates, tolerateUnauthorized: account !== printAccountId });
      if (!found) continue;
      await applyProviderOrder(ctx, { submissionId: row.id, ...found, reportedBy: "detail" });
      await wakeForLaterOrder(ctx, row.id);
      ctx.log.warn({ submission: row.id }, "an attempt that was not accepted was found at the print service");
      return { outcome: "found" };
    }
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { outcome: "unreadable", retryAfterMs: error instanceof UnavailableError ? error.retryAfterMs : undefined };
  }
  return { outcome: "absent", attempts: attempts.length };
}

/** By account, the dates under which detail may show one of these attempts: earlier retries asked for those in between. */
function lookupQueries(row: Submission, attempts: readonly Attempt[]): [account: string, dates: string[]][] {
  const byAccount = Map.groupBy(attempts, (attempt) => attempt.printAccountId ?? row.printAccountId ?? "");
  return [...byAccount].map(([account, attemptsOfAccount]) => {
    const firstAndLast = [...attemptsOfAccount.slice(-1), ...attemptsOfAccount.slice(0, 1)];
    const dates = firstAndLast.flatMap((one) => detailDates({ serviceDate: row.serviceDate, sentAt: one.startedAt }));
    return [account, [...new Set(dates)]];
  });
}

interface LookupQuery {
  row: Submission;
  account: string;
  dates: string[];
  tolerateUnauthorized: boolean;
}

async function runLookup(
  ctx: OrdersContext,
  { row, account, dates, tolerateUnauthorized }: LookupQuery,
): Promise<DetailMatch | null> {
  const at = ctx.clock.now();
  try {
    const found = await fetchDetail(ctx.printService.forAccount(account), row, dates);
    await ctx.db.lookup.create({
      data: {
        id: ctx.ids.uuid(),
        submissionId: row.id,
        at,
        kind: "detail",
        result: found ? "found" : "absent",
        laterOrders: [],
        detail: found ? { date: found.date } : { dates },
      },
    });
    return found;
  } catch (error) {
    // The shop uses another account since: one that is not taken any more cannot be asked, and holds nobody up.
    if (tolerateUnauthorized && error instanceof UnauthorizedError) return null;
    throw error;
  }
}
