import { afterAll, afterEach, beforeAll } from "vitest";
import { DEFAULT_POLICY, type Policy } from "../../../app/orders/core/policy.ts";
import type { Order as ShopifyOrder } from "../../../sandbox/shopify/model.ts";
import { order } from "../../support/goods.ts";
import { until } from "../../support/until.ts";
import type { AppProcess, EnvironmentOptions, EnvironmentShop, FaultEnvironment } from "../environment/environment.ts";
import { PARCEL_FAILPOINTS, type Failpoint, type FailpointAction } from "../environment/failpoints.ts";
import { startEnvironment } from "../environment/start-environment.ts";
import { scaled, WAIT_LIMIT_MS, within } from "../within.ts";
import { describeRows } from "./describe-rows.ts";

/** Shorter than the times of other fault runs: a lost claim and a proof of absence take seconds. */
const POLICY: Partial<Policy> = {
  createTimeoutMs: scaled(1_000),
  claimTtlMs: scaled(2_500),
  lookupDelaysMs: [100, 300, 600],
  providerLagMs: 1_000,
};
/** The times of a create call and its claim as in production: no machine is too slow for them. */
export const PRODUCTION_CLAIMS: Partial<Policy> = {
  createTimeoutMs: DEFAULT_POLICY.createTimeoutMs,
  claimTtlMs: DEFAULT_POLICY.claimTtlMs,
};
/** Past the queue's lock (2 s) and past the claims of POLICY. */
export const PAST_CLAIMS_MS = scaled(4_000);

/** How often an order is placed where later orders are needed. */
const NEXT_ORDER_MS = scaled(2_500);
const MAX_UNPRINTED_ORDERS = 3;
/** The print service has an order, and Shopify a fulfillment, before their answers strike who asked. */
const STRUCK_WITHIN_MS = scaled(500);
/** A failpoint that so many orders have passed by is not on their way. */
const MAX_PASSED_ORDERS = 8;

/** An environment, and a shop in it that no other test uses. */
export interface Scenario {
  environment: FaultEnvironment;
  shop: EnvironmentShop;
}

/** One environment for the tests of a file, and a new shop for each test. After a test all processes run, without failpoints. */
export function environmentForFile(options: EnvironmentOptions = {}): () => Promise<Scenario> {
  let environment: FaultEnvironment | undefined;
  let shops = 0;
  beforeAll(async () => {
    environment = await startEnvironment({ ...options, policy: { ...POLICY, ...options.policy } });
  });
  afterEach(async () => {
    if (!environment) return;
    environment.processes.forEach((one) => one.disarm());
    await Promise.all(environment.processes.map((one) => one.start()));
    await environment.ready();
  });
  afterAll(() => environment?.close());
  return async () => {
    if (!environment) throw new Error("the environment has not started");
    return { environment, shop: await environment.addShop(`shop-${(shops += 1)}.myshopify.com`) };
  };
}

/** Orders of one shirt each. */
export function placeOrders({ environment, shop }: Scenario, count = 1): ShopifyOrder[] {
  return Array.from({ length: count }, () =>
    environment.shopify.placeOrder(shop.domain, order([{ variantId: shop.goods.printed[0] ?? "", quantity: 1 }])),
  );
}

/** Places an order whose create call the print service answers only after so long. Resolves once the call is under way. */
export async function placeOrderBeingSent(scenario: Scenario, answerAfterMs: number): Promise<ShopifyOrder[]> {
  const { printService } = scenario.environment;
  printService.addFault({ endpoint: "create", effect: "slow", ms: answerAfterMs });
  const before = printService.store.creates.length;
  const orders = placeOrders(scenario);
  await waitUntil(scenario, "the create call", () => printService.store.creates.length > before);
  return orders;
}

/** The print service's orders of one Shopify order: their references begin with the order's number. */
function providerOrdersOf({
  environment,
  shop,
}: Scenario): (bought: ShopifyOrder) => { reference: string; shipped: boolean }[] {
  const ours = environment.printService.store.orders.filter((one) => one.account === shop.account);
  return (bought) => {
    const name = `${bought.name.replace(/[^0-9A-Za-z]/g, "")}-`;
    const found = ours.filter((one) => one.reference.startsWith(name));
    return found.map((one) => ({ reference: one.reference, shipped: one.trackings.length > 0 }));
  };
}

