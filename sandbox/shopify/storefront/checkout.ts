import { orderInput, PEOPLE, readyMade } from "../buyers.ts";
import { findVariant } from "../catalog.ts";
import { findGoods } from "../goods.ts";
import type { Order, Shop } from "../model.ts";
import type { OrderInput } from "../place-order.ts";
import type { ShopifyStandIn } from "../stand-in.ts";

export type CheckoutContext = Pick<ShopifyStandIn, "placeOrder" | "shippingOptions">;

const MOST = 99;

/** Where the checkout ships to, with the customer there. */
export const DESTINATIONS = {
  us: { label: "Portland, United States", person: PEOPLE.unitedStates },
  jp: { label: "Tokyo, Japan", person: PEOPLE.japan },
  de: { label: "Bremen, Germany", person: PEOPLE.germany },
} as const;
export type Destination = keyof typeof DESTINATIONS;

/** Places the order of a form: a sample order, or one variant. @throws Error with the form's problem */
export async function checkOut(standIn: CheckoutContext, shop: Shop, fields: Map<string, string>): Promise<Order> {
  return standIn.placeOrder(shop.domain, await inputOf(standIn, shop, fields));
}

async function inputOf(standIn: CheckoutContext, shop: Shop, fields: Map<string, string>): Promise<OrderInput> {
  const buyer = fields.get("buyer");
  if (buyer !== undefined) {
    const goods = findGoods(shop.products);
    const input = goods && readyMade(goods)[buyer];
    if (!input) throw new Error("This sample order doesn't exist.");
    return input;
  }
  const { found, quantity, to } = readBasket(shop, fields);
  const lines = [{ variantId: found.variant.id, quantity }];
  const { person } = DESTINATIONS[to];
  const code = fields.get("shipping");
  if (code === undefined) return orderInput(person, lines);
  const { options } = await standIn.shippingOptions(shop.domain, { lines, shippingAddress: person.shippingAddress });
  const option = options.find((each) => each.code === code);
  if (!option) throw new Error("This shipping rate is no longer available.");
  return orderInput(person, lines, { shippingLine: option });
}

/** The basket of a form. @throws Error with the form's problem */
export function readBasket(shop: Shop, fields: Pick<Map<string, string>, "get"> | URLSearchParams) {
  const found = findVariant(shop, fields.get("variant") ?? "");
  if (!found) throw new Error("This product is no longer available.");
  const quantity = Number(fields.get("quantity"));
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MOST) {
    throw new Error(`Enter a quantity from 1 to ${MOST}.`);
  }
  const wanted = fields.get("to") ?? "us";
  const to = (Object.keys(DESTINATIONS) as Destination[]).find((key) => key === wanted);
  if (!to) throw new Error("Select a destination.");
  return { found, quantity, to };
}
