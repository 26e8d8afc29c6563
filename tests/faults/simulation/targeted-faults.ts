import type { Fault } from "../../../sandbox/print-service/faults.ts";
import type { Step } from "../schedule/plan.ts";
import { beside, later, noteWanted, shopOf, type Scene, type SceneOrder } from "./simulation.ts";

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
    case "delete product": {
      const found = scene.orders.get(step.order);
      if (found) beside(scene, deleteProduct(scene, found, step.payAfterMs));
      return true;
    }
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

/** How long the app may take until it knows something; what takes longer is not tried on that order. */
const KNOWN_WITHIN_MS = 6_000;

/** The first column of the first row, once there is one; null when that takes too long. */
async function known({ plant }: Scene, { order, shop }: SceneOrder, sql: string): Promise<string | null> {
  const end = performance.now() + KNOWN_WITHIN_MS;
  while (performance.now() < end) {
    await later(100);
    const asked = plant.database.pool.query<{ known: string }>(sql, [shop.domain, `gid://shopify/Order/${order.id}`]);
    // The database may be away just now.
    const found = await asked.catch(() => null);
    if (found?.rows[0]) return found.rows[0].known;
  }
  return null;
}

const ITS_ORDER = `JOIN "Order" o ON o."id" = x."orderId" JOIN "Shop" h ON h."id" = o."shopId"
  WHERE h."domain" = $1 AND o."shopifyGid" = $2`;
const SENT = `SELECT x."reference" AS "known" FROM "Submission" x ${ITS_ORDER} AND x."state" IN ('submitted', 'in_production')`;
const LIMITED = `SELECT x."id" AS "known" FROM "OrderLine" x ${ITS_ORDER} AND x."fate" = 'ours' AND x."title" = 'Limited run'`;

/** Before the app knows, nobody could tell an order that vanished from one that never came: docs/fault-run.md. */
async function vanish(scene: Scene, found: SceneOrder, step: Step & { do: "vanish" }): Promise<void> {
  const reference = await known(scene, found, SENT);
  await later(step.afterMs);
  if (reference) scene.plant.press.loseOrder(reference, step.from);
}

/** A line that nobody has seen before its product was gone is nobody's: only the webhook could have told. */
async function deleteProduct(scene: Scene, found: SceneOrder, payAfterMs: number): Promise<void> {
  const { shop, order } = found;
  const line = await known(scene, found, LIMITED);
  if (line && shop.limited) {
    scene.plant.shopify.deleteProduct(shop.domain, shop.limited);
    shop.limited = null;
  }
  await later(payAfterMs);
  if (order.financialStatus !== "PENDING" || order.cancelledAt) return;
  scene.plant.shopify.editOrder(shop.domain, order.id, { financialStatus: "PAID" });
  noteWanted(found);
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
