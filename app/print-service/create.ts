import { z } from "zod";
import { UncertainError } from "../ports/errors.ts";
import type { Deadline } from "../ports/deadline.ts";
import type { CreatedOrder } from "../ports/print-service.ts";
import type { PrintOrder } from "../ports/order-model.ts";
import { arrayOf, count, looseTextOrNull, reference, text } from "./fields.ts";
import { bodyOrThrow } from "./answer.ts";
import type { CreateSession } from "./session.ts";
import { orderBody } from "./wire.ts";
import { messageInBody } from "./provider-message.ts";

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
