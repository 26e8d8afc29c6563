import type { PrintAccountCalls, SyncedOrder } from "../../ports/print-service.ts";
import { readReference } from "../core/reference.ts";
import { serviceRange } from "./service-time.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A month at a time: a walk ends at a number of pages, and memory is bounded. */
const STEP_MS = 30 * DAY_MS;
/** Shopify shows orders of 60 days to most apps: of older ones nothing can be sent. */
const MOST_MS = 90 * DAY_MS;

interface PastReading {
  rows: Map<string, SyncedOrder>;
  /** As in ListReading. */
  whole: boolean;
}

/**
 * Every row that the service's list shows between two instants, 90 days at most, whose reference looks like ours.
 * @throws ForeignError
 */
export async function readList(calls: PrintAccountCalls, from: Date, to: Date): Promise<PastReading> {
  const rows = new Map<string, SyncedOrder>();
  let whole = true;
  const first = Math.max(from.getTime(), to.getTime() - MOST_MS);
  for (let start = first; start <= to.getTime(); start += STEP_MS) {
    const end = new Date(Math.min(start + STEP_MS, to.getTime()));
    const reading = await calls.listAll(serviceRange(new Date(start), end));
    whole &&= reading.whole;
    for (const row of reading.rows) {
      if (readReference(row.reference)) rows.set(row.reference, row);
    }
  }
  return { rows, whole };
}
