import { afterAll, afterEach, beforeAll } from "vitest";
import type { Policy } from "../../../app/orders/core/policy.ts";
import type { Order as ShopifyOrder } from "../../../sandbox/shopify/model.ts";
import { order } from "../../support/goods.ts";
import { until } from "../../support/until.ts";
import type { AppProcess, EnvironmentOptions, EnvironmentShop, FaultEnvironment } from "../environment/environment.ts";
import type { Failpoint, FailpointAction } from "../environment/failpoints.ts";
import { startEnvironment } from "../environment/start-environment.ts";

/** Shorter than the times of other fault runs: a lost claim and a proof of absence take seconds. */
const POLICY: Partial<Policy> = {
  createTimeoutMs: 1_000,
  claimTtlMs: 2_500,
  lookupDelaysMs: [100, 300, 600],
  providerLagMs: 1_000,
};
const LIMIT_MS = 90_000;

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
  }, 90_000);
  afterEach(async () => {
    if (!environment) return;
    environment.processes.forEach((one) => one.disarm());
    await Promise.all(environment.processes.map((one) => one.start()));
    await environment.ready();
  }, 60_000);
  afterAll(() => environment?.close(), 60_000);
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

/** The print service's orders of one Shopify order: their references begin with the order's number. */
function providerOrdersOf({
  environment,
  shop,
}: Scenario): (bought: ShopifyOrder) => { reference: string; shipped: boolean }[] {
  const ours = environment.printService.state().orders.filter((one) => one.account === shop.account);
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

/** Places an order every 2.5 s until `work` ends: only a later order proves that the service's list is up to date. */
export async function whileOrdersKeepComing<T>(scenario: Scenario, work: Promise<T>): Promise<T> {
  const timer = setInterval(() => placeOrders(scenario), 2_500);
  return work.finally(() => clearInterval(timer));
}

/** Waits until nothing of this shop is open, then compares all its orders with what both other systems have. */
export async function findDiscrepancies(scenario: Scenario): Promise<Discrepancies> {
  const { environment, shop } = scenario;
  const all = environment.shopify.shop(shop.domain).orders;
  await printAndFulfill(scenario, all);
  await waitUntil(scenario, "no waiting webhook or parcel", async () => (await countPendingRows(environment)) === 0);
  await environment.shopify.settled();
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

/** Arms a failpoint in several processes. The first process that reaches the failpoint is hit; the others are disarmed. */
export async function hitFirst(
  processes: readonly AppProcess[],
  point: Failpoint,
  action: FailpointAction,
): Promise<string> {
  const armed = processes.map(async (one) => {
    const how = await one.arm(point, action);
    if (how === "hit") processes.filter((other) => other !== one).forEach((other) => other.disarm());
    return how;
  });
  return (await Promise.all(armed)).filter((how) => how === "hit").length === 1 ? "one hit" : "none or several";
}

/** Waits for a condition; the error of a failure holds the last events and log lines. */
export async function waitUntil(
  { environment, shop }: Scenario,
  what: string,
  probe: () => Promise<boolean> | boolean,
): Promise<void> {
  try {
    await until(what, probe, LIMIT_MS);
  } catch (error) {
    const { rows } = await environment.database.pool.query(
      `SELECT "reference", "state", "dueAt", "claimedAt", "tries" FROM "Submission" WHERE "state" <> 'fulfilled' LIMIT 10`,
    );
    const events = environment.events.slice(-30).map((one) => `${one.at.toISOString()} ${one.process}: ${one.what}`);
    const words = [
      String(error),
      shop.domain,
      JSON.stringify(rows, null, 1),
      ...events,
      environment.logs().slice(-4_000),
    ];
    throw new Error(words.join("\n"), { cause: error });
  }
}
