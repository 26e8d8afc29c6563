import { UserError } from "../../../sandbox/shopify/user-error.ts";
import type { Step } from "../schedule/plan.ts";
import { reinstall, uninstall } from "./installation.ts";
import { OTHER_SERVICE } from "./start-simulation.ts";
import { correctedStreet } from "./personal-data.ts";
import { changeRules, changeTemplate } from "./note-settings.ts";
import {
  runInBackground,
  delay,
  recordOrder,
  shopByNumber,
  type Simulation,
  type SimulatedOrder,
} from "./simulation.ts";

/** What a merchant does in Shopify. An act that Shopify does not let through is no act. */
export function applyMerchantStep(simulation: Simulation, step: Step): boolean {
  try {
    return applyStep(simulation, step);
  } catch (error) {
    if (error instanceof UserError) return true;
    throw error;
  }
}

function applyStep(simulation: Simulation, step: Step): boolean {
  const { shopify } = simulation.environment;
  if (step.do === "uninstall") {
    runInBackground(
      simulation,
      uninstall(simulation, shopByNumber(simulation, step.shop))
        .then(() => delay(step.backAfterMs))
        .then(() => reinstall(simulation, shopByNumber(simulation, step.shop))),
    );
    return true;
  }
  if (step.do === "change note template") {
    runInBackground(
      simulation,
      changeTemplate(simulation.environment, shopByNumber(simulation, step.shop), step.template),
    );
    return true;
  }
  if (step.do === "change rules") {
    runInBackground(simulation, changeRules(simulation.environment, shopByNumber(simulation, step.shop), step.rules));
    return true;
  }
  if (step.do === "grant write_orders") {
    const { domain } = shopByNumber(simulation, step.shop);
    const { installed, scopes } = shopify.shop(domain);
    if (installed) shopify.grantScopes(domain, [...scopes, "write_orders"]);
    return true;
  }
  if (!("order" in step)) return false;
  const found = simulation.orders.get(step.order);
  if (!found) return false;
  const { order, shop } = found;
  const edit = (change: Parameters<typeof shopify.editOrder>[2]) => {
    if (!order.cancelledAt) shopify.editOrder(shop.domain, order.id, change);
    recordOrder(simulation, found);
    return true;
  };
  switch (step.do) {
    case "cancel":
      if (!order.cancelledAt) shopify.cancelOrder(shop.domain, order.id);
      return true;
    case "pay":
      return ["PENDING", "AUTHORIZED"].includes(order.financialStatus) ? edit({ financialStatus: "PAID" }) : true;
    case "note":
      return edit({ note: "looked at" });
    case "correct address":
      return edit({ shippingAddress: { address1: correctedStreet(found.addresses.length) } });
    case "add line":
      return edit({
        addLines: [{ variantId: shop.goods[step.goods], quantity: step.quantity, unrouted: step.unrouted }],
      });
    case "route order":
      shopify.routeOrder(shop.domain, order.id);
      return true;
    case "give to service":
      return giveToService(simulation, found, step);
    case "reduce":
      return edit({ quantities: reduceByOne(found) });
    case "refund":
      return edit({ refund: Object.fromEntries(Object.keys(reduceByOne(found)).map((id) => [id, 1])) });
    case "refund amount":
      return ["PAID", "PARTIALLY_REFUNDED"].includes(order.financialStatus)
        ? edit({ financialStatus: "REFUNDED" })
        : true;
    case "open scheduled":
      for (const { id, status } of order.fulfillmentOrders)
        if (status === "SCHEDULED") shopify.openScheduled(shop.domain, id);
      recordOrder(simulation, found);
      return true;
    case "fulfill by hand":
      return fulfillByHand(simulation, found, step);
    case "hold":
      return hold(simulation, found, step.forMs);
    case "move":
      return move(simulation, found);
    case "split":
      return split(simulation, found);
    case "redact":
      shopify.requestPrivacy(shop.domain, "customers/redact", { orders: [order.id] });
      return true;
    default:
      return false;
  }
}

/** One unit less of the first line that has an unfulfilled one; never added again, so that `most` stays what it says. */
function reduceByOne({ order }: SimulatedOrder): Record<string, number> {
  const line = order.lines.find((one) => one.unfulfilled > 0);
  return line ? { [line.id]: line.currentQuantity - 1 } : {};
}

function fulfillByHand(
  simulation: Simulation,
  { order, shop }: SimulatedOrder,
  step: Step & { do: "fulfill by hand" },
): boolean {
  const first = order.lines.find((line) => line.unfulfilled > 0);
  if (!first) return true;
  simulation.environment.shopify.fulfillByHand(shop.domain, order.id, {
    lines: step.all ? undefined : { [first.id]: 1 },
    tracking: step.tracking ? { number: `HAND-${order.id}`, url: `https://track.example/HAND-${order.id}` } : undefined,
    notifyCustomer: step.notify,
  });
  return true;
}

function hold(simulation: Simulation, { order, shop }: SimulatedOrder, forMs: number): boolean {
  const target = order.fulfillmentOrders.find((one) => one.status === "OPEN" || one.status === "IN_PROGRESS");
  if (!target) return true;
  simulation.environment.shopify.holdFulfillmentOrder(shop.domain, target.id);
  const release = () => {
    if (target.holds.length > 0) simulation.environment.shopify.releaseHold(shop.domain, target.id);
  };
  runInBackground(simulation, delay(forMs).then(release));
  return true;
}

function move(simulation: Simulation, { order, shop }: SimulatedOrder): boolean {
  const target = order.fulfillmentOrders.find((one) => one.status === "OPEN");
  const [here, there] = simulation.environment.shopify.shop(shop.domain).locations;
  const to = target?.locationId === here?.id ? there : here;
  if (target && to) simulation.environment.shopify.moveFulfillmentOrder(shop.domain, target.id, to.id);
  return true;
}

/** One unit of a line item gets a fulfillment order of its own at the same location. */
function split(simulation: Simulation, { order, shop }: SimulatedOrder): boolean {
  const open = order.fulfillmentOrders.filter((one) => one.status === "OPEN");
  const target = open.find((one) => one.lines.some((line) => line.remaining > 1));
  const line = target?.lines.find((one) => one.remaining > 1);
  if (target && line)
    simulation.environment.shopify.splitFulfillmentOrder(shop.domain, target.id, [{ id: line.id, quantity: 1 }]);
  return true;
}

/** Shopify lists the fulfillment orders of an order in no sequence that it promises. */
function giveToService(
  simulation: Simulation,
  found: SimulatedOrder,
  { all, listed }: Step & { do: "give to service" },
): boolean {
  const { shopify } = simulation.environment;
  const { order, shop } = found;
  const open = order.fulfillmentOrders.filter((one) => one.status === "OPEN" && one.methodType === "SHIPPING");
  const [whole] = open;
  const divisible = open.find((one) => one.lines.some((line) => line.remaining > 1));
  const line = divisible?.lines.find((one) => one.remaining > 1);
  if (!all && divisible && line) {
    const part = shopify.splitFulfillmentOrder(shop.domain, divisible.id, [{ id: line.id, quantity: 1 }]);
    shopify.moveFulfillmentOrder(shop.domain, part.id, OTHER_SERVICE.name);
  } else if (all && whole) shopify.moveFulfillmentOrder(shop.domain, whole.id, OTHER_SERVICE.name);
  const given = order.fulfillmentOrders.at(-1);
  if (listed === "first" && given && given !== whole)
    order.fulfillmentOrders.unshift(...order.fulfillmentOrders.splice(-1));
  recordOrder(simulation, found);
  return true;
}
