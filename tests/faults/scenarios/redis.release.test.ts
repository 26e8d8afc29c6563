import { describe, expect, test } from "vitest";
import {
  printAndFulfill,
  placeOrderBeingSent,
  placeOrders,
  waitUntilFulfilled,
  NO_DISCREPANCIES,
  environmentForFile,
  waitUntilPrinted,
  findDiscrepancies,
  ship,
  waitUntilSomePrinted,
  waitUntil,
  isAcknowledged,
} from "./scenario.testing.ts";

const openScenario = environmentForFile();

describe("Redis is flushed", () => {
  test("while no order is open", async () => {
    const scenario = await openScenario();
    await scenario.environment.redis.flush();
    await printAndFulfill(scenario, placeOrders(scenario, 2));
    expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  });

  test("in the middle of a burst of orders", async () => {
    const scenario = await openScenario();
    const orders = placeOrders(scenario, 12);
    await waitUntilSomePrinted(scenario, orders);
    await scenario.environment.redis.flush();
    await waitUntilPrinted(scenario, orders);
    ship(scenario, orders);
    await scenario.environment.redis.flush();
    await waitUntilFulfilled(scenario, orders);
    expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  });
});

test("Redis is flushed while an order is being sent: the order is printed once", async () => {
  const scenario = await openScenario();
  const orders = await placeOrderBeingSent(scenario, 600);
  await scenario.environment.redis.flush();
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("Redis refuses writes for a while: webhooks are acknowledged and processed afterwards", async () => {
  const scenario = await openScenario();
  await scenario.environment.redis.readOnly(true);
  const orders = placeOrders(scenario, 5);
  await waitUntil(scenario, "acknowledged with a Redis that only reads", () => isAcknowledged(scenario));
  await scenario.environment.redis.readOnly(false);
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});
