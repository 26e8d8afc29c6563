import { afterAll, afterEach, beforeAll } from "vitest";
import type { Policy } from "../../../app/orders/core/policy.ts";
import type { Order as ShopifyOrder } from "../../../sandbox/shopify/model.ts";
import { order } from "../../support/goods.ts";
import { until } from "../../support/until.ts";
import {
  openPlant,
  type Act,
  type AppProcess,
  type Plant,
  type PlantOptions,
  type PlantShop,
  type Point,
} from "../environment/environment.ts";

/** Quicker still than the plant's: a lost claim and a proof of absence take seconds. */
const POLICY: Partial<Policy> = {
  createTimeoutMs: 1_000,
  claimTtlMs: 2_500,
  lookupDelaysMs: [100, 300, 600],
  quietPeriodMs: 1_000,
};
const LIMIT_MS = 90_000;

/** A plant, and a shop in it that no other test uses. */
export interface Stage {
  plant: Plant;
  shop: PlantShop;
}

/** One plant for the tests of a file, and a new shop for each. After each test every process runs again, nothing is armed. */
export function plantForFile(options: PlantOptions = {}): () => Promise<Stage> {
  let plant: Plant | undefined;
  let shops = 0;
  beforeAll(async () => {
    plant = await openPlant({ ...options, policy: { ...POLICY, ...options.policy } });
  }, 90_000);
  afterEach(async () => {
    if (!plant) return;
    plant.processes.forEach((one) => one.disarm());
    await Promise.all(plant.processes.map((one) => one.start()));
    await plant.ready();
  }, 60_000);
  afterAll(() => plant?.close(), 60_000);
  return async () => {
    if (!plant) throw new Error("the plant is not open");
    return { plant, shop: await plant.addShop(`shop-${(shops += 1)}.myshopify.com`) };
  };
}

/** Buyers' orders of one shirt each. */
export function buy({ plant, shop }: Stage, count = 1): ShopifyOrder[] {
  return Array.from({ length: count }, () =>
    plant.shopify.placeOrder(shop.domain, order([{ variantId: shop.goods.printed[0] ?? "", quantity: 1 }])),
  );
}

/** What the print service has of an order: its references begin with the order's name, whose number is the shop's own. */
function printsBy({ plant, shop }: Stage): (bought: ShopifyOrder) => { reference: string; shipped: boolean }[] {
  const ours = plant.press.state().orders.filter((one) => one.account === shop.account);
  return (bought) => {
    const name = `${bought.name.replace(/[^0-9A-Za-z]/g, "")}-`;
    const found = ours.filter((one) => one.reference.startsWith(name));
    return found.map((one) => ({ reference: one.reference, shipped: one.trackings.length > 0 }));
  };
}

/** Waits until the print service has each of them. */
export async function printed(stage: Stage, orders: readonly ShopifyOrder[]): Promise<void> {
  await waiting(stage, `${orders.length} orders at the print service`, () => {
    const prints = printsBy(stage);
    return orders.every((one) => prints(one).length > 0);
  });
}

/** Waits until the print service has some of them: the rest is under way. */
export async function somePrinted(stage: Stage, orders: readonly ShopifyOrder[]): Promise<void> {
  await waiting(stage, "the first order at the print service", () => {
    const prints = printsBy(stage);
    return orders.some((one) => prints(one).length > 0);
  });
}

/** The print service sends a parcel for each that has none. */
export function ship(stage: Stage, orders: readonly ShopifyOrder[]): void {
  const prints = printsBy(stage);
  const unsent = orders.flatMap((one) => prints(one)).filter((print) => !print.shipped);
  for (const { reference } of unsent) stage.plant.press.ship(reference);
}

/** Waits until each is fulfilled in Shopify. */
export async function fulfilled(stage: Stage, orders: readonly ShopifyOrder[]): Promise<void> {
  await waiting(stage, `${orders.length} orders fulfilled`, () => orders.every((one) => one.fulfillments.length > 0));
}

/** From the print service to the buyer. */
export async function allTheWay(stage: Stage, orders: readonly ShopifyOrder[]): Promise<void> {
  await printed(stage, orders);
  ship(stage, orders);
  await fulfilled(stage, orders);
}

