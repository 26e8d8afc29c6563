import type { Shape } from "./shapes.ts";

/** print-service: SyncedOrder, without the id under the service's prefix and the time that only the list has. */
export const ORDER: Shape = {
  order_name: "text",
  shipping_name: "text",
  shipping_phone: "text",
  shipping_email: "text",
  shipping_address1: "text",
  shipping_address2: "text",
  shipping_city: "text",
  shipping_province: "text",
  shipping_province_code: "text",
  shipping_country: "text",
  shipping_country_code: "text",
  store_name: "text",
  order_items: "array",
  trackings: "array",
};

/** print-service: listOrders. */
export const ITEM: Shape = {
  product_name: "text",
  unfulfill_quantity: "number",
  item_sku: "text",
  artwork_front: "link or empty",
  artwork_back: "link or empty",
  url_mockup: "link or empty",
  order_status: "text",
  payment_status: "text",
};

/** print-service: listOrders. */
export const TRACKING: Shape = { tracking_number: "text", tracking_url: "link", updated_at: "time" };
