import type { Order } from "../../../sandbox/print-service/store.ts";
import type { PressPlan } from "../schedule/plan.ts";
import { beside, later, type Scene, type SceneOrder } from "./simulation.ts";
import { keyIn } from "./personal-data.ts";

/** How often the printer looks for new orders, in milliseconds. */
const LOOK_MS = 15;

export interface Printer {
  /** Until it is called, every order that arrives goes its way through the press. */
  stop(): Promise<void>;
}

/** Works on whatever arrives at the print service, each order by the plan of its buyer's order. */
export function startPrinter(scene: Scene): Printer {
  const { orders } = scene.plant.press.remembers;
  let next = scene.since.made;
  let open = true;
  const look = async () => {
    while (open || next < orders.length) {
      for (; next < orders.length; next += 1) {
        const order = orders[next];
        if (order) beside(scene, work(scene, order));
      }
      await later(LOOK_MS);
    }
  };
  const looking = look();
  return {
    async stop() {
      open = false;
      await looking;
    },
  };
}

async function work(scene: Scene, order: Order): Promise<void> {
  const key = keyIn(order.shipping["shipping_address2"] ?? "");
  const bought = [...scene.orders.values()].find((one) => one.key === key);
  if (bought) await print(scene, order, bought);
}

async function print(scene: Scene, made: Order, { plan }: SceneOrder): Promise<void> {
  const { press } = scene.plant;
  const { serviceId, reference } = made;
  const { produceAfterMs, shipAfterMs, parcels, tellTwice, reversed, trouble } = plan.press;
  await later(produceAfterMs);
  // A replacement goes through without the trouble that it was made for.
  const first = ![...scene.stopped].some((one) => one !== reference && sameOrder(scene, one, reference));
  if (trouble && first) tellTrouble(scene, serviceId, trouble);
  else if (!reversed) press.startProduction(serviceId);
  await later(shipAfterMs - produceAfterMs);
  if (made.lostTo === "list and detail") return;
  if (trouble && first) {
    scene.stopped.add(reference);
    return;
  }
  if (tellTwice) press.addEventFault({ effect: "double", kind: "tracking", times: parcels });
  press.ship(serviceId, { split: parcels });
  if (reversed) press.startProduction(serviceId);
}

function sameOrder(scene: Scene, one: string, other: string): boolean {
  const { orders } = scene.plant.press.remembers;
  const unit = (reference: string) => orders.find((row) => row.reference === reference)?.shipping["shipping_address2"];
  return unit(one) === unit(other);
}

function tellTrouble(scene: Scene, serviceId: string, trouble: NonNullable<PressPlan["trouble"]>): void {
  const { press } = scene.plant;
  if (trouble === "address") return press.refuseAddress(serviceId);
  const sku = press.remembers.orders.find((row) => row.serviceId === serviceId)?.items[0]?.itemSku ?? "";
  press.setStatus(serviceId, sku, "On hold", "The artwork has too few dots.");
}
