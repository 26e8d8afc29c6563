import { findVariant, handleOf } from "./catalog.ts";
import { newFulfillmentOrder, routeLines, updateStatuses } from "./fulfillment-orders.ts";
import type { Order, Shop } from "./model.ts";
import { orderFromRest } from "./rest/from-rest.ts";
import { parseLossless } from "./rest/number.ts";
import { restOrderShape, type RestLine } from "./rest/read-order.ts";
import { now, type Store } from "./store.ts";

/**
 * Imports an order from the body of an orders webhook, ids above 2^53 included; an order of the same id is replaced.
 * Variants and products that are not in the catalog are added to it, unless the payload marks them as deleted.
 * @throws SyntaxError, ZodError
 */
export function importOrder(store: Store, shop: Shop, body: string): Order {
  const rest = restOrderShape.parse(parseLossless(body));
  const order = orderFromRest(rest, now(store));
  for (const each of rest.line_items) adoptProduct(store, shop, each);
  addFulfillmentOrders(store, shop, order);
  shop.orders = [...shop.orders.filter((each) => each.id !== order.id), order];
  return order;
}

function adoptProduct(store: Store, shop: Shop, line: RestLine): void {
  if (line.product_exists === false || !line.variant_id || !line.product_id || findVariant(shop, line.variant_id))
    return;
  let product = shop.products.find((each) => each.id === line.product_id);
  if (!product) {
    product = {
      id: line.product_id,
      title: line.title,
      handle: handleOf(line.title),
      vendor: line.vendor ?? "",
      productType: "",
      tags: [],
      status: "ACTIVE",
      isGiftCard: line.gift_card ?? false,
      imageUrl: null,
      metafields: [],
      variants: [],
      createdAt: now(store),
      updatedAt: now(store),
    };
    shop.products.push(product);
  }
  const title = line.variant_title || "Default Title";
  const rest = { barcode: null, metafields: [], imageUrl: null, locationId: null, updatedAt: now(store) };
  const { variant_id: id, sku, price, requires_shipping: requiresShipping } = line;
  product.variants.push({
    ...rest,
    id,
    productId: product.id,
    title,
    sku,
    price,
    requiresShipping,
    options: [{ name: "Title", value: title }],
  });
}

/** Open ones for what is still to be fulfilled, and a closed one for what was. */
function addFulfillmentOrders(store: Store, shop: Shop, order: Order): void {
  if (!order.cancelledAt) routeLines(store, shop, order);
  const sent = order.fulfillments.filter((each) => each.status === "SUCCESS").flatMap((each) => each.lines);
  if (sent.length === 0) return;
  const closed = newFulfillmentOrder(store, order.id, shop.locations[0]?.id ?? "", "SHIPPING");
  closed.lines = sent.map((row) => ({ id: store.nextId(), lineId: row.lineId, total: row.quantity, remaining: 0 }));
  updateStatuses(store, closed);
  order.fulfillmentOrders.push(closed);
}
