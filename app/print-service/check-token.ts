import { exchange } from "./request.ts";
import type { PrintServiceConfig } from "./request.ts";

/** A day long before any order: the answer is small, and nobody's. */
const EMPTY_RANGE = {
  created_at_min: "2000-01-01 00:00:00",
  created_at_max: "2000-01-01 23:59:59",
  limit: 50,
  page: 1,
};
const MAX_BYTES = 5_000_000;

/**
 * Asks the service something harmless with a token (print-service: listOrders), to tell a refusal of the account from
 * one of a single request. taken: it answered; refused: it does not take the token; unknown: no clear answer.
 */
export async function checkToken(
  config: PrintServiceConfig,
  token: string,
): Promise<"accepted" | "rejected" | "unknown"> {
  const call = {
    method: "GET",
    path: "orders/v1/all",
    fields: EMPTY_RANGE,
    timeout: "read",
    maxBytes: MAX_BYTES,
  } as const;
  const answer = await exchange(config, { ...call, token });
  if (answer.kind === "ok" || answer.kind === "rejected") return "accepted";
  return answer.kind === "unauthorized" ? "rejected" : "unknown";
}
