import type { Submission } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import type { SyncedOrder } from "../../ports/print-service.ts";
import { dateIn } from "../core/provider-order.ts";
import { serviceDates } from "./service-time.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

/** `date`: the one under which detail shows the order. `dates`: every one under which detail shows none. */
export type FoundOrder =
  { outcome: "found"; synced: SyncedOrder; date: string } | { outcome: "absent"; dates: string[] };

/** What finds an order by its reference: detail wants a date, too (print-service: getOrder). */
export interface OrderQuery {
  account: PrintAccountId;
  reference: string;
  dates: string[];
}

/** What the dates of a submission's order follow from. */
interface DateSource extends Pick<Submission, "serviceDate" | "sentAt" | "lastAttemptAt"> {
  providerUpdatedAt?: string | null;
}

/** A submission's order on an account. */
export const queryFor = (
  row: DateSource & Pick<Submission, "reference" | "providerUpdatedAt">,
  account: PrintAccountId,
): OrderQuery => ({ account, reference: row.reference, dates: possibleDates(row) });

/**
 * Dates (YYYY-MM-DD) under which detail may know an order: the one that answered before, the one in the answer to create, then
 * those of the service's clock at the last and the first attempt. Lookups between two attempts asked for the others.
 */
export function possibleDates({ serviceDate, providerUpdatedAt, sentAt, lastAttemptAt }: DateSource): string[] {
  const named = [serviceDate, dateIn(providerUpdatedAt)].filter((date) => date !== null);
  const attempts = [lastAttemptAt, sentAt].filter((at) => at instanceof Date);
  return [...new Set([...named, ...attempts.flatMap(serviceDates)])];
}

/**
 * Finds an order by its reference: asks detail under each possible date.
 * @throws UnavailableError, UnauthorizedError
 */
export async function findOrder(
  { printService }: Pick<OrdersContext, "printService">,
  { account, reference, dates }: OrderQuery,
): Promise<FoundOrder> {
  const calls = printService.forAccount(account);
  for (const date of dates) {
    const synced = await calls.detail({ reference, date });
    if (synced) return { outcome: "found", synced, date };
  }
  return { outcome: "absent", dates };
}
