import type { ShippingChoice } from "../ports/order-model.ts";
import type { Gid } from "../ports/gid.ts";
import { ReadLineShipping } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { remainingNodes, unchanged } from "./paging.ts";
import { text, textOr } from "./fields.ts";

interface OrderWithShippingLines {
  id: Gid<"Order">;
  updatedAt: string;
  shippingLines: { nodes: unknown[] };
}

export type LineShipping = ReadonlyMap<Gid<"LineItem">, ShippingChoice>;

/**
 * Which shipping line each line item goes by (shopify: FulfillmentOrderLineItem.shippingLine, since 2026-07): with split shipping, a
 * customer chooses one for each shipment. Empty for an order with one shipping line. null: the order was deleted meanwhile.
 */
export async function readLineShipping(
  client: AdminClient,
  shop: string,
  order: OrderWithShippingLines,
): Promise<LineShipping | null> {
  if (order.shippingLines.nodes.length < 2) return new Map();
  const page = async (after: string | null) => {
    const read = await client.run(shop, ReadLineShipping, { id: order.id, after });
    return unchanged(order, read.order)?.fulfillmentOrders ?? null;
  };
  const first = await page(null);
  const nodes = first && (await remainingNodes(first, page));
  return (
    nodes &&
    new Map(
      nodes.flatMap(({ lineItems }) =>
        lineItems.nodes.flatMap(({ lineItem, shippingLine }) =>
          shippingLine
            ? [[lineItem.id, { title: textOr(shippingLine.title, ""), code: text(shippingLine.code) }] as const]
            : [],
        ),
      ),
    )
  );
}
