import type { Submission, ReadCall } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { joinOrders, type PrintAccountCalls, type SyncedOrder, serviceTime } from "../../ports/print-service.ts";
import { dateIn } from "../core/provider-order.ts";
import type { PrintAccountId, SubmissionId } from "../../ports/ids.ts";
import { DAY_MS } from "../../ports/clock.ts";
import { RemoteError } from "../../ports/errors.ts";

/** `date`: the one under which detail shows the order. `dates`: every one under which detail shows none. */
export type FoundOrder =
  { outcome: "found"; synced: SyncedOrder; date: string } | { outcome: "absent"; dates: string[] };

/** What finds an order by its reference: detail wants a date, too (print-service: getOrder). */
export interface OrderQuery {
  account: PrintAccountId;
  reference: string;
  dates: string[];
  /** Orders of the service that are known to be parts of it. */
  serviceOrderIds?: readonly string[];
}

/** What the dates of a submission's order follow from. */
interface DateSource extends Pick<Submission, "serviceDate" | "sentAt" | "lastAttemptAt"> {
  providerUpdatedAt?: string | null;
}

/** A submission's order on an account. */
export const queryFor = (
  row: DateSource & Pick<Submission, "reference" | "providerUpdatedAt" | "serviceOrderIds">,
  account: PrintAccountId,
): OrderQuery => ({
  ...{ account, reference: row.reference, dates: possibleDates(row) },
  serviceOrderIds: row.serviceOrderIds,
});

/**
 * Dates (YYYY-MM-DD) under which detail may know an order: the one that answered before, the one in the answer to create, then
 * those of the service's clock at the last and the first attempt. Lookups between two attempts asked for the others.
 */
export function possibleDates({ serviceDate, providerUpdatedAt, sentAt, lastAttemptAt }: DateSource): string[] {
  const named = [serviceDate, dateIn(providerUpdatedAt)].filter((date) => date !== null);
  const attempts = [lastAttemptAt, sentAt].filter((at) => at instanceof Date);
  return [...new Set([...named, ...attempts.flatMap(serviceDates)])];
}

/** One order of the service by its own id, as it is now; null where the service shows none. @throws UnavailableError, UnauthorizedError */
export const readServiceOrder = (
  calls: PrintAccountCalls,
  { reference, serviceOrderId, sentAt }: { reference: string; serviceOrderId: string; sentAt: Date },
): Promise<SyncedOrder | null> => calls.detail({ reference, serviceOrderId, date: sentAt.toISOString().slice(0, 10) });

/**
 * Finds an order by its reference: asks detail under each possible date.
 * @throws UnavailableError, UnauthorizedError
 */
export async function findOrder(
  { printService }: Pick<OrdersContext, "printService">,
  { account, reference, dates, serviceOrderIds }: OrderQuery,
): Promise<FoundOrder> {
  const calls = printService.forAccount(account);
  const { detailNeedsDate, detailByServiceId } = await calls.capabilities();
  for (const date of detailNeedsDate ? dates : dates.slice(0, 1)) {
    const synced = await calls.detail({ reference, date });
    if (!synced) continue;
    const others = detailByServiceId ? (serviceOrderIds ?? []) : [];
    return { outcome: "found", synced: await withOtherParts(calls, synced, { reference, date, others }), date };
  }
  return { outcome: "absent", dates };
}

/** The detail shows one order of several that the service made of one of ours: each of the others is asked by its own id. */
async function withOtherParts(
  calls: PrintAccountCalls,
  synced: SyncedOrder,
  { reference, date, others }: { reference: string; date: string; others: readonly string[] },
): Promise<SyncedOrder> {
  const shown = new Set(synced.serviceOrderIds ?? []);
  const parts = [synced];
  for (const serviceOrderId of others) {
    if (shown.has(serviceOrderId)) continue;
    const part = await calls.detail({ reference, date, serviceOrderId });
    if (part) parts.push(part);
  }
  return joinOrders(parts);
}

/**
 * A range on the service's clock that holds everything between two instants. The service's time zone is not shown, so that the range
 * is wider by a day.
 */
export function serviceRange(from: Date, to: Date): { from: string; to: string } {
  return { from: serviceTime(new Date(from.getTime() - DAY_MS)), to: serviceTime(new Date(to.getTime() + DAY_MS)) };
}

/**
 * The dates (YYYY-MM-DD) under which detail may know an order sent at an instant: that UTC day first, then the days
 * around it.
 */
function serviceDates(sentAt: Date): string[] {
  return [0, -DAY_MS, DAY_MS].map((shift) => new Date(sentAt.getTime() + shift).toISOString().slice(0, 10));
}

/** On a print account whose last comparison worked. */
export const NO_READ_FAILURE = { readFailingSince: null, readFailedCall: null, readFailedStatus: null };

/** Records on the account which call failed, since when, and with which HTTP status. @throws what `read` throws */
export async function recordReadFailure<T>(
  { ctx, printAccountId, call }: { ctx: OrdersContext; printAccountId: PrintAccountId; call: ReadCall },
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    await ctx.sql.execute`
      UPDATE "PrintAccount" SET "readFailingSince" = coalesce("readFailingSince", ${ctx.clock.now()}),
        "readFailedCall" = ${call}::"ReadCall", "readFailedStatus" = ${error.httpStatus ?? null}
      WHERE "id" = ${printAccountId}::uuid`;
    const { httpStatus, connectionFailure } = error;
    ctx.log.warn(
      { printAccount: printAccountId, call, httpStatus, connectionFailure },
      "the print service cannot be read",
    );
    throw error;
  }
}

/** Records that the service does not show one order, and since when. */
export async function recordUnreadOrder(ctx: OrdersContext, submissionId: SubmissionId): Promise<void> {
  const since = { readFailingSince: ctx.clock.now() };
  await ctx.db.submission.updateMany({ where: { id: submissionId, readFailingSince: null }, data: since });
}
