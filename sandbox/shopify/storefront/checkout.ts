import { orderInput, PEOPLE, readyMade } from "../buyers.ts";
import { findVariant } from "../catalog.ts";
import { findGoods } from "../goods.ts";
import type { Order, Shop } from "../model.ts";
import type { OrderInput } from "../place-order.ts";
import type { ShopifyStandIn } from "../stand-in.ts";

export type CheckoutContext = Pick<ShopifyStandIn, "placeOrder">;

const MOST = 99;

/** Places the order of a form: a sample order, or one variant. @throws Error with the form's problem */
export function checkOut(standIn: CheckoutContext, shop: Shop, fields: Map<string, string>): Order {
  return standIn.placeOrder(shop.domain, inputOf(shop, fields));
}

function inputOf(shop: Shop, fields: Map<string, string>): OrderInput {
  const buyer = fields.get("buyer");
  if (buyer !== undefined) {
    const goods = findGoods(shop.products);
    const input = goods && readyMade(goods)[buyer];
    if (!input) throw new Error("This sample order doesn't exist.");
    return input;
  }
  const found = findVariant(shop, fields.get("variant") ?? "");
  if (!found) throw new Error("This product is no longer available.");
  const quantity = Number(fields.get("quantity"));
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MOST) {
    throw new Error(`Enter a quantity from 1 to ${MOST}.`);
  }
  return orderInput(PEOPLE.unitedStates, [{ variantId: found.variant.id, quantity }]);
}
