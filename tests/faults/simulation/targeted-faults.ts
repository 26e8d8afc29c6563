import type { Fault } from "../../../sandbox/print-service/faults.ts";
import { FAST_POLICY } from "../environment/fast-policy.ts";
import type { Step } from "../schedule/plan.ts";
import { WAIT_LIMIT_MS } from "../within.ts";
import { orderKeyOf } from "./personal-data.ts";
import { placeOrder } from "./place-order.ts";
import {
  runInBackground,
  delay,
  recordOrder,
  shopByNumber,
  type Simulation,
  type SimulatedOrder,
} from "./simulation.ts";

const UNLIMITED = 1_000_000;

/** What befalls one order or one shop on purpose. Returns whether the step was one of these. */
export function applyTargetedFault(simulation: Simulation, step: Step): boolean {
  switch (step.do) {
    case "uninstall for good":
      uninstallForGood(simulation, step);
      return true;
    case "reject order":
      return failCreateCalls(simulation, step.order, { effect: step.effect, times: step.permanent ? UNLIMITED : 1 });
    case "two 401s":
      return failCreateCalls(simulation, step.order, { effect: "unauthorized", times: 2 });
    case "strike repeat":
    case "strike write":
      // Once the storm is over: strikeRepeats, strikeWrites.
      return true;
    case "cancel once sent": {
      const found = simulation.orders.get(step.order);
      if (found) runInBackground(simulation, cancelOnceSent(simulation, found, step.afterMs));
      return true;
    }
    case "429 after create":
      if (step.denied > 0) failCallsOf(simulation, step.order, { ...DENIAL, times: step.denied });
      return failCreateCalls(simulation, step.order, { effect: "too_many", worked: true });
    case "hide order": {
      const found = simulation.orders.get(step.order);
      if (found) runInBackground(simulation, hideProviderOrder(simulation, found, step));
      return true;
    }
    case "delete product": {
      const found = simulation.orders.get(step.order);
      if (found) runInBackground(simulation, deleteProduct(simulation, found, step.payAfterMs));
      return true;
    }
    default:
      return false;
  }
}

/** Whether an order is placed once the storm is over: in it, too much could keep the order from what is to be struck. */
export const isStruck = ({ steps }: Simulation["schedule"], key: string): boolean =>
  steps.some((step) => (step.do === "strike repeat" || step.do === "strike write") && step.order === key);

/** One order after the other. Called when all faults were lifted and every process runs; those that it kills are started again. */
export async function strikeRepeats(simulation: Simulation): Promise<void> {
  const { environment, schedule } = simulation;
  for (const step of schedule.steps) {
    const plan = step.do === "strike repeat" && schedule.orders.find(({ key }) => key === step.order);
    if (!plan) continue;
    placeOrder(simulation, plan);
    const placed = simulation.orders.get(plan.key);
    if (placed) await strikeRepeat(simulation, placed, step);
    for (const process of environment.processes) await process.start();
    await environment.ready();
  }
}

/** What nobody lifts: called when all faults were. */
export function armPermanentFaults(simulation: Simulation): void {
  const { steps, permanent } = simulation.schedule;
  for (const step of steps) if (step.do === "reject order" && step.permanent) applyTargetedFault(simulation, step);
  const { printService } = simulation.environment;
  if (permanent.unreadable) printService.addFault({ endpoint: "list", effect: permanent.unreadable, times: UNLIMITED });
}

/** The service says in words that it has no such order. */
const DENIAL = { endpoint: "detail", effect: "error_body" } as const;

const failCreateCalls = (simulation: Simulation, order: string, fault: Omit<Fault, "endpoint">): true =>
  failCallsOf(simulation, order, { ...fault, endpoint: "create" });

function failCallsOf(simulation: Simulation, order: string, fault: Fault): true {
  const found = simulation.orders.get(order);
  if (found) failCalls(simulation, found, fault);
  return true;
}

/** Befalls the calls about one customer's order. */
export function failCalls(simulation: Simulation, found: SimulatedOrder, fault: Fault): void {
  // Our references begin with the order's name. Another shop on the same account may have one of that name, and meets it then.
  const name = `${found.order.name.replace("#", "")}-`;
  simulation.environment.printService.addFault({
    ...fault,
    account: found.shop.account,
    order: name,
  });
}

/** The answer to a repeated create waits for so long. */
const REPEAT_TAKES_MS = 1_000;
/** Asked after the lost answer, and once more before the repetition (lookup-before-resend.ts). */
const DENIALS_BEFORE_REPEAT = 2;
/** A claim to send has expired by then. */
const FROZEN_MS = FAST_POLICY.claimTtlMs + 1_000;

