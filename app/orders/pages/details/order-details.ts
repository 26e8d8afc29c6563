import type { WebhookDeliveryState, WebhookSource } from "../../../../prisma/client/client.ts";
import type { OrdersContext } from "../../core/context.ts";
import { orderHead, type OrderHead } from "../order-head.ts";
import { decryptConfidential, NOT_DECRYPTED, type DecryptContext } from "./confidential.ts";
import { claimViews, type ClaimView } from "./claim-views.ts";
import { changeView, type ChangeView, lineViews, mappingsOf, type LineView } from "./line-views.ts";
import { historyViews, type HistoryView } from "./history-view.ts";
import { reasonViews, type ReasonView } from "./reason-views.ts";
import { currentSubmission, namesIn, readStoredOrder } from "./stored-order.ts";
import { submissionView, type SubmissionView } from "./submission-view.ts";
import { isOrderActionAvailable } from "../../actions/order-actions.ts";
import type { AttentionCode } from "../../core/attention.ts";
import type { OrderAction } from "../../core/attention-registry.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { OrderId, SubmissionId, ShopId, WebhookDeliveryId } from "../../../ports/ids.ts";

/** One order in full, for the order's page, the API and the admin extensions. Times: UTC, ISO 8601. */
export interface OrderDetails extends OrderHead {
  test: boolean;
  /** What the customer chose in Shopify; null: not known. */
  shippingTitle: string | null;
  /** What the app shows of the order in Shopify: its tag, and the reason of its hold. */
  inShopify: { tag: string | null; hold: AttentionCode | null };
  /** The customer's personal data was erased. */
  erased: boolean;
  /** When the order was last read from Shopify. */
  readAt: string | null;
  /** The order is due to be read from Shopify again. */
  refreshing: boolean;
  now: string;
  reasons: ReasonView[];
  /** Actions on the whole order that no open reason offers. */
  actions: OrderAction[];
  lines: LineView[];
  /** The oldest first. */
  submissions: SubmissionView[];
  /** The newest first. */
  claims: ClaimView[];
  /** What staff changed of address, contact and shipping. */
  change: ChangeView | null;
  /** The submission that views show first; null without any. */
  currentSubmissionId: SubmissionId | null;
  /** The newest first. */
  history: HistoryView[];
  /** The newest first. */
  updates: UpdateView[];
}

/** A webhook about the order, without its content. */
export interface UpdateView {
  id: WebhookDeliveryId;
  source: WebhookSource;
  topic: string;
  receivedAt: string;
  state: WebhookDeliveryState;
}

/** The newest updates that a page shows. */
const MAX_UPDATES = 40;

const GENERAL_ORDER_ACTIONS: readonly OrderAction[] = ["send_ignored"];

type DetailsContext = Pick<OrdersContext, "db" | "clock" | "policy">;

/**
 * One order of a shop; null when the shop has no such order. Without `decrypt` the details hold no personal data and
 * none of the print service's messages. Only the page passes `decrypt`.
 * @throws DecryptionError
 */
export async function readOrderDetails(
  ctx: DetailsContext,
  shopId: ShopId,
  shopifyGid: Gid<"Order">,
  decrypt: DecryptContext | null = null,
): Promise<OrderDetails | null> {
  const order = await readStoredOrder(ctx, shopId, shopifyGid);
  if (!order) return null;
  const mappings = await mappingsOf(ctx, shopId, order.lines);
  const confidential = decrypt ? await decryptConfidential(decrypt, order, [...mappings.values()]) : NOT_DECRYPTED;
  const nameOf = namesIn(order);
  const now = ctx.clock.now();
  return {
    ...orderHead(order),
    test: order.test,
    shippingTitle: order.shippingTitle,
    inShopify: { tag: order.shopifyStatus?.tags.at(-1) ?? null, hold: order.shopifyStatus?.hold ?? null },
    erased: order.redactedAt !== null,
    readAt: order.readAt?.toISOString() ?? null,
    refreshing: order.dueAt !== null && order.dueAt <= now,
    now: now.toISOString(),
    actions: GENERAL_ORDER_ACTIONS.filter((action) => isOrderActionAvailable[action](order, false)),
    reasons: reasonViews(ctx, order, nameOf, confidential.providerMessages),
    lines: lineViews(order, mappings, confidential),
    submissions: order.submissions.map((row) => submissionView(ctx, order, row, confidential)),
    claims: claimViews(order, confidential),
    change: changeView(order, null, confidential.changes),
    currentSubmissionId: currentSubmission(order)?.id ?? null,
    history: historyViews(order, nameOf, confidential),
    updates: decrypt ? await readUpdates(ctx, order.id) : [],
  };
}

/** Only the page shows them. */
async function readUpdates({ db }: Pick<DetailsContext, "db">, orderId: OrderId): Promise<UpdateView[]> {
  const rows = await db.webhookDelivery.findMany({
    where: { orderId },
    orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
    take: MAX_UPDATES,
    select: { id: true, source: true, topic: true, receivedAt: true, state: true },
  });
  return rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }));
}

/** Whether an order has a submission or an open reason. */
export async function isForPrint(
  ctx: Pick<OrdersContext, "db">,
  shopId: ShopId,
  shopifyGid: Gid<"Order">,
): Promise<boolean> {
  const open = { OR: [{ submissions: { some: {} } }, { attentions: { some: { clearedAt: null } } }] };
  return (await ctx.db.order.findFirst({ where: { shopId, shopifyGid, ...open }, select: { id: true } })) !== null;
}