/** Buyers go on buying while `work` lasts: a later order is what shows that the service's list is up to date. */
export async function whilePeopleBuy<T>(stage: Stage, work: Promise<T>): Promise<T> {
  const timer = setInterval(() => buy(stage), 2_500);
  return work.finally(() => clearInterval(timer));
}

/** Waits until nothing of this shop is open any more, and reckons up everything that ever came to it. */
export async function reckonUp(stage: Stage): Promise<Account> {
  const { plant, shop } = stage;
  const all = plant.shopify.shop(shop.domain).orders;
  await allTheWay(stage, all);
  await waiting(stage, "no open delivery or parcel", async () => (await openRows(plant)) === 0);
  await plant.shopify.settled();
  return accountOf(stage, all);
}

export interface Account {
  /** Names of orders with another count than one at the print service. */
  notPrintedOnce: string[];
  /** … with more or less than what was ordered in fulfillments, or more than one of them. */
  notFulfilledOnce: string[];
  /** … whose buyer got another count of confirmations than one. */
  notToldOnce: string[];
  /** Webhooks that the app never acknowledged. */
  unacknowledged: number;
  /** Webhooks that it acknowledged and does not know. */
  forgotten: number;
}

export const NOTHING_AMISS: Account = {
  notPrintedOnce: [],
  notFulfilledOnce: [],
  notToldOnce: [],
  unacknowledged: 0,
  forgotten: 0,
};

async function accountOf(stage: Stage, all: readonly ShopifyOrder[]): Promise<Account> {
  const { plant, shop } = stage;
  const prints = printsBy(stage);
  const names = (wrong: (one: ShopifyOrder) => boolean) => all.filter(wrong).map((one) => one.name);
  const webhooks = plant.shopify.webhooks.deliveries.filter((one) => one.shop === shop.domain);
  const { rows } = await plant.database.pool.query<{ deliveryId: string }>(
    `SELECT "deliveryId" FROM "Delivery" WHERE "source" = 'shopify'`,
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
    notToldOnce: names((one) => plant.shopify.notifications.filter((each) => each.orderId === one.id).length !== 1),
    unacknowledged: webhooks.length - acknowledged.length,
    forgotten: acknowledged.filter((one) => !known.has(one.id)).length,
  };
}

async function openRows(plant: Plant): Promise<number> {
  const { rows } = await plant.database.pool.query<{ open: number }>(
    `SELECT (SELECT count(*) FROM "Delivery" WHERE "state" = 'waiting')::int
          + (SELECT count(*) FROM "Parcel" WHERE "state" IN ('waiting', 'writing'))::int AS open`,
  );
  return rows[0]?.open ?? 0;
}

/** Arms the same point in several processes; the first that passes it is struck, the others are left alone. */
export async function strikeFirst(processes: readonly AppProcess[], point: Point, act: Act): Promise<string> {
  const armed = processes.map(async (one) => {
    const how = await one.arm(point, act);
    if (how === "struck") processes.filter((other) => other !== one).forEach((other) => other.disarm());
    return how;
  });
  return (await Promise.all(armed)).filter((how) => how === "struck").length === 1 ? "one struck" : "none or several";
}

/** Waits for a condition; a failure tells what happened in the plant. */
export async function waiting(
  { plant, shop }: Stage,
  what: string,
  probe: () => Promise<boolean> | boolean,
): Promise<void> {
  try {
    await until(what, probe, LIMIT_MS);
  } catch (error) {
    const { rows } = await plant.database.pool.query(
      `SELECT "reference", "state", "dueAt", "claimedAt", "tries" FROM "Submission" WHERE "state" <> 'fulfilled' LIMIT 10`,
    );
    const events = plant.events.slice(-30).map((one) => `${one.at.toISOString()} ${one.process}: ${one.what}`);
    const words = [String(error), shop.domain, JSON.stringify(rows, null, 1), ...events, plant.logs().slice(-4_000)];
    throw new Error(words.join("\n"), { cause: error });
  }
}
