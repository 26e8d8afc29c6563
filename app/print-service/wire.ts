import { RejectedError } from "../ports/errors.ts";
import type { PrintItem, PrintOrder } from "../ports/order-model.ts";

/**
 * The body of a create request (print-service: createOrder). The province is sent in both spellings: the interface's
 * table says `shipping_povince`, its example `shipping_province`.
 * @throws RejectedError, before anything is sent, when a required field is empty or a limit of section 8 is broken
 */
export function orderBody(order: PrintOrder) {
  const body = {
    order_id: order.reference,
    shipping_name: order.name,
    shipping_email: order.email,
    shipping_phone: order.phone,
    shipping_address1: order.address1,
    shipping_address2: order.address2,
    shipping_city: order.city,
    shipping_zip: order.zip,
    shipping_province: order.province,
    shipping_povince: order.province,
    shipping_province_code: order.provinceCode,
    shipping_country: order.country,
    shipping_country_code: order.countryCode,
    order_items: order.items.map(itemFields),
    method: order.method,
  };
  const problem = problemOf(body);
  if (problem) throw new RejectedError("create: incomplete order", { providerMessage: problem });
  return body;
}

function itemFields(item: PrintItem) {
  return {
    product_name: item.productName,
    variant_title: item.variantTitle,
    item_sku: item.itemSku,
    unfulfill_quantity: item.quantity,
    artwork_front: item.artworkFront,
    artwork_back: item.artworkBack,
    url_mockup: item.mockup,
    // Left out when empty: the interface says that the note is optional, not that it may be empty.
    ...(item.note === "" ? {} : { variant_note: item.note }),
  };
}

const MAY_BE_EMPTY = new Set(["shipping_address2", "artwork_front", "artwork_back", "url_mockup", "method"]);

type ItemFields = ReturnType<typeof itemFields>;

function problemOf(body: {
  order_id: string;
  shipping_province_code: string;
  order_items: ItemFields[];
}): string | null {
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
