import type { PrintAccountCalls } from "../../ports/print-service.ts";

/**
 * A service that takes no notice of the range shows the current day only (service-interface 4.5): an order of yesterday would
 * look absent beside a witness of today. Asked for a day long before any order, it has to show nothing.
 */
export async function honoursDateFilter(calls: PrintAccountCalls): Promise<boolean> {
  const rows = await calls.list({ from: "2000-01-01 00:00:00", to: "2000-01-01 23:59:59", limit: 50, page: 1 });
  return rows.length === 0;
}
