import type { PrintAccountCalls, SyncedOrder } from "../../ports/print-service.ts";
import { readReference } from "../reference.ts";
import { serviceRange } from "../resolve/service-time.ts";

/** A week at a time: a walk ends at a number of pages, and memory is bounded. */
const STEP_MS = 7 * 24 * 60 * 60 * 1000;

/** Every row of the service's list between two instants whose reference looks like ours. Whole, or an error. @throws ForeignError */
export async function readList(calls: PrintAccountCalls, from: Date, to: Date): Promise<Map<string, SyncedOrder>> {
  const rows = new Map<string, SyncedOrder>();
  for (let start = from.getTime(); start <= to.getTime(); start += STEP_MS) {
    const end = new Date(Math.min(start + STEP_MS, to.getTime()));
    for (const row of await calls.listAll(serviceRange(new Date(start), end))) {
      if (readReference(row.reference)) rows.set(row.reference, row);
    }
  }
  return rows;
}
