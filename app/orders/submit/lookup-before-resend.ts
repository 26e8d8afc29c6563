import type { Attempt } from "../../../prisma/client/client.ts";
import { RemoteError, retryAfterOf, UnauthorizedError } from "../../ports/errors.ts";
import type { OrdersContext } from "../core/context.ts";
import type { HistoryCode } from "../core/history.ts";
import { applyProviderOrder } from "../provider-updates/apply-provider-order.ts";
import { rematchEvents } from "../provider-updates/record-events.ts";
import { findOrder, possibleDates, type FoundOrder, type OrderQuery } from "../provider-reader/find-order.ts";
import { wakeForLaterOrders } from "./lookup/next-lookup.ts";
import type { StepRow } from "./read-step.ts";
import { isUnclear } from "../core/order-rows.ts";
import { mayHaveReached } from "../core/sent-content.ts";
import type { PrintAccountId, SubmissionId } from "../../ports/ids.ts";

/**
 * What the print service shows of a submission's earlier attempts. found: the order, which is recorded. absent: none, for that
 * many attempts. unreadable: no answer, so nothing may be sent. unproven: an account that the shop has left may have the order.
 */
export type ResendLookup =
  | { outcome: "found" }
  | { outcome: "absent"; attempts: number }
  | { outcome: "unreadable"; retryAfterMs: number }
  | { outcome: "unproven"; account: PrintAccountId };

/** A submission that was never claimed. */
export const NEVER_SENT: ResendLookup = { outcome: "absent", attempts: 0 };

/**
 * Looks for a submission by its reference before it is sent again, whatever the outcome of its earlier attempts: the service
 * may make an order and still answer 429. An attempt that never reached the service needs no lookup.
 */
export async function lookUpBeforeResend(
  ctx: OrdersContext,
  row: StepRow,
  printAccountId: PrintAccountId | null,
): Promise<ResendLookup> {
  const attempts = await ctx.db.attempt.findMany({ where: { submissionId: row.id }, orderBy: { number: "asc" } });
  const maybeReceived = attempts.filter(mayHaveReached);
  try {
    for (const [account, dates] of lookupQueries(row, maybeReceived)) {
      const query = { account, reference: row.reference, dates };
      const found = await runLookup(ctx, row.id, query, account !== printAccountId);
      if (found.outcome !== "found") continue;
      // The submission may name the account that the shop has changed to.
      await applyProviderOrder(ctx, { submissionId: row.id, ...found, reportedBy: "detail", account });
      await rematchEvents(ctx, account);
      await wakeForLaterOrders(ctx, [row.id]);
      ctx.log.warn({ submission: row.id }, "an attempt that was not accepted was found at the print service");
      return { outcome: "found" };
    }
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { outcome: "unreadable", retryAfterMs: retryAfterOf(error) };
  }
  const account = await findUnprovenAccount(ctx, row, attempts, printAccountId);
  return account ? { outcome: "unproven", account } : { outcome: "absent", attempts: attempts.length };
}

/**
 * An account that may have the order of an unclear attempt, and would not refuse what is sent to another one. Only an account whose create
 * can be repeated leaves that open: its own refusal was to prove it (conclude-absent.ts: repeatCreate).
 */
async function findUnprovenAccount(
  ctx: OrdersContext,
  { id: submissionId, orderId }: StepRow,
  attempts: readonly Attempt[],
  printAccountId: PrintAccountId | null,
): Promise<PrintAccountId | null> {
  const unclear = attempts.findLast(
    (one) => one.printAccountId !== null && one.printAccountId !== printAccountId && isUnclear(one),
  );
  if (!unclear?.printAccountId || printAccountId === null) return null;
  const { repeatableCreate } = await ctx.printService.forAccount(unclear.printAccountId).capabilities();
  if (!repeatableCreate) return null;
  const at = { gte: unclear.endedAt ?? unclear.startedAt };
  const code = "submission.absence_confirmed" satisfies HistoryCode;
  const proven = await ctx.db.history.count({ where: { orderId, submissionId, code, at } });
  return proven > 0 ? null : unclear.printAccountId;
}

/** By account, the dates under which detail may show the first or the last attempt. Earlier lookups asked for the others. */
function lookupQueries(row: StepRow, attempts: readonly Attempt[]): [account: PrintAccountId, dates: string[]][] {
  const byAccount = Map.groupBy(attempts, (attempt) => attempt.printAccountId ?? row.printAccountId);
  return [...byAccount].map(([account, attemptsOfAccount]) => {
    if (!account) throw new Error("an attempt names no print account");
    const [sentAt = null, lastAttemptAt = null] = [attemptsOfAccount.at(0), attemptsOfAccount.at(-1)].map(
      (attempt) => attempt?.startedAt,
    );
    return [account, possibleDates({ serviceDate: row.serviceDate, sentAt, lastAttemptAt })];
  });
}

/** `tolerateRejection`: skips an account whose credentials the service rejects. */
async function runLookup(
  ctx: OrdersContext,
  submissionId: SubmissionId,
  query: OrderQuery,
  tolerateRejection: boolean,
): Promise<FoundOrder | { outcome: "account_rejected" }> {
  const head = { id: ctx.ids.uuid(), submissionId, at: ctx.clock.now(), kind: "detail" } as const;
  try {
    const found = await findOrder(ctx, query);
    const detail = found.outcome === "found" ? { date: found.date } : { dates: found.dates };
    await ctx.db.lookup.create({ data: { ...head, result: found.outcome, laterOrders: [], detail } });
    return found;
  } catch (error) {
    // The shop has changed to another account, and the service rejects the former one: nothing can be looked up on it.
    if (tolerateRejection && error instanceof UnauthorizedError) return { outcome: "account_rejected" };
    throw error;
  }
}
