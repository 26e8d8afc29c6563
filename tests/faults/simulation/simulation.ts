import type { Approval, OrderAction } from "../../../app/orders/core/attention-registry.ts";
import type { Order as ProviderOrder } from "../../../sandbox/print-service/store.ts";
import type { Address, FinancialStatus, Order, Shop } from "../../../sandbox/shopify/model.ts";
import type { WebhookDelivery } from "../../../sandbox/shopify/webhooks.ts";
import type { FileTimeline } from "../content/file-words.ts";
import type { ItemContent, Mapping } from "../content/line-content.ts";
import type { NotePart } from "../content/note-template.ts";
import { beginChange, startTimeline, type Timeline } from "../content/timeline.ts";
import type { ForgedRequest } from "../facts/facts.ts";
import type { FaultEnvironment } from "../environment/environment.ts";
import type { Goods, OrderPlan, Schedule, ShopPlan } from "../schedule/plan.ts";
import type { REPEAT_STRIKES, TargetedFault } from "../schedule/targeted-fault-types.ts";

/** A shop of the scene, with what it sells by the names of the schedule. */
export interface SimulatedShop {
  plan: ShopPlan;
  domain: string;
  /** Email of its print account. */
  account: string;
  goods: Record<Goods, string>;
  /** What each of the goods was mapped to over time; null: to nothing. */
  mappings: Record<Goods, Timeline<Mapping | null>>;
  /** Of links whose file was replaced. */
  files: Map<string, FileTimeline>;
  template: Timeline<readonly NotePart[]>;
  /** When nothing of it could be sent: from the answer of the page on. */
  pauses: Timeline<null>;
  /** Goods that staff said are never printed. */
  notPrinted: Set<Goods>;
  /** When the app came back to the shop; null when it never left. */
  reinstalledAt: Date | null;
  /** The merchant took the app away for good, and asked for everything to be erased. */
  uninstalledForGood: boolean;
  /** The request to erase everything of it; null: none was sent. */
  redact: WebhookDelivery | null;
  /** Id of the product of the limited goods; null once it is deleted. */
  limited: string | null;
}

/** An order that a customer made. `order` is the stand-in's own, alive. */
export interface SimulatedOrder {
  plan: OrderPlan;
  /** Unique over the run. */
  key: string;
  shop: SimulatedShop;
  order: Order;
  created: WebhookDelivery | undefined;
  /** The most that was wanted of each line at any time, by line id. */
  maxWanted: Map<string, number>;
  /** What each line was when it was bought, by line id: a line forgets its variant when the product is deleted. */
  goods: Map<string, Goods>;
  /** As Shopify had them. */
  addresses: Timeline<Address>;
  /** How many of each line another app's fulfillment service had, by line id. */
  atService: Map<string, Timeline<number>>;
  statuses: Timeline<FinancialStatus>;
  /** Whether goods of it are due later. */
  scheduled: Timeline<boolean>;
  decisions: Decisions;
}

export interface ChangedOrder {
  recipient?: Record<string, string>;
  method?: number;
}

/** How many of a line staff wants printed; null: as many as were ordered. */
export interface WantedQuantity {
  limit: Timeline<number | null>;
  /** Units that stay unprinted since the last decision. */
  withheld: number;
}

/** What staff decided about an order. */
export interface Decisions {
  /**
   * At the click, where the page names what it showed. Until the page answered, where each click shows again what it does: it says
   * the same of what was there then.
   */
  given: Timeline<Approval | OrderAction | "reprint">;
  heldByStaff: Timeline<boolean>;
  /** Whether each line is left out of the print, by line id. */
  excluded: Map<string, Timeline<boolean>>;
  /** What staff changed of each line before it was sent, by line id, and of the whole order. */
  changedLines: Map<string, Timeline<Partial<ItemContent>>>;
  changedOrder: Timeline<ChangedOrder>;
  quantities: Map<string, WantedQuantity>;
  /** Units that staff had printed once more, by line id; one entry for each reprint. */
  reprints: Map<string, number>[];
}

