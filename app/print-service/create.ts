import { z } from "zod";
import { UncertainError, RejectedError } from "../ports/errors.ts";
import type { Deadline } from "../ports/clock.ts";
import type { CreatedOrder } from "../ports/print-service.ts";
import type { PrintOrder, PrintItem } from "../ports/order-model.ts";
import { arrayOf, count, looseTextOrNull, reference, text } from "./fields.ts";
import { bodyOrThrow, messageInBody } from "./answer.ts";
import type { CreateSession } from "./session.ts";

/**
 * Creates an order (print-service: createOrder). The interface shows no idempotency, so it is sent once, and only an
 * answer that names our own reference counts as created. A refused token is renewed for the next attempt.
 * @throws RejectedError (also where this order alone is answered 401 or 403), UnavailableError, UnauthorizedError (the
 * account), UncertainError
 */
export async function createOrder(
  session: CreateSession,
  order: PrintOrder,
  deadline: Deadline,
): Promise<CreatedOrder> {
  const fields = orderBody(order);
  const answer = await session.callOnce({
    operation: "createOrder",
    method: "POST",
    path: "orders/v1/create",
    fields: { ...fields },
    timeout: "create",
    deadline,
  });
  const alreadyExists = answer.kind === "rejected" && ALREADY_EXISTS.test(answer.providerMessage);
  const body = bodyOrThrow(alreadyExists ? { ...answer, alreadyExists } : answer, "create", "uncertain");
  const read = RESULT.safeParse(body);
  const providerMessage = messageInBody(body);
  if (!read.success) throw new UncertainError("create: unexpected_shape", { providerMessage });
  const created = createdOrder(read.data, session.prefix);
  if (created.reference !== order.reference) throw new UncertainError("create: other_reference", { providerMessage });
  return created;
}

/**
 * A refused repetition of an order_id. The interface does not show its words; those of the service's newer version contain "has been
 * existed".
 */
const ALREADY_EXISTS =
  /\b(has been existed|already exists?|exists already|already (been )?(used|created|taken))\b|\bduplicated?\b/i;

const RESULT = z.object({
  result: z.object({
    order_id: reference,
    updated_at: looseTextOrNull,
    order_items: arrayOf(z.object({ item_sku: text, unfulfill_quantity: count }).loose()),
  }),
});

/** The name of the field with the service's id depends on the prefix. */
const createdOrder = ({ result }: z.infer<typeof RESULT>, prefix: string): CreatedOrder => ({
  reference: result.order_id,
  updatedAt: result.updated_at,
  items: result.order_items.map((item) => ({
    serviceItemId: looseTextOrNull.parse(item[`${prefix}_id`]),
    itemSku: item.item_sku,
    quantity: item.unfulfill_quantity,
  })),
});

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
  const problem = order.items.some(hasFurtherSides) ? "artwork on a side other than front and back" : problemOf(body);
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

/** Two sides have fields in this version: an item with more is not printed without them. */
const hasFurtherSides = ({ artworkSides = {} }: PrintItem): boolean => Object.keys(artworkSides).length > 0;

function problemOf(body: {
  order_id: string;
  shipping_province_code: string;
  order_items: ItemFields[];
  method: PrintOrder["method"];
}): string | null {
  // A shipping service of version 3. Without it, this would be Standard, another service than the customer paid for.
  if (typeof body.method === "string") return "the shipping service is not one of version 1";
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
