import type { FulfillmentOrder, Order, RiskLevel, Shop } from "../model.ts";
import type { ShopifyStandIn } from "../stand-in.ts";
import { ADDRESS_FIELDS, RISK_LEVELS } from "./order-side.ts";

export type Fields = Map<string, string>;
/** What a merchant does with an order. */
export type OrderControls = Pick<
  ShopifyStandIn,
  "cancelOrder" | "editOrder" | "fulfillByHand" | "holdFulfillmentOrder" | "releaseHold"
>;
interface Subject {
  controls: OrderControls;
  shop: Shop;
  order: Order;
  fields: Fields;
}
type OrderAction = (subject: Subject) => unknown;

const fieldOf = (fields: Fields, name: string): string => fields.get(name) ?? "";

const fulfillmentOrder = ({ order, fields }: Subject): FulfillmentOrder => {
  const found = order.fulfillmentOrders.find((each) => each.id === fieldOf(fields, "fulfillmentOrder"));
  if (!found) throw new Error("This fulfillment no longer exists.");
  return found;
};

/** The actions on an order's page, by the last part of the form's address. */
export const ORDER_ACTIONS: Record<string, OrderAction> = {
  cancel: ({ controls, shop, order }) => controls.cancelOrder(shop.domain, order.id),
  "mark-paid": ({ controls, shop, order }) => controls.editOrder(shop.domain, order.id, { financialStatus: "PAID" }),
  risk: ({ controls, shop, order, fields }) => {
    const level = RISK_LEVELS.find((each): each is RiskLevel => each === fieldOf(fields, "level"));
    if (!level) throw new Error("Select a risk level.");
    return controls.editOrder(shop.domain, order.id, { risk: level });
  },
  address: ({ controls, shop, order, fields }) => {
    const shippingAddress = Object.fromEntries(ADDRESS_FIELDS.map(([name]) => [name, fieldOf(fields, name) || null]));
    return controls.editOrder(shop.domain, order.id, { shippingAddress });
  },
  remove: ({ controls, shop, order, fields }) => {
    const line = order.lines.find((each) => each.id === fieldOf(fields, "line"));
    if (!line) throw new Error("This item is no longer in the order.");
    // Only unfulfilled items can be removed.
    const quantities = { [line.id]: line.currentQuantity - line.unfulfilled };
    return controls.editOrder(shop.domain, order.id, { quantities });
  },
  fulfill: (subject) => {
    const { controls, shop, order, fields } = subject;
    const target = fulfillmentOrder(subject);
    const [number, company] = [fieldOf(fields, "number"), fieldOf(fields, "company")];
    return controls.fulfillByHand(shop.domain, order.id, {
      lines: Object.fromEntries(target.lines.map((row) => [row.lineId, row.remaining])),
      tracking: number ? { number, company: company || null } : undefined,
      notifyCustomer: fields.has("notify"),
    });
  },
  hold: (subject) => {
    const reason = fieldOf(subject.fields, "reason") || "OTHER";
    return subject.controls.holdFulfillmentOrder(subject.shop.domain, fulfillmentOrder(subject).id, reason);
  },
  release: (subject) => subject.controls.releaseHold(subject.shop.domain, fulfillmentOrder(subject).id),
};
