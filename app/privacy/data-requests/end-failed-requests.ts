import { DecryptionError } from "../../encryption/encryptor.server.ts";
import type { Gid } from "../../ports/gid.ts";
import type { ShopId, WebhookDeliveryId } from "../../ports/ids.ts";
import { readBody, type ExportContext } from "./export.ts";
import { heldOrders } from "./record.ts";

/**
 * After an erasure of orders: ends the requests about them that failed and were not recorded, where nothing is left to send, since
 * their bodies name the customer. Any other one is still to be carried out.
 */
export async function endFailedRequests(
  ctx: ExportContext,
  shop: { id: ShopId; domain: string },
  erased: readonly Gid<"Order">[],
): Promise<void> {
  // The index WebhookDelivery_failed finds them: a shop's other deliveries are not read.
  const rows = await ctx.db.$queryRaw<{ id: WebhookDeliveryId }[]>`
    SELECT "id" FROM "WebhookDelivery"
    WHERE "source" = 'shopify' AND "scope" = ${shop.domain} AND "state" = 'dead_letter' AND "topic" = 'customers/data_request'
      AND "bodyEncrypted" IS NOT NULL`;
  for (const { id } of rows) {
    const asked = await readAskedOrders(ctx, shop.domain, id);
    if (!asked.some((gid) => erased.includes(gid)) || (await heldOrders(ctx.db, shop.id, asked)).length > 0) continue;
    await ctx.db.webhookDelivery.updateMany({
      where: { id, state: "dead_letter" },
      data: { state: "ignored", problem: "erased", bodyEncrypted: null },
    });
  }
}

/** The orders that a failed request is about; none where no key decrypts it. */
async function readAskedOrders(ctx: ExportContext, domain: string, id: WebhookDeliveryId): Promise<Gid<"Order">[]> {
  try {
    const body = await readBody(ctx, id);
    const request = body && ctx.parseShopifyWebhook("customers/data_request", domain, body);
    return request?.kind === "customer_data_request" ? request.orderGids : [];
  } catch (error) {
    if (error instanceof DecryptionError) return [];
    throw error;
  }
}
