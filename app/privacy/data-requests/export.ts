import type { Gid } from "../../ports/gid.ts";
import type { DataRequestId, ShopId, OrderId, WebhookDeliveryId } from "../../ports/ids.ts";
import { EXPORT_COPY, htmlOf, HTML_END, htmlStart, PHOTO_PREFIX } from "./export-html.ts";
import { heldOrders } from "./record.ts";
import { DELIVERY_BODY } from "../../encryption/encrypted-columns.ts";
import type { WebhookDelivery, Order, Submission } from "../../../prisma/client/client.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import type { WebhookParser } from "../../ports/webhooks.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { CLAIM_PHOTO, decryptClaim } from "../../orders/core/claim-content.ts";
import { CLAIM_KIND_NAMES, CLAIM_STATE_NAMES } from "../../orders/core/claims.ts";
import { decryptSummary } from "../../orders/core/customer-summary.ts";
import { decryptChange } from "../../orders/core/order-change.ts";
import { ATTEMPT_MESSAGE, decryptPayload, decryptProviderOrder } from "../../orders/core/provider-order.ts";

/** html: for the customer to read. json: for another program. Both hold the same. */
export const EXPORT_FORMATS = ["html", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface ExportFile {
  fileName: string;
  /** Of the orders that the file is about. */
  orderGids: Gid<"Order">[];
  /** Order by order: a customer may have many. */
  parts: AsyncGenerator<string>;
}

/** The file for the customer of a request, made of what is held now. null: the shop has no such request. */
export async function exportDataRequest(
  ctx: ExportContext,
  { shopId, id }: { shopId: ShopId; id: DataRequestId },
  format: ExportFormat,
): Promise<ExportFile | null> {
  const request = await ctx.db.dataRequest.findFirst({ where: { id, shopId }, include: { shop: true } });
  if (!request) return null;
  const orders = await heldOrders(ctx.db, shopId, request.orderGids);
  const head = {
    store: request.shop.name ?? request.shop.domain,
    requestedAt: request.requestedAt,
    exportedAt: ctx.clock.now(),
    ...EXPORT_COPY.notes,
  };
  const exported = async function* () {
    for (const order of orders) yield await exportOrder(ctx, order.id);
  };
  const day = head.exportedAt.toISOString().slice(0, 10);
  return {
    orderGids: orders.map(({ shopifyGid }) => shopifyGid),
    fileName: `customer-data-${day}.${format}`,
    parts: format === "json" ? jsonParts(head, exported()) : htmlParts(head, exported()),
  };
}

async function* jsonParts(head: object, orders: AsyncGenerator<object>): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "orders": [`;
  let separator = "\n";
  for await (const order of orders) {
    yield `${separator}${JSON.stringify(order, null, 2)}`;
    separator = ",\n";
  }
  yield "\n  ]\n}\n";
}

async function* htmlParts(head: { store: string }, orders: AsyncGenerator<{ order: string }>): AsyncGenerator<string> {
  yield htmlStart(EXPORT_COPY.title(head.store), head);
  for await (const { order, ...rest } of orders) yield htmlOf(EXPORT_COPY.order(order), rest);
  yield HTML_END;
}

export interface ExportContext extends Pick<ShopsContext, "db" | "encryptor" | "clock"> {
  parseShopifyWebhook: WebhookParser["shopify"];
}

/** A stored webhook of Shopify or the print service. */
interface ExportedWebhook {
  from: WebhookDelivery["source"];
  topic: string;
  receivedAt: Date;
  /** As it came: the text of the body. */
  content: string;
}

/** The stored webhooks of an order, the oldest first, and the newest snapshot of the order among them. */
async function readOrderWebhooks(
  ctx: ExportContext,
  order: { id: OrderId; shop: { domain: string } },
): Promise<{ webhooks: ExportedWebhook[]; newest: OrderSnapshot | null }> {
  const rows = await ctx.db.webhookDelivery.findMany({
    where: { orderId: order.id, bodyEncrypted: { not: null } },
    select: { id: true, source: true, topic: true, receivedAt: true },
    orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
  });
  const webhooks: ExportedWebhook[] = [];
  let newest: OrderSnapshot | null = null;
  for (const { id, source, topic, receivedAt } of rows) {
    const body = await readBody(ctx, id);
    if (!body) continue;
    webhooks.push({ from: source, topic, receivedAt, content: body.toString("utf8") });
    if (source !== "shopify") continue;
    const parsed = ctx.parseShopifyWebhook(topic, order.shop.domain, body);
    if (parsed.kind !== "order") continue;
    if (!newest || parsed.snapshot.updatedAt >= newest.updatedAt) newest = parsed.snapshot;
  }
  return { webhooks, newest };
}

/** null: erased meanwhile. As text: Prisma turns bytes into a list of numbers. @throws DecryptionError */
export async function readBody(
  { db, encryptor }: Pick<ExportContext, "db" | "encryptor">,
  id: WebhookDeliveryId,
): Promise<Buffer | null> {
  const [row] = await db.$queryRaw<{ body: string | null }[]>`
    SELECT encode("bodyEncrypted", 'base64') AS "body" FROM "WebhookDelivery" WHERE "id" = ${id}::uuid`;
  return row?.body ? DELIVERY_BODY.decryptBytes({ encryptor }, id, Buffer.from(row.body, "base64")) : null;
}

/**
 * Everything that is held of one order, decrypted for its customer, who sees the names of the fields. Never logged or stored.
 * @throws DecryptionError
 */
async function exportOrder(ctx: ExportContext, id: OrderId) {
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
  const { rules = null, ...customer } = decryptSummary(ctx, order) ?? {};
  return {
    order: order.name,
    ...orderFields(order),
    customer,
    readByRulesOfTheStore: rules,
    fromShopify: newest && fromShopify(newest),
    items: order.lines.map(({ title, variantTitle, sku, quantity }) => ({ title, variantTitle, sku, quantity })),
    changesByTheStore: order.changes.flatMap((row) => {
      const content = decryptChange(ctx, row);
      if (!content) return [];
      const { before, after, reason } = content;
      return [{ changedAt: row.createdAt, before, after, reason }];
    }),
    printOrders: await exportSubmissions(ctx, id),
    claims: await exportClaims(ctx, id),
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

/** What the customer complained of, with the photos. */
async function exportClaims(ctx: ExportContext, orderId: OrderId) {
  const claims = await ctx.db.claim.findMany({
    where: { orderId },
    include: { photos: { orderBy: [{ addedAt: "asc" }, { id: "asc" }] } },
    orderBy: [{ openedAt: "asc" }, { id: "asc" }],
  });
  return claims.map(({ photos, ...row }) => ({
    openedAt: row.openedAt,
    about: CLAIM_KIND_NAMES[row.kind],
    state: CLAIM_STATE_NAMES[row.state],
    ...decryptClaim(ctx, row),
    photos: photos.map((photo) => {
      const bytes = CLAIM_PHOTO.decryptBytes(ctx, photo.id, photo.contentEncrypted);
      return `${PHOTO_PREFIX}${bytes.toString("base64")}`;
    }),
  }));
}

const submissionFields = (row: Submission) => ({
  reference: row.reference,
  kind: row.kind,
  state: row.state,
  createdAt: row.createdAt,
  sentAt: row.sentAt,
});
