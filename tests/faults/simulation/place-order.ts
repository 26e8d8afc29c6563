import type { LineInput, OrderInput } from "../../../sandbox/shopify/place-order.ts";
import type { OrderPlan } from "../schedule/plan.ts";
import { startTimeline } from "../content/timeline.ts";
import { recordOrder, shopByNumber, type Simulation, type SimulatedOrder, type SimulatedShop } from "./simulation.ts";
import { addressOf, contact } from "./personal-data.ts";

/** A customer buys: the webhook goes out at once. */
export function placeOrder(simulation: Simulation, plan: OrderPlan): void {
  const shop = shopByNumber(simulation, plan.shop);
  const key = `${simulation.schedule.seed}-${plan.key}`;
  const { shopify, clock } = simulation.environment;
  const store = shopify.shop(shop.domain);
  store.fulfillsAutomatically = plan.unusual.kind === "fulfilled first";
  const sentBefore = shopify.webhooks.deliveries.length;
  const order = shopify.placeOrder(shop.domain, {
    lines: linesOf(plan, shop),
    ...contact,
    shippingAddress: addressOf(key),
    financialStatus: plan.paid ? "PAID" : "PENDING",
    risk: "LOW",
    note: plan.unusualContent === "injection" ? INJECTION : null,
    ...unusualInput(plan),
  });
  store.fulfillsAutomatically = false;
  // Of a shop without the app nothing is sent, and an earlier delivery is of another order.
  const created = shopify.webhooks.deliveries
    .slice(sentBefore)
    .findLast((one) => one.topic === "orders/create" && one.shop === shop.domain);
  const at = clock.now();
  const simulatedOrder: SimulatedOrder = {
    plan,
    key,
    shop,
    order,
    created,
    maxWanted: new Map(),
    goods: new Map(),
    addresses: [],
    atService: new Map(),
    statuses: [],
    scheduled: startTimeline(plan.unusual.scheduled, at),
    decisions: {
      given: [],
      heldByStaff: startTimeline(false, at),
      excluded: new Map(),
      changedLines: new Map(),
      changedOrder: startTimeline({}, at),
      quantities: new Map(),
      reprints: [],
    },
  };
  recordOrder(simulation, simulatedOrder);
  simulation.orders.set(plan.key, simulatedOrder);
}

function unusualInput({ unusual: { kind, express, scheduled } }: OrderPlan): Partial<OrderInput> {
  const shippingLine = { title: "Express", code: "express" };
  return { ...KINDS[kind ?? "ordinary"], scheduled, ...(express ? { shippingLine } : {}) };
}

const KINDS: Record<NonNullable<OrderPlan["unusual"]["kind"]> | "ordinary", Partial<OrderInput>> = {
  ordinary: {},
  test: { test: true },
  pickup: { delivery: "PICK_UP" },
  "local delivery": { delivery: "LOCAL" },
  authorized: { financialStatus: "AUTHORIZED" },
  "cash on delivery": { financialStatus: "PENDING", paymentGateways: ["Cash on Delivery (COD)"] },
  "fulfilled first": {},
};

const INJECTION = `'); DROP TABLE "Order"; -- <script>alert(1)</script> \${jndi:ldap://x} %0d%0aSet-Cookie: a=b`;

function linesOf(plan: OrderPlan, shop: SimulatedShop): LineInput[] {
  const lines: LineInput[] = plan.lines.map(({ goods, quantity }, at) => ({
    variantId: shop.goods[goods],
    quantity,
    properties: plan.unusual.properties[at] ?? [],
  }));
  if (plan.unusual.late) lines.push({ variantId: shop.goods.late, quantity: 1 });
  const last = lines.at(-1);
  if (last) last.unrouted = plan.unusual.unrouted;
  if (plan.unusualContent === "500 lines") {
    const more = Array.from({ length: 500 - lines.length }, () => ({ title: "A sticker", quantity: 1 }));
    return [...lines, ...more];
  }
  const properties = [{ name: INJECTION, value: INJECTION }];
  return plan.unusualContent === "injection" ? lines.map((line) => ({ ...line, properties })) : lines;
}
