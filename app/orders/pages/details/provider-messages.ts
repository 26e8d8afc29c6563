import type { Attention, Delivery } from "@prisma/client";
import type { DeliveryReader } from "../../../ports/webhooks.ts";
import type { AttentionCode } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { OrderRow, SubmissionRow } from "./read-order-row.ts";

export interface WordsContext extends Pick<OrdersContext, "db" | "seal"> {
  readEvent: DeliveryReader["printService"];
}

/** The print service's own words about a reason; for the merchant's eyes, never for a log. */
export type WordsOf = (reason: Attention) => string[];

/** Reasons that what was said to an attempt explains, by how the attempt came out. */
const SAID_AT: Partial<Record<AttentionCode, string>> = {
  rejected: "refused",
  attempts_exhausted: "unclear",
  uncertain: "unclear",
  uncertain_decide: "unclear",
  not_sent_yet: "not_processed",
};

/** Opens the sealed words of the print service that explain an order's open reasons. @throws SealError */
export async function readWords(ctx: WordsContext, order: OrderRow): Promise<WordsOf> {
  const ids = order.attentions.flatMap((reason) => reason.deliveryId ?? []);
  const rows = ids.length === 0 ? [] : await ctx.db.delivery.findMany({ where: { id: { in: ids } } });
  const events = new Map(rows.map((row) => [row.id, row]));
  return (reason) => {
    const event = reason.deliveryId ? events.get(reason.deliveryId) : undefined;
    if (event) return eventWords(ctx, event, reason.subject);
    const submission = order.submissions.find((one) => one.id === reason.submissionId);
    const outcome = SAID_AT[reason.code as AttentionCode];
    return outcome && submission ? saidAt(ctx, submission, outcome) : [];
  };
}

/** Different words of one event that a page shows. */
const MOST_WORDS = 20;

/** `sku`: the item that the reason is about, "" for all. */
function eventWords(ctx: WordsContext, row: Delivery, sku: string): string[] {
  if (!row.bodySealed) return [];
  const meaning = ctx.readEvent(row.topic, ctx.seal.open(row.bodySealed, `delivery:${row.id}`));
  if (meaning.kind !== "status") return [];
  const about = meaning.items.filter((item) => sku === "" || item.itemSku.trim() === sku);
  return [...new Set(about.flatMap((item) => item.messageError ?? []))].slice(0, MOST_WORDS);
}

function saidAt(ctx: WordsContext, submission: SubmissionRow, outcome: string): string[] {
  const last = submission.attempts.findLast((attempt) => attempt.outcome === outcome);
  const words = last ? attemptWords(ctx, last) : null;
  return words ? [words] : [];
}

/** What the print service said to one attempt; null when nothing, or erased. @throws SealError */
export function attemptWords(
  ctx: Pick<OrdersContext, "seal">,
  attempt: { id: string; wordsSealed: Uint8Array | null },
): string | null {
  return attempt.wordsSealed ? ctx.seal.openText(attempt.wordsSealed, `attempt:${attempt.id}`) : null;
}
