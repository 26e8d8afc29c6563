import { z } from "zod";
import type { SyncedOrder } from "../ports/print-service.ts";
import { arrayOf, count, link, looseText, looseTextOrNull, text, textOrNull } from "./fields.ts";

const item = z
  .object({
    product_name: looseText,
    item_sku: text,
    unfulfill_quantity: count,
    artwork_front: looseText,
    artwork_back: looseText,
    order_status: looseTextOrNull,
    payment_status: looseTextOrNull,
  })
  .transform((i) => ({
    productName: i.product_name,
    itemSku: i.item_sku,
    quantity: i.unfulfill_quantity,
    artworkFront: i.artwork_front,
    artworkBack: i.artwork_back,
    orderStatus: i.order_status ?? null,
    paymentStatus: i.payment_status ?? null,
  }));

const tracking = z
  .object({ tracking_number: text, tracking_url: link.catch(""), updated_at: looseTextOrNull })
  .transform((t) => ({
    trackingNumber: t.tracking_number,
    trackingUrl: t.tracking_url,
    updatedAt: t.updated_at ?? null,
  }));

/** A row of the list, or the order of the detail (print-service: SyncedOrder); recipient data is not taken over. */
export function syncedOrderSchema(prefix: string) {
  const id = z.object({ [`${prefix}_order_id`]: textOrNull });
  return z
    .object({
      order_name: text,
      dtime_entered: looseTextOrNull,
      store_name: looseTextOrNull,
      order_items: arrayOf(item),
      trackings: arrayOf(tracking),
    })
    .loose()
    .transform((o): SyncedOrder => ({
      serviceOrderId: (id.parse(o)[`${prefix}_order_id`] ?? null) as string | null,
      reference: o.order_name,
      enteredAt: o.dtime_entered ?? null,
      storeName: o.store_name ?? null,
      items: o.order_items,
      trackings: o.trackings,
    }));
}
