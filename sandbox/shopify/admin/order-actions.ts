import type { FulfillmentOrder, Order, RiskLevel, Shop } from "../model.ts";
import type { ShopifyStandIn } from "../stand-in.ts";
import { ADDRESS_FIELDS, RISK_LEVELS } from "./order-side.ts";

export type Fields = Map<string, string>;
interface Subject {
  standIn: ShopifyStandIn;
  shop: Shop;
  order: Order;
  fields: Fields;
}
type OrderAction = (subject: Subject) => unknown;

const fieldOf = (fields: Fields, name: string): string => fields.get(name) ?? "";

const fulfillmentOrder = ({ order, fields }: Subject): FulfillmentOrder => {
  const found = order.fulfillmentOrders.find((each) => each.id === fieldOf(fields, "fulfillmentOrder"));
  if (!found) throw new Error("This part of the order is not there any more.");
  return found;
};

/** What a merchant can do on the page of an order, by the last part of the form's address. */
export const ORDER_ACTIONS: Record<string, OrderAction> = {
  cancel: ({ standIn, shop, order }) => standIn.cancelOrder(shop.domain, order.id),
  "mark-paid": ({ standIn, shop, order }) => standIn.editOrder(shop.domain, order.id, { financialStatus: "PAID" }),
  risk: ({ standIn, shop, order, fields }) => {
    const level = RISK_LEVELS.find((each): each is RiskLevel => each === fieldOf(fields, "level"));
    if (!level) throw new Error("Choose a risk level.");
    return standIn.editOrder(shop.domain, order.id, { risk: level });
  },
  address: ({ standIn, shop, order, fields }) => {
    const shippingAddress = Object.fromEntries(ADDRESS_FIELDS.map(([name]) => [name, fieldOf(fields, name) || null]));
    return standIn.editOrder(shop.domain, order.id, { shippingAddress });
  },
  remove: ({ standIn, shop, order, fields }) => {
    const line = order.lines.find((each) => each.id === fieldOf(fields, "line"));
    if (!line) throw new Error("This item is not in the order any more.");
    // Only what is not fulfilled yet can be taken out.
    const quantities = { [line.id]: line.currentQuantity - line.unfulfilled };
    return standIn.editOrder(shop.domain, order.id, { quantities });
  },
  fulfil: (subject) => {
    const { standIn, shop, order, fields } = subject;
    const target = fulfillmentOrder(subject);
    const [number, company] = [fieldOf(fields, "number"), fieldOf(fields, "company")];
    return standIn.fulfillByHand(shop.domain, order.id, {
      lines: Object.fromEntries(target.lines.map((row) => [row.lineId, row.remaining])),
      tracking: number ? { number, company: company || null } : undefined,
      notifyCustomer: fields.has("notify"),
    });
  },
  hold: (subject) => {
    const reason = fieldOf(subject.fields, "reason") || "OTHER";
    return subject.standIn.holdFulfillmentOrder(subject.shop.domain, fulfillmentOrder(subject).id, reason);
  },
  release: (subject) => subject.standIn.releaseHold(subject.shop.domain, fulfillmentOrder(subject).id),
};
