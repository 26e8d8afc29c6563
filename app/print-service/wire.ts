import { RejectedError } from "../ports/errors.ts";
import type { PrintItem, PrintOrder } from "../ports/order-model.ts";

/** Order in a create request (print-service: createOrder), before the province is spelled both ways. */
export interface OrderFields {
  order_id: string;
  shipping_name: string;
  shipping_email: string;
  shipping_phone: string;
  shipping_address1: string;
  shipping_address2: string;
  shipping_city: string;
  shipping_zip: string;
  /** Either spelling will do. */
  shipping_province?: string;
  shipping_povince?: string;
  shipping_province_code: string;
  shipping_country: string;
  shipping_country_code: string;
  order_items: ItemFields[];
  method: number | null;
}

/** Order item (print-service: createOrder). */
export interface ItemFields {
  product_name: string;
  variant_title: string;
  item_sku: string;
  unfulfill_quantity: number;
  artwork_front: string;
  artwork_back: string;
  url_mockup: string;
  variant_note?: string;
}

export type OrderBody = OrderFields & { shipping_province: string; shipping_povince: string };

/** The body of a create request. @throws RejectedError, before anything is sent, when a required field is empty. */
export function orderBody(order: PrintOrder): OrderBody {
  return completeOrder({
    order_id: order.reference,
    shipping_name: order.name,
    shipping_email: order.email,
    shipping_phone: order.phone,
    shipping_address1: order.address1,
    shipping_address2: order.address2,
    shipping_city: order.city,
    shipping_zip: order.zip,
    shipping_province: order.province,
    shipping_province_code: order.provinceCode,
    shipping_country: order.country,
    shipping_country_code: order.countryCode,
    order_items: order.items.map(itemFields),
    method: order.method,
  });
}

/**
 * Takes the province in either spelling and sends both: the interface's table says `shipping_povince`, its example
 * `shipping_province`. @throws RejectedError when a required field is empty or a limit of section 8 is broken.
 */
export function completeOrder(fields: OrderFields): OrderBody {
  const province = fields.shipping_province || fields.shipping_povince || "";
  const body = { ...fields, shipping_province: province, shipping_povince: province };
  const problem = problemOf(body);
  if (problem) throw new RejectedError("create: incomplete order", { providerMessage: problem });
  return body;
}

function itemFields(item: PrintItem): ItemFields {
  return {
    product_name: item.productName,
    variant_title: item.variantTitle,
    item_sku: item.itemSku,
    unfulfill_quantity: item.quantity,
    artwork_front: item.artworkFront,
    artwork_back: item.artworkBack,
    url_mockup: item.mockup,
    // Optional, and the interface does not say that it may be empty: left out when there is none.
    ...(item.note === "" ? {} : { variant_note: item.note }),
  };
}

const MAY_BE_EMPTY = new Set(["shipping_address2", "artwork_front", "artwork_back", "url_mockup", "method"]);

function problemOf(body: OrderBody): string | null {
  if (body.order_id.length < 5) return "order_id is shorter than 5 characters";
  if (body.shipping_province_code.length > 4) return "shipping_province_code is longer than 4 characters";
  if (body.order_items.length === 0) return "order_items is empty";
  for (const fields of [body, ...body.order_items]) {
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === "string" && value.trim() === "" && !MAY_BE_EMPTY.has(name)) return `${name} is empty`;
    }
  }
  const wrong = body.order_items.some((i) => !Number.isSafeInteger(i.unfulfill_quantity) || i.unfulfill_quantity < 1);
  return wrong ? "unfulfill_quantity is not a positive whole number" : null;
}
