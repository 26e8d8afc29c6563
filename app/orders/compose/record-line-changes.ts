import type { OrderLine } from "../../../prisma/client/client.ts";
import type { WriteContext } from "../core/context.ts";
import type { HistoryCode } from "../core/history.ts";
import { noteHistory, type OrderRows } from "../core/order-rows.ts";
import type { LineSnapshot } from "../../ports/order-model.ts";

/** Writes into the history what an edit or a refund in Shopify changed on the lines of a known order. */
export function recordLineChanges(
  rows: OrderRows,
  ctx: WriteContext,
  before: readonly Pick<OrderLine, "shopifyGid" | "quantity">[],
  after: readonly Pick<LineSnapshot, "gid" | "quantity">[],
): void {
  const { id: orderId, shopId } = rows.order;
  const known = new Map(before.map(({ shopifyGid, quantity }) => [shopifyGid, quantity]));
  const shown = new Map(after.map(({ gid, quantity }) => [gid, quantity]));
  for (const subject of new Set([...known.keys(), ...shown.keys()])) {
    const [from, to] = [known.get(subject), shown.get(subject) ?? 0];
    if (from === to) continue;
    const data = { subject, from: String(from ?? 0), to: String(to) };
    noteHistory(rows, ctx, { shopId, orderId, code: codeOf(from, to), actor: "shopify", data });
  }
}

/** `from`: undefined for a line that is new. */
function codeOf(from: number | undefined, to: number): HistoryCode {
  if (to === 0) return "line.removed";
  return from === undefined || from === 0 ? "line.added" : "line.quantity_changed";
}
