import type { Answer } from "./answer.ts";
import { listCall } from "./list-call.ts";
import { exchange } from "./request.ts";
import type { PrintServiceConfig } from "./request.ts";

/** Lists a day long before any order: a small answer without data. */
const EMPTY_PAGE = listCall({ from: "2000-01-01 00:00:00", to: "2000-01-01 23:59:59", limit: 50, page: 1 });

/** Makes a harmless call (print-service: listOrders) with a token. */
export const callHarmlessly = (config: PrintServiceConfig, token: string): Promise<Answer> =>
  exchange(config, { ...EMPTY_PAGE, token });

/**
 * Makes a harmless call, to tell a refusal of the account from one of a single request.
 * accepted: the service answered; rejected: it refuses the token; unknown: no clear answer.
 */
export async function checkToken(
  config: PrintServiceConfig,
  token: string,
): Promise<"accepted" | "rejected" | "unknown"> {
  const answer = await callHarmlessly(config, token);
  if (answer.kind === "ok" || answer.kind === "rejected") return "accepted";
  return answer.kind === "unauthorized" ? "rejected" : "unknown";
}
