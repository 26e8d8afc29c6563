import type { PrintAccountCalls, SyncedOrder } from "../../ports/print-service.ts";
import { parseReference } from "../core/reference.ts";
import { serviceRange } from "./service-time.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A month at a time: a walk ends at a number of pages, and memory is bounded. */
const WINDOW_MS = 30 * DAY_MS;
/** Shopify shows orders of 60 days to most apps: of older ones nothing can be sent. */
const MAX_RANGE_MS = 90 * DAY_MS;

interface ListHistory {
  rows: Map<string, SyncedOrder>;
  /** As in ListReading. */
  complete: boolean;
}

/**
 * Every row that the service's list shows between two instants, 90 days at most, whose reference looks like ours.
 * @throws ForeignError
 */
export async function readListHistory(calls: PrintAccountCalls, from: Date, to: Date): Promise<ListHistory> {
  const rows = new Map<string, SyncedOrder>();
  let complete = true;
  const first = Math.max(from.getTime(), to.getTime() - MAX_RANGE_MS);
  for (let start = first; start <= to.getTime(); start += WINDOW_MS) {
    const end = new Date(Math.min(start + WINDOW_MS, to.getTime()));
    const reading = await calls.listAll(serviceRange(new Date(start), end));
    complete &&= reading.complete;
    for (const row of reading.rows) {
      if (parseReference(row.reference)) rows.set(row.reference, row);
    }
  }
  return { rows, complete };
}
