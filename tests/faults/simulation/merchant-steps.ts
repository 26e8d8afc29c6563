import { Refused } from "../../../sandbox/shopify/user-error.ts";
import type { Step } from "../schedule/plan.ts";
import { comeBack, leave } from "./installation.ts";
import { beside, later, noteWanted, shopOf, type Scene, type SceneOrder } from "./simulation.ts";

/** What a merchant does in Shopify. An act that Shopify does not let through is no act. */
export function merchantActs(scene: Scene, step: Step): boolean {
  try {
    return acts(scene, step);
  } catch (error) {
    if (error instanceof Refused) return true;
    throw error;
  }
}

function acts(scene: Scene, step: Step): boolean {
  const { shopify } = scene.plant;
  if (step.do === "uninstall") {
    beside(
      scene,
      leave(scene, shopOf(scene, step.shop))
        .then(() => later(step.backAfterMs))
        .then(() => comeBack(scene, shopOf(scene, step.shop))),
    );
    return true;
  }
  if (!("order" in step)) return false;
  const found = scene.orders.get(step.order);
  if (!found) return false;
  const { order, shop } = found;
  const edit = (change: Parameters<typeof shopify.editOrder>[2]) => {
    if (!order.cancelledAt) shopify.editOrder(shop.domain, order.id, change);
    noteWanted(found);
    return true;
  };
  switch (step.do) {
    case "cancel":
      if (!order.cancelledAt) shopify.cancelOrder(shop.domain, order.id);
      return true;
    case "pay":
      return order.financialStatus === "PENDING" ? edit({ financialStatus: "PAID" }) : true;
    case "note":
      return edit({ note: "looked at" });
    case "correct address":
      return edit({ shippingAddress: { address1: "14 Marlowbrook Road" } });
    case "add line":
      return edit({ addLines: [{ variantId: shop.goods[step.goods], quantity: step.quantity }] });
    case "reduce":
      return edit({ quantities: lessOne(found) });
    case "refund":
      return edit({ refund: Object.fromEntries(Object.keys(lessOne(found)).map((id) => [id, 1])) });
    case "fulfil by hand":
      return fulfilByHand(scene, found, step);
    case "hold":
      return hold(scene, found, step.forMs);
    case "move":
      return move(scene, found);
    case "redact":
      shopify.requestPrivacy(shop.domain, "customers/redact", { orders: [order.id] });
      return true;
    default:
      return false;
  }
}

/** One unit less of the first line that has an unfulfilled one; never added again, so that `most` stays what it says. */
function lessOne({ order }: SceneOrder): Record<string, number> {
  const line = order.lines.find((one) => one.unfulfilled > 0);
  return line ? { [line.id]: line.currentQuantity - 1 } : {};
}

function fulfilByHand(scene: Scene, { order, shop }: SceneOrder, step: Step & { do: "fulfil by hand" }): boolean {
  const first = order.lines.find((line) => line.unfulfilled > 0);
  if (!first) return true;
  scene.plant.shopify.fulfillByHand(shop.domain, order.id, {
    lines: step.all ? undefined : { [first.id]: 1 },
    tracking: step.tracking ? { number: `HAND-${order.id}`, url: `https://track.example/HAND-${order.id}` } : undefined,
    notifyCustomer: step.notify,
  });
  return true;
}

function hold(scene: Scene, { order, shop }: SceneOrder, forMs: number): boolean {
  const target = order.fulfillmentOrders.find((one) => one.status === "OPEN" || one.status === "IN_PROGRESS");
  if (!target) return true;
  scene.plant.shopify.holdFulfillmentOrder(shop.domain, target.id);
  const release = () => {
    if (target.holds.length > 0) scene.plant.shopify.releaseHold(shop.domain, target.id);
  };
  beside(scene, later(forMs).then(release));
  return true;
}

function move(scene: Scene, { order, shop }: SceneOrder): boolean {
  const target = order.fulfillmentOrders.find((one) => one.status === "OPEN");
  const [here, there] = scene.plant.shopify.shop(shop.domain).locations;
  const to = target?.locationId === here?.id ? there : here;
  if (target && to) scene.plant.shopify.moveFulfillmentOrder(shop.domain, target.id, to.id);
  return true;
}