/** Waits until the print service has each of them. */
export async function waitUntilPrinted(scenario: Scenario, orders: readonly ShopifyOrder[]): Promise<void> {
  await waitUntil(scenario, `${orders.length} orders at the print service`, () => {
    const prints = providerOrdersOf(scenario);
    return orders.every((one) => prints(one).length > 0);
  });
}

/** Waits until the print service has at least one of them. */
export async function waitUntilSomePrinted(scenario: Scenario, orders: readonly ShopifyOrder[]): Promise<void> {
  await waitUntil(scenario, "the first order at the print service", () => {
    const prints = providerOrdersOf(scenario);
    return orders.some((one) => prints(one).length > 0);
  });
}

/** The print service sends a parcel for each that has none. */
export function ship(scenario: Scenario, orders: readonly ShopifyOrder[]): void {
  const prints = providerOrdersOf(scenario);
  const unsent = orders.flatMap((one) => prints(one)).filter((print) => !print.shipped);
  for (const { reference } of unsent) scenario.environment.printService.ship(reference);
}

/** Waits until each is fulfilled in Shopify. */
export async function waitUntilFulfilled(scenario: Scenario, orders: readonly ShopifyOrder[]): Promise<void> {
  await waitUntil(scenario, `${orders.length} orders fulfilled`, () =>
    orders.every((one) => one.fulfillments.length > 0),
  );
}

/** Waits until all are printed, ships them, and waits until all are fulfilled. */
export async function printAndFulfill(scenario: Scenario, orders: readonly ShopifyOrder[]): Promise<void> {
  await waitUntilPrinted(scenario, orders);
  ship(scenario, orders);
  await waitUntilFulfilled(scenario, orders);
}

/**
 * Places an order again and again until `work` ends: only a later order proves that the service's list is up to date. A machine that
 * is too slow for these orders gets fewer of them.
 */
export async function whileOrdersKeepComing<T>(scenario: Scenario, work: Promise<T>): Promise<T> {
  const placed: ShopifyOrder[] = [];
  const countUnprinted = () => placed.filter((one) => providerOrdersOf(scenario)(one).length === 0).length;
  const timer = setInterval(() => {
    if (countUnprinted() < MAX_UNPRINTED_ORDERS) placed.push(...placeOrders(scenario));
  }, NEXT_ORDER_MS);
  return work.finally(() => clearInterval(timer));
}

/** Waits until nothing of this shop is open, then compares all its orders with what both other systems have. */
export async function findDiscrepancies(scenario: Scenario): Promise<Discrepancies> {
  const { environment, shop } = scenario;
  const all = environment.shopify.shop(shop.domain).orders;
  await printAndFulfill(scenario, all);
  await waitUntil(scenario, "no waiting webhook or parcel", async () => (await countPendingRows(environment)) === 0);
  await within("the answers to all webhooks", environment.shopify.settled());
  return discrepanciesOf(scenario, all);
}

export interface Discrepancies {
  /** Names of orders with another count than one at the print service. */
  notPrintedOnce: string[];
  /** … with more or less than what was ordered in fulfillments, or more than one of them. */
  notFulfilledOnce: string[];
  /** … whose customer got another count of confirmations than one. */
  notNotifiedOnce: string[];
  /** Webhooks that the app never acknowledged. */
  unacknowledged: number;
  /** Webhooks that it acknowledged and does not know. */
  notPersisted: number;
}

export const NO_DISCREPANCIES: Discrepancies = {
  notPrintedOnce: [],
  notFulfilledOnce: [],
  notNotifiedOnce: [],
  unacknowledged: 0,
  notPersisted: 0,
};

async function discrepanciesOf(scenario: Scenario, all: readonly ShopifyOrder[]): Promise<Discrepancies> {
  const { environment, shop } = scenario;
  const prints = providerOrdersOf(scenario);
  const names = (wrong: (one: ShopifyOrder) => boolean) => all.filter(wrong).map((one) => one.name);
  const webhooks = environment.shopify.webhooks.deliveries.filter((one) => one.shop === shop.domain);
  const { rows } = await environment.database.pool.query<{ deliveryId: string }>(
    `SELECT "deliveryId" FROM "WebhookDelivery" WHERE "source" = 'shopify'`,
  );
  const known = new Set(rows.map((row) => row.deliveryId));
  const acknowledged = webhooks.filter((one) => one.attempts.some((attempt) => attempt.status === 200));
  return {
    notPrintedOnce: names((one) => prints(one).length !== 1),
    notFulfilledOnce: names((one) => {
      const made = one.fulfillments.filter((each) => each.status === "SUCCESS");
      const units = made.flatMap((each) => each.lines).reduce((sum, line) => sum + line.quantity, 0);
      return made.length !== 1 || units !== one.lines.reduce((sum, line) => sum + line.quantity, 0);
    }),
    notNotifiedOnce: names(
      (one) => environment.shopify.notifications.filter((each) => each.orderId === one.id).length !== 1,
    ),
    unacknowledged: webhooks.length - acknowledged.length,
    notPersisted: acknowledged.filter((one) => !known.has(one.id)).length,
  };
}

