import { UnavailableError } from "../ports/errors.ts";
import type { SyncedOrder } from "../ports/print-service.ts";
import { type Answer, bodyOrThrow } from "./answer.ts";
import type { Call } from "./request.ts";
import type { Session } from "./session.ts";
import { syncedOrderSchema } from "./synced-order.ts";

export const detailCall = (fields: Call["fields"]): Omit<Call, "token"> => ({
  operation: "getOrder",
  method: "GET",
  path: "orders/v1/detail",
  fields,
  timeout: "read",
});

/**
 * One order by our reference and its sync date (print-service: getOrder). null when the service says that it has none
 * there, which proves nothing on its own: the interface shows neither how it says so nor when an order appears.
 * @throws UnavailableError, UnauthorizedError
 */
export async function orderDetail(
  session: Session,
  { reference, date }: { reference: string; date: string },
): Promise<SyncedOrder | null> {
  const answer = await session.call(detailCall({ order_id: reference, date }));
  if (answer.kind === "rejected" || saysNotFound(answer)) return null;
  const body = bodyOrThrow(answer, "detail", "unavailable");
  if (!("order" in body)) throw new UnavailableError("detail: unexpected_shape");
  if (isNothing(body["order"])) return null;
  const read = syncedOrderSchema(session.prefix).safeParse(body["order"]);
  if (!read.success || read.data.reference !== reference) throw new UnavailableError("detail: unexpected_shape");
  return read.data;
}

/**
 * A 404 in plain text or HTML that speaks of the order. Any other one may come from a proxy, or mean the address: an order that was
 * taken for absent because of it could be sent twice (submit/lookup-before-resend.ts).
 */
const saysNotFound = (answer: Answer): boolean =>
  answer.kind === "uncertain" &&
  answer.httpStatus === 404 &&
  /\border\b/i.test(answer.providerMessage ?? "") &&
  /\bnot (be )?found\b|\bno such\b|\b(not|n['’]t) exist/i.test(answer.providerMessage ?? "");

const isNothing = (order: unknown): boolean =>
  order === null || (typeof order === "object" && Object.keys(order).length === 0);
