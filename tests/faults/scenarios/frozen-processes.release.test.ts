import { describe, expect, test } from "vitest";
import type { Failpoint } from "../environment/failpoints.ts";
import {
  printAndFulfill,
  placeOrders,
  placeOrdersUntilStruck,
  NO_DISCREPANCIES,
  environmentForFile,
  findDiscrepancies,
  PAST_CLAIMS_MS,
  whileOrdersKeepComing,
} from "./scenario.testing.ts";

const openScenario = environmentForFile();

/** Until another worker has lost the claim for it, looked up twice that the order is not there, and sent it itself. */
const UNTIL_SENT_BY_ANOTHER_MS = 3 * PAST_CLAIMS_MS;

const TESTED_FAILPOINTS: Failpoint[] = [
  "claim committed",
  "create sent",
  "create answered",
  "write claimed",
  "fulfillment sent",
  "fulfillment answered",
];

describe("a worker is frozen past its lock and its claim, then wakes", () => {
  test.each(TESTED_FAILPOINTS)("at the point: %s", async (point) => {
    const scenario = await openScenario();
    const freezeMs = point === "claim committed" ? UNTIL_SENT_BY_ANOTHER_MS : PAST_CLAIMS_MS;
    const strike = { processes: scenario.environment.workers, point, action: { freezeMs } };
    const orders = await whileOrdersKeepComing(scenario, placeOrdersUntilStruck(scenario, strike, 2));
    await whileOrdersKeepComing(scenario, printAndFulfill(scenario, orders));
    expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  });
});

test("the event loops of all workers are blocked past the lock", async () => {
  const scenario = await openScenario();
  const orders = placeOrders(scenario, 6);
  await Promise.all(scenario.environment.workers.map((one) => one.block(PAST_CLAIMS_MS)));
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("the web process is frozen while webhooks arrive: Shopify sends them again", async () => {
  const scenario = await openScenario();
  const frozen = scenario.environment.web.freeze(PAST_CLAIMS_MS);
  const orders = placeOrders(scenario, 5);
  await frozen;
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});
