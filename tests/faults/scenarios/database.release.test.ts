import { expect, test } from "vitest";
import {
  printAndFulfill,
  placeOrders,
  NO_DISCREPANCIES,
  environmentForFile,
  waitUntil,
  waitUntilPrinted,
  findDiscrepancies,
  ship,
  waitUntilSomePrinted,
  whileOrdersKeepComing,
} from "./scenario.testing.ts";

const openScenario = environmentForFile();

test("PostgreSQL crashes and restarts in the middle of a burst of orders", async () => {
  const scenario = await openScenario();
  const orders = placeOrders(scenario, 10);
  await waitUntilSomePrinted(scenario, orders);
  await scenario.environment.database.restart();
  await whileOrdersKeepComing(scenario, printAndFulfill(scenario, orders));
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("all connections are cut again and again while orders are sent and fulfilled", async () => {
  const scenario = await openScenario();
  const { database } = scenario.environment;
  const orders = placeOrders(scenario, 8);
  const cutting = setInterval(() => void database.cutConnections().catch(() => 0), 700);
  try {
    await whileOrdersKeepComing(scenario, waitUntilPrinted(scenario, orders));
    ship(scenario, orders);
    const fulfilled = () => orders.filter((one) => one.fulfillments.length > 0).length;
    await waitUntil(scenario, "some fulfilled", () => fulfilled() >= 4);
  } finally {
    clearInterval(cutting);
  }
  expect(
    await whileOrdersKeepComing(scenario, printAndFulfill(scenario, orders)).then(() => findDiscrepancies(scenario)),
  ).toEqual(NO_DISCREPANCIES);
});
