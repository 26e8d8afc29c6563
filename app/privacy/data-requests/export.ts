import type { Gid } from "../../ports/gid.ts";
import type { DataRequestId, ShopId } from "../../ports/ids.ts";
import { EXPORT_COPY } from "./export-copy.ts";
import { exportOrder } from "./export-order.ts";
import type { ExportContext } from "./export-webhooks.ts";
import { htmlOf, HTML_END, htmlStart } from "./export-html.ts";
import { heldOrders } from "./record.ts";

/** html: for the customer to read. json: for another program. Both hold the same. */
export const EXPORT_FORMATS = ["html", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportFile {
  fileName: string;
  /** Of the orders that the file is about. */
  orderGids: Gid<"Order">[];
  /** Order by order: a customer may have many. */
  parts: AsyncGenerator<string>;
}

/** The file for the customer of a request, made of what is held now. null: the shop has no such request. */
export async function exportDataRequest(
  ctx: ExportContext,
  { shopId, id }: { shopId: ShopId; id: DataRequestId },
  format: ExportFormat,
): Promise<ExportFile | null> {
  const request = await ctx.db.dataRequest.findFirst({ where: { id, shopId }, include: { shop: true } });
  if (!request) return null;
  const orders = await heldOrders(ctx.db, shopId, request.orderGids);
  const head = {
    store: request.shop.name ?? request.shop.domain,
    requestedAt: request.requestedAt,
    exportedAt: ctx.clock.now(),
    ...EXPORT_COPY.notes,
  };
  const exported = async function* () {
    for (const order of orders) yield await exportOrder(ctx, order.id);
  };
  const day = head.exportedAt.toISOString().slice(0, 10);
  return {
    orderGids: orders.map(({ shopifyGid }) => shopifyGid),
    fileName: `customer-data-${day}.${format}`,
    parts: format === "json" ? jsonParts(head, exported()) : htmlParts(head, exported()),
  };
}

async function* jsonParts(head: object, orders: AsyncGenerator<object>): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "orders": [`;
  let separator = "\n";
  for await (const order of orders) {
    yield `${separator}${JSON.stringify(order, null, 2)}`;
    separator = ",\n";
  }
  yield "\n  ]\n}\n";
}

async function* htmlParts(head: { store: string }, orders: AsyncGenerator<{ order: string }>): AsyncGenerator<string> {
  yield htmlStart(EXPORT_COPY.title(head.store), head);
  for await (const { order, ...rest } of orders) yield htmlOf(EXPORT_COPY.order(order), rest);
  yield HTML_END;
}
