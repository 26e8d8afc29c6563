import { expect, test } from "vitest";
import { until } from "../../support/until.ts";
import {
  printAndFulfill,
  placeOrders,
  NO_DISCREPANCIES,
  environmentForFile,
  waitUntilPrinted,
  findDiscrepancies,
  ship,
  waitUntilSomePrinted,
  whileOrdersKeepComing,
} from "./scenario.testing.ts";

const openScenario = environmentForFile();

test("the database crashes and comes back in the middle of a burst", async () => {
  const scenario = await openScenario();
  const orders = placeOrders(scenario, 10);
  await waitUntilSomePrinted(scenario, orders);
  await scenario.plant.database.restart();
  await whileOrdersKeepComing(scenario, printAndFulfill(scenario, orders));
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("the database is away while deliveries come: none is acknowledged, all come again", async () => {
  const scenario = await openScenario();
  await scenario.plant.database.stop();
  const orders = placeOrders(scenario, 4);
  const webhooks = () =>
    scenario.plant.shopify.webhooks.deliveries.filter(
      (one) => one.shop === scenario.shop.domain && one.attempts.length > 0,
    );
  await until("the first tries", () => webhooks().length >= orders.length, 60_000);
  expect(webhooks().filter((one) => one.state === "delivered")).toEqual([]);
  await scenario.plant.database.start();
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("all connections are cut, again and again, while orders are sent and fulfilled", async () => {
  const scenario = await openScenario();
  const { database } = scenario.plant;
  const orders = placeOrders(scenario, 8);
  const cutting = setInterval(() => void database.cutConnections().catch(() => 0), 700);
  try {
    await whileOrdersKeepComing(scenario, waitUntilPrinted(scenario, orders));
    ship(scenario, orders);
    await until("some fulfilled", () => orders.filter((one) => one.fulfillments.length > 0).length >= 4, 60_000);
  } finally {
    clearInterval(cutting);
  }
  expect(
    await whileOrdersKeepComing(scenario, printAndFulfill(scenario, orders)).then(() => findDiscrepancies(scenario)),
  ).toEqual(NO_DISCREPANCIES);
});
