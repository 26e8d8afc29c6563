import type { LineInput } from "../../../sandbox/shopify/place-order.ts";
import type { OrderPlan } from "../schedule/plan.ts";
import { recordWanted, shopOf, type Simulation, type SimulatedOrder, type SimulatedShop } from "./simulation.ts";
import { addressOf, contact } from "./personal-data.ts";

/** A customer buys: the webhook goes out at once. */
export function placeOrder(simulation: Simulation, plan: OrderPlan): void {
  const shop = shopOf(simulation, plan.shop);
  const key = `${simulation.schedule.seed}-${plan.key}`;
  const { shopify } = simulation.environment;
  const order = shopify.placeOrder(shop.domain, {
    lines: linesOf(plan, shop),
    ...contact,
    shippingAddress: addressOf(key),
    financialStatus: plan.paid ? "PAID" : "PENDING",
    risk: "LOW",
    note: plan.oddity === "injection" ? INJECTION : null,
  });
  // Of a shop without the app nothing is sent.
  const created = shop.uninstalledForGood
    ? undefined
    : shopify.webhooks.deliveries.findLast((one) => one.topic === "orders/create" && one.shop === shop.domain);
  const simulatedOrder: SimulatedOrder = { plan, key, shop, order, created, maxWanted: new Map(), goods: new Map() };
  recordWanted(simulatedOrder);
  simulation.orders.set(plan.key, simulatedOrder);
}

const INJECTION = `'); DROP TABLE "Order"; -- <script>alert(1)</script> \${jndi:ldap://x} %0d%0aSet-Cookie: a=b`;

function linesOf(plan: OrderPlan, shop: SimulatedShop): LineInput[] {
  const lines: LineInput[] = plan.lines.map(({ goods, quantity }) => ({ variantId: shop.goods[goods], quantity }));
  if (plan.oddity === "500 lines") {
    const more = Array.from({ length: 500 - lines.length }, () => ({ title: "A sticker", quantity: 1 }));
    return [...lines, ...more];
  }
  const properties = [{ name: INJECTION, value: INJECTION }];
  return plan.oddity === "injection" ? lines.map((line) => ({ ...line, properties })) : lines;
}
