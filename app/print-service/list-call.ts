import type { PrintAccountCalls } from "../ports/print-service.ts";
import type { Call } from "./request.ts";

const MAX_BYTES = 5_000_000;

export type PageRequest = Parameters<PrintAccountCalls["list"]>[0];

/** The call for one page of the list (print-service: listOrders). */
export const listCall = ({ from, to, limit, page }: PageRequest): Omit<Call, "token"> => ({
  operation: "listOrders",
  method: "GET",
  path: "orders/v1/all",
  fields: { created_at_min: from, created_at_max: to, limit, page },
  timeout: "read",
  maxBytes: MAX_BYTES,
});
