import type { Submission } from "@prisma/client";
import type { PrintAccountCalls, SyncedOrder } from "../../ports/print-service.ts";
import { serviceDates } from "./service-time.ts";

/** A submission's order as detail shows it, and the date under which it does. */
export interface DetailMatch {
  synced: SyncedOrder;
  date: string;
}

/** The dates (YYYY-MM-DD) to ask under: the one that answered before, then those that the service's clock may have had. */
export function detailDates(row: Pick<Submission, "serviceDate" | "sentAt">): string[] {
  const candidates = row.sentAt ? serviceDates(row.sentAt) : [];
  return [...new Set(row.serviceDate ? [row.serviceDate, ...candidates] : candidates)];
}

/** Asks detail under each possible date (service-interface 4.6). null when none shows it. @throws Unavailable, Unauthorized */
export async function fetchDetail(
  calls: PrintAccountCalls,
  row: Pick<Submission, "reference" | "serviceDate" | "sentAt">,
  dates: readonly string[] = detailDates(row),
): Promise<DetailMatch | null> {
  for (const date of dates) {
    const synced = await calls.detail({ reference: row.reference, date });
    if (synced) return { synced, date };
  }
  return null;
}
