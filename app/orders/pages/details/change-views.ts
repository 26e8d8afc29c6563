import type { ChangeContent, ChangedValues } from "../../core/order-change.ts";
import type { ChangedField } from "../../../ports/order-model.ts";
import type { OrderChangeId, OrderLineId } from "../../../ports/ids.ts";
import type { StoredOrder } from "./stored-order.ts";

/** What staff changed of a line or of the order, and why. Personal data, for the merchant only. */
export interface ChangeView {
  id: OrderChangeId;
  fields: ChangedField[];
  before: ChangedValues;
  after: ChangedValues;
  reason: string;
}

/** The change that is in force; null without one, after its erasure, or without decryption. `lineId` null: of the order. */
export function changeView(
  order: StoredOrder,
  lineId: OrderLineId | null,
  contents: ReadonlyMap<string, ChangeContent>,
): ChangeView | null {
  const row = order.changes.find(({ orderLineId, endedAt }) => orderLineId === lineId && endedAt === null);
  const content = row && contents.get(row.id);
  return row && content ? { id: row.id, fields: row.fields, ...content } : null;
}
