import { orderInput, PEOPLE, readyMade } from "../buyers.ts";
import { findVariant } from "../catalog.ts";
import { findGoods } from "../goods.ts";
import type { Order, Shop } from "../model.ts";
import type { OrderInput } from "../place-order.ts";
import type { ShopifyStandIn } from "../stand-in.ts";

export type CheckoutContext = Pick<ShopifyStandIn, "placeOrder">;

const MOST = 99;

/** Places the order of a form: a ready-made one, or one variant in some quantity. @throws Error with what is wrong */
export function checkOut(standIn: CheckoutContext, shop: Shop, fields: Map<string, string>): Order {
  return standIn.placeOrder(shop.domain, inputOf(shop, fields));
}

function inputOf(shop: Shop, fields: Map<string, string>): OrderInput {
  const buyer = fields.get("buyer");
  if (buyer !== undefined) {
    const goods = findGoods(shop.products);
    const input = goods && readyMade(goods)[buyer];
    if (!input) throw new Error("There is no such ready-made order.");
    return input;
  }
  const found = findVariant(shop, fields.get("variant") ?? "");
  if (!found) throw new Error("This product is not sold any more.");
  const quantity = Number(fields.get("quantity"));
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MOST) {
    throw new Error(`The quantity has to be a whole number from 1 to ${MOST}.`);
  }
  return orderInput(PEOPLE.unitedStates, [{ variantId: found.variant.id, quantity }]);
}