async function countPendingRows(environment: FaultEnvironment): Promise<number> {
  const { rows } = await environment.database.pool.query<{ open: number }>(
    `SELECT (SELECT count(*) FROM "WebhookDelivery" WHERE "state" = 'waiting')::int
          + (SELECT count(*) FROM "Parcel" WHERE "state" IN ('waiting', 'writing'))::int AS open`,
  );
  return rows[0]?.open ?? 0;
}

/** Whether the app answered every webhook of the shop with 200. */
export const isAcknowledged = ({ environment, shop }: Scenario): boolean =>
  environment.shopify.webhooks.deliveries.every((one) => one.shop !== shop.domain || one.state === "delivered");

/**
 * Arms a failpoint in several processes. Once one of them was struck, the others are disarmed. The returned function tells whether
 * one was: it is dead, or thawed again.
 */
export function armFailpoint(
  processes: readonly AppProcess[],
  point: Failpoint,
  action: FailpointAction,
): () => boolean {
  let isStruck = false;
  for (const one of processes)
    void one.arm(point, action).then((how) => {
      if (how !== "hit") return;
      isStruck = true;
      for (const other of processes) if (other !== one) other.disarm();
    });
  return () => isStruck;
}

/**
 * Places orders, `count` at first, until one of the processes is struck on their way. Once all of them have passed the failpoint by,
 * another one is placed: a create call that a busy machine answers too late has no answer. Returns the orders.
 * @throws Error that holds what `waitUntil` tells
 */
export async function placeOrdersUntilStruck(
  scenario: Scenario,
  { processes, point, action }: { processes: readonly AppProcess[]; point: Failpoint; action: FailpointAction },
  count = 1,
): Promise<ShopifyOrder[]> {
  const isStruck = armFailpoint(processes, point, action);
  const orders = placeOrders(scenario, count);
  let passedAt = Infinity;
  await waitUntil(scenario, `a process that is struck at "${point}"`, () => {
    if (isStruck()) return true;
    const now = performance.now();
    passedAt = countPassed(scenario, point, orders) < orders.length ? Infinity : Math.min(passedAt, now);
    if (now < passedAt + STRUCK_WITHIN_MS) return false;
    if (orders.length >= MAX_PASSED_ORDERS) throw new Error(`${orders.length} orders passed "${point}" by`);
    orders.push(...placeOrders(scenario));
    return false;
  });
  return orders;
}

/** How many of the orders have left a failpoint behind. Sends the parcels that a failpoint behind them needs. */
function countPassed(scenario: Scenario, point: Failpoint, orders: readonly ShopifyOrder[]): number {
  if (PARCEL_FAILPOINTS.includes(point)) {
    ship(scenario, orders);
    return orders.filter((one) => one.fulfillments.length > 0).length;
  }
  const prints = providerOrdersOf(scenario);
  return orders.filter((one) => prints(one).length > 0).length;
}

/** Waits for a condition; the error of a failure holds the rows, the last events and log lines. */
export async function waitUntil(
  { environment, shop }: Scenario,
  what: string,
  probe: () => Promise<boolean> | boolean,
): Promise<void> {
  try {
    await until(what, probe, WAIT_LIMIT_MS);
  } catch (error) {
    const events = environment.events.slice(-30).map((one) => `${one.at.toISOString()} ${one.process}: ${one.what}`);
    const rows = await describeRows(environment.database.pool, shop.domain).catch((cause: unknown) => [String(cause)]);
    const words = [String(error), ...rows, ...events, environment.logs().slice(-4_000)];
    throw new Error(words.join("\n"), { cause: error });
  }
}