/** One seed that is being played on an environment. */
export interface Simulation {
  environment: FaultEnvironment;
  schedule: Schedule;
  shops: SimulatedShop[];
  orders: Map<string, SimulatedOrder>;
  forgedRequests: ForgedRequest[];
  /** Webhook ids of bodies that nobody can read, or that name another shop. */
  unreadableIds: string[];
  /** Mapped variants that a rule did not reach, in words. */
  leftByRule: string[];
  /** References that the printer was asked to stop. */
  stopped: Set<string>;
  /** Orders of the service that wait for their payment: of the app, or for days. */
  unpaid: ProviderOrder[];
  /** References that nobody was told to pay for by then. */
  unpaidInSilence: string[];
  /** How the workers were struck while the service had a repeated create. */
  struck: (typeof REPEAT_STRIKES)[number][];
  /** What has met a payment or a cancellation at the service. */
  struckWrites: (TargetedFault & { do: "strike write" })[];
  /** Reasons that a person has answered with a payment or a cancellation there. */
  answeredWrites: Set<string>;
  /** Where its records begin in those of the environment. */
  since: { made: number; creates: number; events: number; hooks: number; mails: number; log: number };
  /** What still runs of the steps: nothing may outlast the scene. */
  running: Set<Promise<unknown>>;
  /** What went wrong in the runner itself. */
  runnerErrors: unknown[];
}

/** Lets work continue beside; its failure is the runner's. */
export function runInBackground(simulation: Simulation, work: Promise<unknown>): void {
  const run = work
    .catch((error: unknown) => simulation.runnerErrors.push(error))
    .finally(() => simulation.running.delete(run));
  simulation.running.add(run);
}

export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Keeps what the merchant sees of an order now, and the most that was wanted; called after every change of it. */
export function recordOrder({ environment }: Simulation, simulated: SimulatedOrder): void {
  const { order, addresses, statuses, scheduled } = simulated;
  const now = environment.clock.now();
  const present = addresses.at(-1)?.value;
  if (order.shippingAddress && JSON.stringify(order.shippingAddress) !== JSON.stringify(present))
    beginChange(addresses, { ...order.shippingAddress }, now)(now);
  if (order.financialStatus !== statuses.at(-1)?.value) beginChange(statuses, order.financialStatus, now)(now);
  // Shopify makes them a moment after the order.
  const isScheduled = order.fulfillmentOrders.some(({ status }) => status === "SCHEDULED");
  if (order.fulfillmentOrders.length > 0 && isScheduled !== scheduled.at(-1)?.value)
    beginChange(scheduled, isScheduled, now)(now);
  recordWanted(simulated);
  recordServices(environment.shopify.shop(simulated.shop.domain), simulated, now);
}

function recordServices({ locations }: Shop, { order, atService }: SimulatedOrder, now: Date): void {
  const services = new Set(locations.filter((one) => one.isFulfillmentService).map(({ id }) => id));
  const rows = order.fulfillmentOrders.filter((one) => services.has(one.locationId)).flatMap(({ lines }) => lines);
  for (const { id } of order.lines) {
    const count = rows.filter(({ lineId }) => lineId === id).reduce((sum, { remaining }) => sum + remaining, 0);
    const timeline = atService.get(id) ?? startTimeline(count, now);
    atService.set(id, timeline);
    if (count !== timeline.at(-1)?.value) beginChange(timeline, count, now)(now);
  }
}

function recordWanted({ order, maxWanted, goods, shop }: SimulatedOrder): void {
  const named = new Map(Object.entries(shop.goods).map(([name, variant]) => [variant, name as Goods]));
  for (const line of order.lines) {
    maxWanted.set(line.id, Math.max(maxWanted.get(line.id) ?? 0, line.currentQuantity));
    const bought = named.get(line.variantId ?? "");
    if (bought) goods.set(line.id, bought);
  }
}

/** The shop of one of the schedule's numbers. @throws Error when there is none */
export function shopByNumber(simulation: Simulation, number: number): SimulatedShop {
  const shop = simulation.shops[number];
  if (!shop) throw new Error(`the scene has no shop ${number}`);
  return shop;
}
