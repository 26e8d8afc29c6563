import { describe, expect, test } from "vitest";
import { until } from "../../support/until.ts";
import {
  printAndFulfill,
  placeOrders,
  waitUntilFulfilled,
  NO_DISCREPANCIES,
  environmentForFile,
  waitUntilPrinted,
  findDiscrepancies,
  ship,
  waitUntilSomePrinted,
  waitUntil,
  type Scenario,
} from "./scenario.testing.ts";

const openScenario = environmentForFile();

/** Every webhook of the shop has been answered with 200. */
const acknowledged = ({ plant: environment, shop }: Scenario) =>
  environment.shopify.webhooks.deliveries.every((one) => one.shop !== shop.domain || one.state === "delivered");

describe("FLUSHALL", () => {
  test("while nothing is to be done", async () => {
    const scenario = await openScenario();
    await scenario.plant.redis.flush();
    await printAndFulfill(scenario, placeOrders(scenario, 2));
    expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  });

  test("in the middle of a burst", async () => {
    const scenario = await openScenario();
    const orders = placeOrders(scenario, 12);
    await waitUntilSomePrinted(scenario, orders);
    await scenario.plant.redis.flush();
    await waitUntilPrinted(scenario, orders);
    ship(scenario, orders);
    await scenario.plant.redis.flush();
    await waitUntilFulfilled(scenario, orders);
    expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  });

  test("while an order is being sent", async () => {
    const scenario = await openScenario();
    const { printService, redis } = scenario.plant;
    printService.addFault({ endpoint: "create", effect: "slow", ms: 600 });
    const before = printService.state().calls["create"] ?? 0;
    const orders = placeOrders(scenario);
    await until("the call", () => (printService.state().calls["create"] ?? 0) > before, 60_000);
    await redis.flush();
    await printAndFulfill(scenario, orders);
    expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  });
});

test("Redis is away while deliveries come: they are acknowledged, and served afterwards", async () => {
  const scenario = await openScenario();
  await scenario.plant.redis.stop();
  const orders = placeOrders(scenario, 5);
  await waitUntil(scenario, "acknowledged without Redis", () => acknowledged(scenario));
  const firstTries = scenario.plant.shopify.webhooks.deliveries.filter((one) => one.shop === scenario.shop.domain);
  expect(firstTries.map((one) => one.attempts.length)).toEqual(firstTries.map(() => 1));
  await scenario.plant.redis.start();
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("Redis refuses writes for a while: deliveries are acknowledged, and served afterwards", async () => {
  const scenario = await openScenario();
  await scenario.plant.redis.readOnly(true);
  const orders = placeOrders(scenario, 5);
  await waitUntil(scenario, "acknowledged with a Redis that only reads", () => acknowledged(scenario));
  await scenario.plant.redis.readOnly(false);
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});
