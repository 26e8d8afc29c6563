import { clearAttentions, raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { ChangedValues } from "../core/order-change.ts";
import { claimEnd, isClaimExpired } from "../core/reschedule.ts";
import type { Tx } from "../../database/transaction.ts";
import { isAsGiven, recipientValues } from "../print-order/changed-values.ts";
import type { ChangedField, OrderSnapshot } from "../../ports/order-model.ts";
import type { OrderId, ShopId } from "../../ports/ids.ts";
import type { CurrentChange } from "./current-changes.ts";

/** What a correction in Shopify contains. */
export const SAVED_FIELDS = ["address", "email", "phone"] as const satisfies readonly ChangedField[];

/** Whether Shopify shows the address and the contact that staff entered. */
export function isSavedInShopify(snapshot: OrderSnapshot, changed: ChangedValues): boolean {
  const shown = recipientValues(snapshot);
  return SAVED_FIELDS.every((field) => changed[field] === undefined || isAsGiven(field, shown, changed));
}

/**
 * The address that staff wants to have in Shopify, too: it is there, or the process that wrote it ended before it recorded an
 * answer. Needs the order's lock.
 */
export async function syncAddressWrite(
  tx: Tx,
  ctx: OrdersContext,
  order: { id: OrderId; shopId: ShopId },
  { row, values, erased }: CurrentChange,
  snapshot: OrderSnapshot,
): Promise<void> {
  const { addressWrite, addressWriteAt } = row;
  if (erased || !addressWrite || !addressWriteAt || addressWrite === "done") return;
  const problem = { shopId: order.shopId, orderId: order.id, submissionId: null };
  if (isSavedInShopify(snapshot, values)) {
    await tx.orderChange.update({ where: { id: row.id }, data: { addressWrite: "done" } });
    await clearAttentions(tx, ctx, { orderId: order.id, submissionId: null, codes: ["address_not_saved"] }, "facts");
  } else if (addressWrite !== "claimed") {
    return;
  } else if (isClaimExpired(ctx, addressWriteAt)) {
    await tx.orderChange.update({ where: { id: row.id }, data: { addressWrite: "uncertain" } });
    await raiseAttention(tx, ctx, { ...problem, code: "address_not_saved" });
  } else {
    // Should that process have ended, nothing else reads the order.
    const dueAt = claimEnd(ctx, addressWriteAt);
    await tx.order.updateMany({ where: { id: order.id, dueAt: null }, data: { dueAt } });
  }
}
