import type { DryRunOutcome } from "../../prisma/client/client.ts";
import { ATTENTION_CODES, type AttentionCode } from "../orders/core/attention.ts";

export const OUTCOMES = [
  "would_send",
  "would_hold",
  "nothing_to_print",
  "unreadable",
] as const satisfies readonly DryRunOutcome[];
export type Outcome = (typeof OUTCOMES)[number];

/** The rows to show: of one outcome, with one reason, after a position. */
export interface OrdersQuery {
  outcome: Outcome | null;
  reason: AttentionCode | null;
  after: number | null;
}

/** The query of a page's address; what cannot be read is left out. */
export function readOrdersQuery(params: URLSearchParams): OrdersQuery {
  const after = params.get("after") ?? "";
  return {
    outcome: OUTCOMES.find((one) => one === params.get("outcome")) ?? null,
    reason: ATTENTION_CODES.find((one) => one === params.get("reason")) ?? null,
    after: /^\d{1,9}$/.test(after) ? Number(after) : null,
  };
}

export const writeOrdersQuery = ({ outcome, reason, after }: OrdersQuery): URLSearchParams =>
  new URLSearchParams({
    ...(outcome ? { outcome } : {}),
    ...(reason ? { reason } : {}),
    ...(after === null ? {} : { after: String(after) }),
  });
