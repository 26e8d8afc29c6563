import type { OrdersContext } from "../core/context.ts";
import type { ChangedValues } from "../core/order-change.ts";
import { clearReasons, raiseReason, setColumns, setOrder, type OrderRows } from "../core/order-rows.ts";
import { claimEnd, isClaimExpired } from "../core/reschedule.ts";
import { isAsGiven, recipientValues } from "../compose/changed-values.ts";
import type { ChangedField, OrderSnapshot } from "../../ports/order-model.ts";
import type { CurrentChange } from "../compose/current-changes.ts";

/** What a correction in Shopify contains. */
export const SAVED_FIELDS = ["address", "email", "phone"] as const satisfies readonly ChangedField[];

/** Whether Shopify shows the address and the contact that staff entered. */
export function isSavedInShopify(snapshot: OrderSnapshot, changed: ChangedValues): boolean {
  const shown = recipientValues(snapshot);
  return SAVED_FIELDS.every((field) => changed[field] === undefined || isAsGiven(field, shown, changed));
}

/**
 * The address that staff wants to have in Shopify, too: it is there, or the process that wrote it ended before it recorded an
 * answer.
 */
export function syncAddressWrite(
  rows: OrderRows,
  ctx: Pick<OrdersContext, "clock" | "ids" | "policy">,
  { row, values, erased }: CurrentChange,
  snapshot: OrderSnapshot,
): void {
  const { addressWrite, addressWriteAt } = row;
  if (erased || !addressWrite || !addressWriteAt || addressWrite === "done") return;
  const { id: orderId, shopId, dueAt } = rows.order;
  if (isSavedInShopify(snapshot, values)) {
    setColumns(rows.changes, row.id, { addressWrite: "done" });
    clearReasons(rows, ctx, { submissionId: null, codes: ["address_not_saved"] }, "facts");
  } else if (addressWrite !== "claimed") {
    return;
  } else if (isClaimExpired(ctx, addressWriteAt)) {
    setColumns(rows.changes, row.id, { addressWrite: "uncertain" });
    raiseReason(rows, ctx, { shopId, orderId, code: "address_not_saved" });
  } else if (dueAt === null) {
    // Should that process have ended, nothing else reads the order.
    setOrder(rows, { dueAt: claimEnd(ctx, addressWriteAt) });
  }
}
