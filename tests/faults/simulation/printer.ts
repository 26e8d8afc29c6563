import type { Order } from "../../../sandbox/print-service/store.ts";
import { isCanceled, isUnpaid, settlePayment } from "../../../sandbox/print-service/v3/payments.ts";
import type { ProductionPlan } from "../schedule/plan.ts";
import { runInBackground, delay, type Simulation, type SimulatedOrder } from "./simulation.ts";
import { orderKeyOf } from "./personal-data.ts";

/** How often the printer looks for new orders, in milliseconds. */
const POLL_MS = 15;

export interface Printer {
  /** Until it is called, every order that arrives goes its way through the print service stand-in. */
  stop(): Promise<void>;
}

/** Works on whatever arrives at the print service, each order by the plan of its customer's order. */
export function startPrinter(simulation: Simulation): Printer {
  const { orders } = simulation.environment.printService.store;
  let next = simulation.since.made;
  let isRunning = true;
  const poll = async () => {
    while (isRunning || next < orders.length) {
      for (; next < orders.length; next += 1) {
        const order = orders[next];
        if (order) runInBackground(simulation, processOrder(simulation, order));
      }
      printPaidOrders(simulation);
      await delay(POLL_MS);
    }
  };
  const polling = poll();
  return {
    async stop() {
      isRunning = false;
      await polling;
    },
  };
}

async function processOrder(simulation: Simulation, order: Order): Promise<void> {
  const simulated = findSimulated(simulation, order);
  if (simulated) await produceOrder(simulation, order, simulated);
}

/** What the app has paid for meanwhile is printed. */
function printPaidOrders(simulation: Simulation): void {
  const isPaid = (order: Order): boolean => {
    settlePayment(order, simulation.environment.clock.now());
    return order.version3 !== undefined && !isUnpaid(order);
  };
  for (const order of simulation.unpaid.filter(isPaid)) {
    simulation.unpaid.splice(simulation.unpaid.indexOf(order), 1);
    const simulated = findSimulated(simulation, order);
    if (simulated) runInBackground(simulation, printOrder(simulation, order, simulated));
  }
}

/** Somebody pays at last for what waits at the service, and it is printed. Returns how many orders that was. */
export async function payForOrders(simulation: Simulation): Promise<number> {
  const orders = simulation.unpaid.splice(0).filter((order) => !isCanceled(order));
  const references = orders.map(({ reference }) => reference);
  const { rows } = await simulation.environment.database.pool.query<{ reference: string }>(UNTOLD, [references]);
  simulation.unpaidInSilence.push(...rows.map(({ reference }) => reference));
  for (const order of orders) {
    simulation.environment.printService.markPaid(order.serviceId);
    const simulated = findSimulated(simulation, order);
    if (simulated) runInBackground(simulation, printOrder(simulation, order, simulated));
  }
  return orders.length;
}

/** Of those that the service still has to print: an order without any open reason. */
const UNTOLD = `SELECT s."reference" FROM "Submission" s WHERE s."reference" = ANY($1) AND s."state" IN ('submitted', 'uncertain')
  AND s."replacedAt" IS NULL AND NOT EXISTS (SELECT FROM "Attention" a WHERE a."orderId" = s."orderId" AND a."clearedAt" IS NULL)`;

const findSimulated = ({ orders }: Simulation, { shipping }: Order): SimulatedOrder | undefined => {
  const key = orderKeyOf(shipping["shipping_address2"] ?? "");
  return [...orders.values()].find((one) => one.key === key);
};

async function produceOrder(simulation: Simulation, order: Order, simulated: SimulatedOrder): Promise<void> {
  const { paidAfterMs } = simulated.plan.production;
  if (simulation.schedule.permanent.billing === "by_order") {
    if (paidAfterMs === null || simulated.shop.plan.payments.by !== "elsewhere")
      return void simulation.unpaid.push(order);
    await delay(paidAfterMs);
    if (isCanceled(order)) return;
    simulation.environment.printService.markPaid(order.serviceId);
  }
  await printOrder(simulation, order, simulated);
}

async function printOrder(simulation: Simulation, providerOrder: Order, { plan }: SimulatedOrder): Promise<void> {
  const { printService } = simulation.environment;
  const { serviceId, reference } = providerOrder;
  const { produceAfterMs, shipAfterMs, parcels, sendTrackingTwice, eventsReversed, problem } = plan.production;
  await delay(produceAfterMs);
  if (isCanceled(providerOrder)) return;
  // A replacement goes through without the trouble that it was made for.
  const first = ![...simulation.stopped].some((one) => one !== reference && sameOrder(simulation, one, reference));
  if (problem && first) reportProblem(simulation, serviceId, problem);
  else if (!eventsReversed) printService.startProduction(serviceId);
  await delay(shipAfterMs - produceAfterMs);
  if (providerOrder.hiddenFrom === "list and detail" || isCanceled(providerOrder)) return;
  if (problem && first) {
    simulation.stopped.add(reference);
    return;
  }
  if (sendTrackingTwice) printService.addEventFault({ effect: "double", kind: "tracking", times: parcels });
  printService.ship(serviceId, { split: parcels });
  if (eventsReversed) printService.startProduction(serviceId);
}

function sameOrder(simulation: Simulation, one: string, other: string): boolean {
  const { orders } = simulation.environment.printService.store;
  const unit = (reference: string) => orders.find((row) => row.reference === reference)?.shipping["shipping_address2"];
  return unit(one) === unit(other);
}

function reportProblem(
  simulation: Simulation,
  serviceId: string,
  problem: NonNullable<ProductionPlan["problem"]>,
): void {
  const { printService } = simulation.environment;
  if (problem === "address") return printService.rejectAddress(serviceId);
  const sku = printService.store.orders.find((row) => row.serviceId === serviceId)?.items[0]?.itemSku ?? "";
  printService.setStatus(serviceId, sku, "On hold", "The artwork has too few dots.");
}
