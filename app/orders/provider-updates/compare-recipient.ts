import type { Submission } from "../../../prisma/client/client.ts";
import type { SyncedRecipient } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { decryptPayload } from "../core/payload.ts";
import { differingFields, LABEL_FIELDS } from "../core/provider-order.ts";
import { idsOf } from "../core/history.ts";
import { raiseUnlessAnswered } from "./raise-once.ts";
import { SHIPPED_STATES } from "../core/states.ts";
import type { Tx } from "../../database/transaction.ts";

/**
 * Raises attention when the service ships to another address than was sent, before anything ships. A field that the service
 * leaves out is no evidence. An answer of staff stays. Needs the order's lock. @throws DecryptionError
 */
export async function compareRecipient(
  tx: Tx,
  ctx: OrdersContext,
  row: Submission,
  seen: SyncedRecipient,
): Promise<void> {
  if (SHIPPED_STATES.includes(row.state)) return;
  const sent = decryptPayload(ctx, row);
  const fields = sent ? differingFields(sent, seen) : [];
  if (fields.length === 0) return;
  const basis = ctx.encryptor.hash(JSON.stringify(LABEL_FIELDS.map((field) => seen[field])));
  await raiseUnlessAnswered(tx, ctx, { ...idsOf(row), code: "address_differs", basis, detail: { differing: fields } });
}
