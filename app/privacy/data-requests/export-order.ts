import type { Order, Submission } from "../../../prisma/client/client.ts";
import { decryptCustomer } from "../../orders/core/customer-summary.ts";
import { decryptChange } from "../../orders/core/order-change.ts";
import { ATTEMPT_MESSAGE, decryptPayload } from "../../orders/core/payload.ts";
import { decryptProviderOrder } from "../../orders/core/provider-order.ts";
import type { OrderId } from "../../ports/ids.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { readOrderWebhooks, type ExportContext } from "./export-webhooks.ts";

/**
 * Everything that is held of one order, decrypted for its customer, who sees the names of the fields. Never logged or stored.
 * @throws DecryptionError
 */
export async function exportOrder(ctx: ExportContext, id: OrderId) {
  const order = await ctx.db.order.findUniqueOrThrow({
    where: { id },
    include: {
      shop: { select: { domain: true } },
      lines: { orderBy: { id: "asc" } },
      changes: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
      history: { orderBy: [{ at: "asc" }, { id: "asc" }] },
    },
  });
  const { webhooks, newest } = await readOrderWebhooks(ctx, order);
  return {
    order: order.name,
    ...orderFields(order),
    customer: decryptCustomer(ctx, order),
    fromShopify: newest && fromShopify(newest),
    items: order.lines.map(({ title, variantTitle, sku, quantity }) => ({ title, variantTitle, sku, quantity })),
    changesByTheStore: order.changes.flatMap((row) => {
      const content = decryptChange(ctx, row);
      if (!content) return [];
      const { before, after, reason } = content;
      return [{ changedAt: row.createdAt, before, after, reason }];
    }),
    printOrders: await exportSubmissions(ctx, id),
    history: order.history.map(({ at, code, actor }) => ({ at, event: code, by: actor })),
    webhooks,
  };
}

const orderFields = (order: Order) => ({
  placedAt: order.shopifyCreatedAt,
  canceledAt: order.cancelledAt,
  paymentStatus: order.financialStatus,
  currency: order.currency,
  paidForPrintItems: order.subtotal,
  paidForShipping: order.shippingPaid,
  shippingOption: order.shippingTitle,
});

/** What the newest order webhook says of the customer, with the customer's own texts. */
const fromShopify = (snapshot: OrderSnapshot) => ({
  email: snapshot.email,
  phone: snapshot.phone,
  customerEmail: snapshot.customerEmail,
  customerPhone: snapshot.customerPhone,
  shippingAddress: snapshot.shippingAddress,
  billingAddress: snapshot.billingAddress,
  personalization: snapshot.lines.flatMap(({ title, properties }) =>
    properties.length === 0 ? [] : [{ item: title, texts: properties }],
  ),
});

/** What was sent to the print service, what the service shows of it, and what was shipped. */
async function exportSubmissions(ctx: ExportContext, orderId: OrderId) {
  const submissions = await ctx.db.submission.findMany({
    where: { orderId },
    include: {
      printAccount: { select: { kind: true } },
      attempts: { orderBy: { number: "asc" } },
      parcels: {
        include: { writes: { orderBy: { startedAt: "asc" } } },
        orderBy: [{ firstSeenAt: "asc" }, { id: "asc" }],
      },
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return submissions.map(({ parcels, attempts, printAccount, ...row }) => ({
    ...submissionFields(row),
    practiceAccount: printAccount?.kind === "practice",
    sentToThePrintService: decryptPayload(ctx, row),
    shownByThePrintService: decryptProviderOrder(ctx, row),
    messagesOfThePrintService: attempts.flatMap((attempt) => ATTEMPT_MESSAGE.decrypt(ctx, attempt) ?? []),
    parcels: parcels.map(({ trackingNumber, trackingUrl, firstSeenAt, writes }) => ({
      trackingNumber,
      trackingLink: trackingUrl,
      firstSeenAt,
      fulfillmentsInShopify: writes.map(({ kind, startedAt, outcome }) => ({ kind, writtenAt: startedAt, outcome })),
    })),
  }));
}

const submissionFields = (row: Submission) => ({
  reference: row.reference,
  kind: row.kind,
  state: row.state,
  createdAt: row.createdAt,
  sentAt: row.sentAt,
});
