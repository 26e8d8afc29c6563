import type { LineInput } from "../../../sandbox/shopify/place-order.ts";
import type { OrderPlan } from "../schedule/plan.ts";
import { noteWanted, shopOf, type Scene, type SceneOrder, type SceneShop } from "./simulation.ts";
import { addressOf, contact } from "./personal-data.ts";

/** A buyer buys: the webhook goes out at once. */
export function buy(scene: Scene, plan: OrderPlan): void {
  const shop = shopOf(scene, plan.shop);
  const key = `${scene.schedule.seed}-${plan.key}`;
  const { shopify } = scene.plant;
  const order = shopify.placeOrder(shop.domain, {
    lines: linesOf(plan, shop),
    ...contact,
    shippingAddress: addressOf(key),
    financialStatus: plan.paid ? "PAID" : "PENDING",
    risk: "LOW",
    note: plan.odd === "injection" ? INJECTION : null,
  });
  // Of a shop without the app nothing is sent.
  const created = shop.gone
    ? undefined
    : shopify.webhooks.deliveries.findLast((one) => one.topic === "orders/create" && one.shop === shop.domain);
  const bought: SceneOrder = { plan, key, shop, order, created, most: new Map(), goods: new Map() };
  noteWanted(bought);
  scene.orders.set(plan.key, bought);
}

const INJECTION = `'); DROP TABLE "Order"; -- <script>alert(1)</script> \${jndi:ldap://x} %0d%0aSet-Cookie: a=b`;

function linesOf(plan: OrderPlan, shop: SceneShop): LineInput[] {
  const lines: LineInput[] = plan.lines.map(({ goods, quantity }) => ({ variantId: shop.goods[goods], quantity }));
  if (plan.odd === "500 lines") {
    const more = Array.from({ length: 500 - lines.length }, () => ({ title: "A sticker", quantity: 1 }));
    return [...lines, ...more];
  }
  const properties = [{ name: INJECTION, value: INJECTION }];
  return plan.odd === "injection" ? lines.map((line) => ({ ...line, properties })) : lines;
}
