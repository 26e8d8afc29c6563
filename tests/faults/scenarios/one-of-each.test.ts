import { expect, test } from "vitest";
import { until } from "../../support/until.ts";
import {
  environmentForFile,
  findDiscrepancies,
  hitFirst,
  isAcknowledged,
  NO_DISCREPANCIES,
  placeOrders,
  printAndFulfill,
  waitUntil,
  waitUntilPrinted,
  type Scenario,
} from "./scenario.testing.ts";

// One scenario of each kind, on one environment. The other scenarios are in the `*.release.test.ts` files beside this one.
const openScenario = environmentForFile();

/** Past the queue's lock (2 s) and past the claims (2.5 s). */
const LONG_MS = 4_000;

/** States of a shop's submissions. */
async function states({ environment, shop }: Scenario): Promise<string[]> {
  const { rows } = await environment.database.pool.query<{ state: string }>(
    `SELECT s."state" FROM "Submission" s JOIN "Shop" ON "Shop"."id" = s."shopId" WHERE "Shop"."domain" = $1`,
    [shop.domain],
  );
  return rows.map((row) => row.state);
}

test("a worker killed after the service accepted an order: lookup finds the order, nobody sends it twice", async () => {
  const scenario = await openScenario();
  const hit = hitFirst(scenario.environment.workers, "create answered", "kill");
  const orders = placeOrders(scenario);
  await waitUntilPrinted(scenario, orders);
  expect(await hit).toBe("one hit");
  await waitUntil(scenario, "the order is found", async () => (await states(scenario)).join() === "submitted");
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("the web process is frozen while webhooks arrive: Shopify sends them again", async () => {
  const scenario = await openScenario();
  const frozen = scenario.environment.web.freeze(LONG_MS);
  const orders = placeOrders(scenario, 5);
  await frozen;
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("a worker that is asked to stop while it sends records the answer before it ends", async () => {
  const scenario = await openScenario();
  const { printService, workers } = scenario.environment;
  printService.addFault({ endpoint: "create", effect: "slow", ms: 500 });
  const before = printService.state().calls["create"] ?? 0;
  const orders = placeOrders(scenario);
  await until("the call", () => (printService.state().calls["create"] ?? 0) > before, 60_000);
  const ends = await Promise.all(workers.map((one) => one.stop()));
  expect(ends.map((end) => end.code)).toEqual([0, 0]);
  const { rows } = await scenario.environment.database.pool.query(
    `SELECT a."outcome" FROM "Attempt" a JOIN "Submission" s ON s."id" = a."submissionId"
     JOIN "Shop" h ON h."id" = s."shopId" WHERE h."domain" = $1`,
    [scenario.shop.domain],
  );
  expect(rows).toEqual([{ outcome: "accepted" }]);
  await Promise.all(workers.map((one) => one.start()));
  await waitUntilPrinted(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("PostgreSQL is down while webhooks arrive: none is acknowledged, Shopify sends all again", async () => {
  const scenario = await openScenario();
  await scenario.environment.database.stop();
  const orders = placeOrders(scenario, 4);
  const webhooks = () =>
    scenario.environment.shopify.webhooks.deliveries.filter(
      (one) => one.shop === scenario.shop.domain && one.attempts.length > 0,
    );
  await until("the first attempts", () => webhooks().length >= orders.length, 60_000);
  expect(webhooks().filter((one) => one.state === "delivered")).toEqual([]);
  await scenario.environment.database.start();
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("Redis is flushed while an order is being sent: the order is printed once", async () => {
  const scenario = await openScenario();
  const { printService, redis } = scenario.environment;
  printService.addFault({ endpoint: "create", effect: "slow", ms: 600 });
  const before = printService.state().calls["create"] ?? 0;
  const orders = placeOrders(scenario);
  await until("the call", () => (printService.state().calls["create"] ?? 0) > before, 60_000);
  await redis.flush();
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("Redis is down while webhooks arrive: all are acknowledged and processed afterwards", async () => {
  const scenario = await openScenario();
  await scenario.environment.redis.stop();
  const orders = placeOrders(scenario, 5);
  await waitUntil(scenario, "acknowledged without Redis", () => isAcknowledged(scenario));
  const firstTries = scenario.environment.shopify.webhooks.deliveries.filter(
    (one) => one.shop === scenario.shop.domain,
  );
  expect(firstTries.map((one) => one.attempts.length)).toEqual(firstTries.map(() => 1));
  await scenario.environment.redis.start();
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});
