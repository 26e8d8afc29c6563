import { expect, test } from "vitest";
import { DEFAULT_POLICY } from "../../../app/orders/core/policy.ts";
import {
  environmentForFile,
  findDiscrepancies,
  isAcknowledged,
  NO_DISCREPANCIES,
  placeOrders,
  placeOrdersUntilStruck,
  printAndFulfill,
  PRODUCTION_CLAIMS,
  waitUntil,
  type Scenario,
} from "./scenario.testing.ts";

// What may befall an order at any time, on one environment with one worker. The other scenarios are in the `*.release.test.ts` files
// beside this one. Claims last as long as in production, so that no create call of a busy machine is answered too late; the clock
// is moved instead.
const openScenario = environmentForFile({ workers: 1, policy: PRODUCTION_CLAIMS });

/** States of a shop's submissions, and the outcomes of their attempts. */
async function submissionsOf({ environment, shop }: Scenario): Promise<{ state: string; outcomes: string[] }[]> {
  const { rows } = await environment.database.pool.query<{ state: string; outcomes: string[] }>(
    `SELECT s."state", ARRAY(SELECT a."outcome"::text FROM "Attempt" a WHERE a."submissionId" = s."id") AS "outcomes"
     FROM "Submission" s JOIN "Shop" h ON h."id" = s."shopId" WHERE h."domain" = $1`,
    [shop.domain],
  );
  return rows;
}

test("a worker killed after the service accepted an order: lookup finds the order, nobody sends it twice", async () => {
  const scenario = await openScenario();
  const { clock, workers: processes } = scenario.environment;
  await placeOrdersUntilStruck(scenario, { processes, point: "create answered", action: "kill" });
  clock.advance(DEFAULT_POLICY.claimTtlMs);
  await waitUntil(scenario, "the order is found", async () =>
    (await submissionsOf(scenario)).every(({ state }) => state === "submitted"),
  );
  const outcomes = (await submissionsOf(scenario)).flatMap((one) => one.outcomes);
  expect(outcomes.filter((outcome) => outcome !== "accepted")).toEqual(["lost"]);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("PostgreSQL is down while webhooks arrive: none is acknowledged, Shopify sends all again", async () => {
  const scenario = await openScenario();
  const { database, shopify } = scenario.environment;
  await database.stop();
  const orders = placeOrders(scenario, 2);
  const attempted = () =>
    shopify.webhooks.deliveries.filter((one) => one.shop === scenario.shop.domain && one.attempts.length > 0);
  await waitUntil(scenario, "the first attempts", () => attempted().length >= orders.length);
  expect(attempted().filter((one) => one.state === "delivered")).toEqual([]);
  await database.start();
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("Redis is down while webhooks arrive: all are acknowledged and processed afterwards", async () => {
  const scenario = await openScenario();
  const { redis, shopify } = scenario.environment;
  await redis.stop();
  const orders = placeOrders(scenario, 2);
  await waitUntil(scenario, "acknowledged without Redis", () => isAcknowledged(scenario));
  const firstTries = shopify.webhooks.deliveries.filter((one) => one.shop === scenario.shop.domain);
  expect(firstTries.map((one) => one.attempts.length)).toEqual(firstTries.map(() => 1));
  await redis.start();
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});
