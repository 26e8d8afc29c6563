import { z } from "zod";
import type { SyncedOrder, SyncedRecipient } from "../ports/print-service.ts";
import { arrayOf, count, link, looseText, looseTextOrNull, reference, text } from "./fields.ts";

const item = z
  .object({
    product_name: looseText,
    item_sku: text,
    unfulfill_quantity: count,
    artwork_front: looseText,
    artwork_back: looseText,
    url_mockup: looseText,
    order_status: looseTextOrNull,
    payment_status: looseTextOrNull,
  })
  .transform((i) => ({
    productName: i.product_name,
    itemSku: i.item_sku,
    quantity: i.unfulfill_quantity,
    artworkFront: i.artwork_front,
    artworkBack: i.artwork_back,
    mockup: i.url_mockup,
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

const recipient = z
  .object({
    shipping_name: looseText,
    shipping_email: looseText,
    shipping_phone: looseText,
    shipping_address1: looseText,
    shipping_address2: looseText,
    shipping_city: looseText,
    shipping_province: looseText,
    shipping_province_code: looseText,
    shipping_country: looseText,
    shipping_country_code: looseText,
  })
  .transform((r): SyncedRecipient => ({
    name: r.shipping_name,
    email: r.shipping_email,
    phone: r.shipping_phone,
    address1: r.shipping_address1,
    address2: r.shipping_address2,
    city: r.shipping_city,
    province: r.shipping_province,
    provinceCode: r.shipping_province_code,
    country: r.shipping_country,
    countryCode: r.shipping_country_code,
  }));

/** A row of the list, or the order of the detail (print-service: SyncedOrder). */
export function syncedOrderSchema(prefix: string) {
  const id = z.object({ [`${prefix}_order_id`]: looseTextOrNull });
  return z
    .object({
      order_name: reference,
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
      recipient: recipient.parse(o),
      items: o.order_items,
      trackings: o.trackings,
    }));
}
