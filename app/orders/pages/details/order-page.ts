import type { OrdersContext } from "../../core/context.ts";
import type { PrintOrder } from "../../../ports/order-model.ts";
import { decryptPayload } from "../../core/payload.ts";
import { lineViews, mappingsOf, type LineView } from "./line-views.ts";
import { historyViews, type HistoryView } from "./history-view.ts";
import { namesIn } from "./subject-names.ts";
import { currentSubmission, reasonViews, type ReasonView } from "./reason-views.ts";
import { readOrderRow, type OrderRow } from "./read-order-row.ts";
import { submissionView, type SubmissionView } from "./submission-view.ts";
import { readProviderMessages, type MessagesContext } from "./provider-messages.ts";
import { numericIdOf } from "./numeric-id.ts";

/** All that the page of one order shows. Holds personal data: for the merchant's eyes, not for the API. Times: UTC, ISO 8601. */
export interface OrderPage {
  /** Shopify's number of the order. */
  number: string;
  name: string;
  placedAt: string;
  cancelledAt: string | null;
  test: boolean;
  /** Code why the whole order is left alone, or null. */
  ignoredReason: string | null;
  /** The buyer's personal data was erased. */
  erased: boolean;
  /** When Shopify was last asked. */
  readAt: string | null;
  /** It is about to be asked again. */
  refreshing: boolean;
  now: string;
  reasons: ReasonView[];
  lines: LineView[];
  submissions: SubmissionView[];
  /** The submission that the page is about first; null without any. */
  currentSubmissionId: string | null;
  history: HistoryView[];
}

type PageContext = MessagesContext & Pick<OrdersContext, "db" | "encryptor" | "clock" | "policy">;

/** One order of a shop for its page; null when the shop has none such. @throws DecryptionError */
export async function readOrderPage(ctx: PageContext, shopId: string, shopifyGid: string): Promise<OrderPage | null> {
  const order = await readOrderRow(ctx, shopId, shopifyGid);
  if (!order) return null;
  const [messagesOf, mappings] = await Promise.all([readProviderMessages(ctx, order), mappingsOf(ctx, shopId, order)]);
  const nameOf = namesIn(order);
  const payloads = payloadsOf(ctx, order);
  const now = ctx.clock.now();
  return {
    number: numericIdOf(order.shopifyGid),
    name: order.name,
    placedAt: order.shopifyCreatedAt.toISOString(),
    cancelledAt: order.cancelledAt?.toISOString() ?? null,
    test: order.test,
    ignoredReason: order.ignoredReason,
    erased: order.redactedAt !== null,
    readAt: order.readAt?.toISOString() ?? null,
    refreshing: order.dueAt !== null && order.dueAt <= now,
    now: now.toISOString(),
    reasons: reasonViews(order, { nameOf, messagesOf }),
    lines: lineViews(order, mappings, payloads),
    submissions: order.submissions.map((row) => submissionView(ctx, order, row, payloads.get(row.id) ?? null)),
    currentSubmissionId: currentSubmission(order)?.id ?? null,
    history: historyViews(order, nameOf),
  };
}

function payloadsOf(ctx: PageContext, order: OrderRow): Map<string, PrintOrder> {
  const payloads = new Map<string, PrintOrder>();
  for (const row of order.submissions) {
    const payload = decryptPayload(ctx, row);
    if (payload) payloads.set(row.id, payload);
  }
  return payloads;
}
