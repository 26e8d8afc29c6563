import type { CreatedOrder } from "../../ports/print-service.ts";
import { raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import type { Claim } from "./claim.ts";

/** Stores the service's item ids, and compares the accepted items with the sent ones (print-service: createOrder). */
export async function recordItems(tx: Tx, ctx: OrdersContext, claim: Claim, created: CreatedOrder): Promise<void> {
  const { shopId, orderId, submissionId } = claim;
  const lines = await tx.submissionLine.findMany({ where: { submissionId }, orderBy: { position: "asc" } });
  const unmatched = [...created.items];
  const missing: string[] = [];
  for (const line of lines) {
    const at = unmatched.findIndex((item) => item.itemSku === line.itemSku && item.quantity === line.quantity);
    const item = at < 0 ? undefined : unmatched.splice(at, 1)[0];
    if (!item) missing.push(line.itemSku);
    else if (item.serviceItemId)
      await tx.submissionLine.update({ where: { id: line.id }, data: { serviceItemId: item.serviceItemId } });
  }
  if (missing.length === 0 && unmatched.length === 0) return;
  const detail = { notInResponse: missing, notSent: unmatched.map((item) => item.itemSku) };
  await raiseAttention(tx, ctx, { shopId, orderId, submissionId, code: "items_differ", detail });
}
