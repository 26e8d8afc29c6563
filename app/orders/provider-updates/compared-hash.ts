import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";

interface ComparedRow {
  version: number;
  /** The customer's data of the submission or its order was erased. */
  erased: boolean;
}

/**
 * Keyed hash of what the service shows of a submission, and of the submission's version. Stored when all of that was applied.
 * While it stays the same, to apply it again would change nothing: every event, action and step since then has raised
 * the version. List and detail give the same hash. The customer's data is left out once it was erased here.
 */
export function comparedHash(
  ctx: Pick<OrdersContext, "encryptor">,
  { version, erased }: ComparedRow,
  { serviceOrderId, storeName, recipient, items, trackings }: SyncedOrder,
): string {
  const personal = erased ? {} : { storeName, recipient };
  return ctx.encryptor.hash(JSON.stringify({ version, serviceOrderId, items, trackings, ...personal }));
}
