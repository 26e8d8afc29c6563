import type { Fault } from "../../../sandbox/print-service/faults.ts";
import type { Step } from "../schedule/plan.ts";
import { beside, later, shopOf, type Scene, type SceneOrder } from "./scene.ts";

const FOR_EVER = 1_000_000;

/** What befalls one order or one shop on purpose. Returns whether the step was one of these. */
export function trialActs(scene: Scene, step: Step): boolean {
  switch (step.do) {
    case "leave":
      leave(scene, step);
      return true;
    case "refuse order":
      return toCreate(scene, step.order, { effect: step.effect, times: step.lasting ? FOR_EVER : 1 });
    case "two 401s":
      return toCreate(scene, step.order, { effect: "unauthorized", times: 2 });
    case "429 after making":
      return toCreate(scene, step.order, { effect: "too_many", worked: true });
    case "vanish": {
      const found = scene.orders.get(step.order);
      if (found) beside(scene, vanish(scene, found, step));
      return true;
    }
    case "delete product":
      deleteProduct(scene, step.order);
      return true;
    default:
      return false;
  }
}

/** What nobody lifts: called when all faults were. */
export function armLasting(scene: Scene): void {
  const { steps, lasting } = scene.schedule;
  for (const step of steps) if (step.do === "refuse order" && step.lasting) trialActs(scene, step);
  const { press } = scene.plant;
  if (lasting.unreadable) press.addFault({ endpoint: "list", effect: lasting.unreadable, times: FOR_EVER });
}

/** Befalls the create calls of one buyer's order. */
function toCreate(scene: Scene, order: string, fault: Omit<Fault, "endpoint">): true {
  const found = scene.orders.get(order);
  if (!found) return true;
  // Our references begin with the order's name. Another shop on the same account may have one of that name, and meets it then.
  const name = `${found.order.name.replace("#", "")}-`;
  scene.plant.press.addFault({ ...fault, endpoint: "create", account: found.shop.account, order: name });
  return true;
}

/** How long an order may take until the app knows of it; one that takes longer does not vanish. */
const KNOWN_WITHIN_MS = 4_000;

/** Before the app knows, nobody could tell an order that vanished from one that never came: docs/fault-run.md. */
async function vanish(scene: Scene, found: SceneOrder, step: Step & { do: "vanish" }): Promise<void> {
  const end = performance.now() + KNOWN_WITHIN_MS;
  let reference: string | null = null;
  while (!reference && performance.now() < end) {
    await later(100);
    // The database may be away just now.
    reference = await knownReference(scene, found).catch(() => null);
  }
  await later(step.afterMs);
  if (reference) scene.plant.press.loseOrder(reference, step.from);
}

async function knownReference({ plant }: Scene, { order, shop }: SceneOrder): Promise<string | null> {
  const { rows } = await plant.database.pool.query<{ reference: string }>(
    `SELECT s."reference" FROM "Submission" s JOIN "Order" o ON o."id" = s."orderId" JOIN "Shop" h ON h."id" = o."shopId"
     WHERE h."domain" = $1 AND o."shopifyGid" = $2 AND s."state" IN ('submitted', 'in_production')`,
    [shop.domain, `gid://shopify/Order/${order.id}`],
  );
  return rows[0]?.reference ?? null;
}

function deleteProduct(scene: Scene, key: string): void {
  const shop = scene.orders.get(key)?.shop;
  if (!shop?.limited) return;
  scene.plant.shopify.deleteProduct(shop.domain, shop.limited);
  shop.limited = null;
}

function leave(scene: Scene, step: Step & { do: "leave" }): void {
  const { shopify } = scene.plant;
  const shop = shopOf(scene, step.shop);
  if (!step.heard) shopify.webhooks.addRule({ kind: "drop", topic: "app/uninstalled" });
  shopify.uninstall(shop.domain);
  shop.gone = true;
  const redact = () => {
    shop.redact = shopify.requestPrivacy(shop.domain, "shop/redact");
  };
  beside(scene, later(step.redactAfterMs).then(redact));
}
