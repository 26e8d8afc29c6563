import type { Attention, WebhookDelivery } from "@prisma/client";
import type { WebhookParser } from "../../../ports/webhooks.ts";
import { ATTENTION, type AttentionCode } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { OrderRow, SubmissionRow } from "./read-order-row.ts";

export interface MessagesContext extends Pick<OrdersContext, "db" | "encryptor"> {
  parsePrintServiceWebhook: WebhookParser["printService"];
}

/** The print service's own words about a reason; for the merchant's eyes, never for a log. */
export type ProviderMessagesOf = (reason: Attention) => string[];

/** Opens the sealed words of the print service that explain an order's open reasons. @throws DecryptionError */
export async function readProviderMessages(ctx: MessagesContext, order: OrderRow): Promise<ProviderMessagesOf> {
  const ids = order.attentions.flatMap((reason) => reason.deliveryId ?? []);
  const rows = ids.length === 0 ? [] : await ctx.db.webhookDelivery.findMany({ where: { id: { in: ids } } });
  const events = new Map(rows.map((row) => [row.id, row]));
  return (reason) => {
    const event = reason.deliveryId ? events.get(reason.deliveryId) : undefined;
    if (event) return eventMessages(ctx, event, reason.subject);
    const submission = order.submissions.find((one) => one.id === reason.submissionId);
    const { explainedBy: outcome } = ATTENTION[reason.code as AttentionCode];
    return outcome && submission ? attemptMessages(ctx, submission, outcome) : [];
  };
}

/** Different words of one event that a page shows. */
const MAX_MESSAGES = 20;

/** `sku`: the item that the reason is about, "" for all. */
function eventMessages(ctx: MessagesContext, row: WebhookDelivery, sku: string): string[] {
  if (!row.bodyEncrypted) return [];
  const meaning = ctx.parsePrintServiceWebhook(
    row.topic,
    ctx.encryptor.decrypt(row.bodyEncrypted, `delivery:${row.id}`),
  );
  if (meaning.kind !== "status") return [];
  const about = meaning.items.filter((item) => sku === "" || item.itemSku.trim() === sku);
  return [...new Set(about.flatMap((item) => item.messageError ?? []))].slice(0, MAX_MESSAGES);
}

function attemptMessages(ctx: MessagesContext, submission: SubmissionRow, outcome: string): string[] {
  const last = submission.attempts.findLast((attempt) => attempt.outcome === outcome);
  const message = last ? attemptMessage(ctx, last) : null;
  return message ? [message] : [];
}

/** What the print service said to one attempt; null when nothing, or erased. @throws DecryptionError */
export function attemptMessage(
  ctx: Pick<OrdersContext, "encryptor">,
  attempt: { id: string; messageEncrypted: Uint8Array | null },
): string | null {
  return attempt.messageEncrypted ? ctx.encryptor.decryptText(attempt.messageEncrypted, `attempt:${attempt.id}`) : null;
}
