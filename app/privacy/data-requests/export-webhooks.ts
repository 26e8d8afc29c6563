import { DELIVERY_BODY } from "../../encryption/encrypted-columns.ts";
import type { WebhookDelivery } from "../../../prisma/client/client.ts";
import type { OrderId, WebhookDeliveryId } from "../../ports/ids.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import type { WebhookParser } from "../../ports/webhooks.ts";
import type { ShopsContext } from "../../shops/context.ts";

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
export async function readOrderWebhooks(
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
