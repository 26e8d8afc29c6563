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
  const read = z.object({ result: resultSchema(session.prefix) }).safeParse(body);
  const providerMessage = messageInBody(body);
  if (!read.success) throw new UncertainError("create: unexpected_shape", { providerMessage });
  if (read.data.result.reference !== order.reference)
    throw new UncertainError("create: other_reference", { providerMessage });
  return read.data.result;
}

/**
 * A refused repetition of an order_id. The interface does not show its words; those of the service's newer version contain "has been
 * existed".
 */
const ALREADY_EXISTS =
  /\b(has been existed|already exists?|exists already|already (been )?(used|created|taken))\b|\bduplicated?\b/i;

function resultSchema(prefix: string) {
  const item = z
    .object({ [`${prefix}_id`]: looseTextOrNull, item_sku: text, unfulfill_quantity: count })
    .transform((i) => ({
      serviceItemId: (i[`${prefix}_id`] ?? null) as string | null,
      itemSku: String(i["item_sku"]),
      quantity: Number(i["unfulfill_quantity"]),
    }));
  return z
    .object({ order_id: reference, updated_at: looseTextOrNull, order_items: arrayOf(item) })
    .transform((r): CreatedOrder => ({
      reference: r.order_id,
      updatedAt: r.updated_at ?? null,
      items: r.order_items,
    }));
}
