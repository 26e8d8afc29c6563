import type { Tx } from "../../database/transaction.ts";
import type { OrdersContext } from "../core/context.ts";
import { addHistory } from "../core/history.ts";
import { changeBasisSchema, decryptChange, encryptChange, type ChangeContent } from "../core/order-change.ts";
import type { OrderChangeId } from "../../ports/ids.ts";
import type { ChangedField } from "../../ports/order-model.ts";
import type { CurrentChange } from "../compose/current-changes.ts";
import type { ChangeState, ChangeSubject } from "./change-state.ts";

export interface NewChange {
  id: OrderChangeId;
  fields: ChangedField[];
  content: Pick<ChangeContent, "before" | "after" | "reason">;
  saveAddress: boolean;
}

/** What a change says of its fields. */
export function readChangeContent(ctx: OrdersContext, { row }: CurrentChange): NewChange["content"] | null {
  const content = decryptChange(ctx, row);
  if (!content) return null;
  const { before, after, reason } = content;
  return { before: pick(before, row.fields), after: pick(after, row.fields), reason };
}

/** Puts a change in force, in place of the one before. Needs the order's lock. */
export async function replaceChange(
  tx: Tx,
  ctx: OrdersContext,
  { order }: ChangeState,
  { line, given, change, needed, sent, sentQuantity }: ChangeSubject,
  { id, fields, content, saveAddress }: NewChange,
  userId: string | null,
  code: "order.changed" | "order.change_kept" = "order.changed",
): Promise<void> {
  const now = ctx.clock.now();
  if (change) await tx.orderChange.update({ where: { id: change.row.id }, data: { endedAt: now } });
  const { quantity } = content.after;
  const withheld = quantity === undefined || needed === null ? 0 : Math.max(0, needed - quantity);
  const quantityKept = sentQuantity?.row.fields.includes("quantity") ? keptQuantity(ctx, sentQuantity) : null;
  await tx.orderChange.create({
    data: {
      id,
      orderId: order.id,
      orderLineId: line?.row.id ?? null,
      fields: quantityKept ? [...fields, "quantity"] : fields,
      contentEncrypted: encryptChange(ctx, id, {
        ...content,
        before: { ...content.before, ...quantityKept?.before },
        after: { ...content.after, ...quantityKept?.after },
        sentBefore: quantityKept?.sentBefore ?? sent,
      }),
      basis: { ...pick(given.basis, fields), ...quantityKept?.basis },
      withheld: quantityKept?.withheld ?? withheld,
      userId,
      createdAt: now,
      ...(saveAddress ? { addressWrite: "claimed", addressWriteAt: now } : {}),
    },
  });
  const data = { change: id, fields: fields.join(" "), subject: line?.row.shopifyGid ?? "" };
  await addHistory(tx, ctx, { shopId: order.shopId, orderId: order.id, code, actor: { userId }, data });
}

/** What was withheld when the line was sent stays withheld, whatever else is changed for a reprint. */
function keptQuantity(ctx: OrdersContext, { row }: CurrentChange) {
  const content = decryptChange(ctx, row);
  const basis = pick(changeBasisSchema.parse(row.basis), ["quantity"]);
  const [before, after] = [pick(content?.before ?? {}, ["quantity"]), pick(content?.after ?? {}, ["quantity"])];
  return { before, after, basis, withheld: row.withheld, sentBefore: content?.sentBefore ?? 0 };
}

/** The fields of these names. */
export function pick<T extends object>(values: T, fields: readonly string[]): T {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field))) as T;
}