/** The service makes the order, its answer is lost, and it shows the order nowhere: only the repetition proves it. */
async function strikeRepeat(
  simulation: Simulation,
  found: SimulatedOrder,
  { order, strike }: Step & { do: "strike repeat" },
): Promise<void> {
  const { printService, workers } = simulation.environment;
  const { orders, creates } = printService.store;
  const findMade = () => orders.find(({ shipping }) => orderKeyOf(shipping["shipping_address2"] ?? "") === found.key);
  failCreateCalls(simulation, order, { effect: "reset" });
  failCreateCalls(simulation, order, { effect: "slow", ms: REPEAT_TAKES_MS });
  // From the first instant on: the order may be asked for before it is seen here, and hidden.
  failCalls(simulation, found, { ...DENIAL, times: DENIALS_BEFORE_REPEAT });
  const end = performance.now() + WAIT_LIMIT_MS;
  let isRepeated = false;
  while (!isRepeated && performance.now() < end) {
    await delay(10);
    const reference = findMade()?.reference;
    if (!reference) continue;
    printService.hideOrder(reference, "list and detail");
    isRepeated = creates.filter((call) => call.reference === reference).length > 1;
  }
  const made = findMade();
  if (isRepeated) {
    await Promise.all(workers.map((worker) => (strike === "kill" ? worker.kill() : worker.freeze(FROZEN_MS))));
    simulation.struck.push(strike);
  }
  if (made) printService.showOrder(made.reference);
}

/** How long the app may take until it knows something; what takes longer is not tried on that order. */
const ROW_APPEARS_WITHIN_MS = 6_000;

/** The first column of the first row, once there is one; null when that takes too long. */
export async function pollForRow(
  { environment }: Simulation,
  { order, shop }: SimulatedOrder,
  sql: string,
  withinMs = ROW_APPEARS_WITHIN_MS,
): Promise<string | null> {
  const end = performance.now() + withinMs;
  while (performance.now() < end) {
    await delay(100);
    const query = environment.database.pool.query<{ known: string }>(sql, [
      shop.domain,
      `gid://shopify/Order/${order.id}`,
    ]);
    // The database may be away just now.
    const found = await query.catch(() => null);
    if (found?.rows[0]) return found.rows[0].known;
  }
  return null;
}

/** Of the rows `x`, those of one order. */
export const JOIN_ORDER = `JOIN "Order" o ON o."id" = x."orderId" JOIN "Shop" h ON h."id" = o."shopId"
  WHERE h."domain" = $1 AND o."shopifyGid" = $2`;
export const SENT_REFERENCE = `SELECT x."reference" AS "known" FROM "Submission" x ${JOIN_ORDER} AND x."state" IN ('submitted', 'in_production')`;
const LIMITED_LINE = `SELECT x."id" AS "known" FROM "OrderLine" x ${JOIN_ORDER} AND x."eligibility" = 'printable' AND x."title" = 'Limited run'`;

/** Before the app knows, nobody could tell an order that vanished from one that never came: docs/fault-run.md. */
async function hideProviderOrder(
  simulation: Simulation,
  found: SimulatedOrder,
  step: Step & { do: "hide order" },
): Promise<void> {
  const reference = await pollForRow(simulation, found, SENT_REFERENCE);
  await delay(step.afterMs);
  if (reference) simulation.environment.printService.hideOrder(reference, step.from);
}

async function cancelOnceSent(simulation: Simulation, found: SimulatedOrder, afterMs: number): Promise<void> {
  const reference = await pollForRow(simulation, found, SENT_REFERENCE);
  await delay(afterMs);
  const { shop, order } = found;
  if (reference && !order.cancelledAt) simulation.environment.shopify.cancelOrder(shop.domain, order.id);
}

/** A line that nobody has seen before its product was gone is nobody's: only the webhook could have told. */
async function deleteProduct(simulation: Simulation, found: SimulatedOrder, payAfterMs: number): Promise<void> {
  const { shop, order } = found;
  const line = await pollForRow(simulation, found, LIMITED_LINE);
  if (line && shop.limited) {
    simulation.environment.shopify.deleteProduct(shop.domain, shop.limited);
    shop.limited = null;
  }
  await delay(payAfterMs);
  if (order.financialStatus !== "PENDING" || order.cancelledAt) return;
  simulation.environment.shopify.editOrder(shop.domain, order.id, { financialStatus: "PAID" });
  recordOrder(simulation, found);
}

function uninstallForGood(simulation: Simulation, step: Step & { do: "uninstall for good" }): void {
  const { shopify } = simulation.environment;
  const shop = shopByNumber(simulation, step.shop);
  if (!step.webhookDelivered) shopify.webhooks.addRule({ kind: "drop", topic: "app/uninstalled" });
  shopify.uninstall(shop.domain);
  shop.uninstalledForGood = true;
  const redact = () => {
    shop.redact = shopify.requestPrivacy(shop.domain, "shop/redact");
  };
  runInBackground(simulation, delay(step.redactAfterMs).then(redact));
}
