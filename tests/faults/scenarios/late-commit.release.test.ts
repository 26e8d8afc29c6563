import { expect, test } from "vitest";
import {
  placeOrders,
  NO_DISCREPANCIES,
  environmentForFile,
  waitUntilPrinted,
  findDiscrepancies,
} from "./scenario.testing.ts";

/**
 * A PostgreSQL that reports a commit before the commit is on disk, and writes late. The heartbeat is as rare as in
 * production: the heartbeat alone does not reveal that seconds are missing.
 */
const openScenario = environmentForFile({
  postgres: { synchronous_commit: "off", wal_writer_delay: "10s" },
  intervals: { heartbeatEveryMs: 60_000 },
});

test("PostgreSQL crashes right after the print service accepted an order: the order is printed once", async () => {
  const scenario = await openScenario();
  const { database, printService } = scenario.environment;
  // The shop and the first heartbeat survive the crash.
  await database.pool.query("CHECKPOINT");
  const orders = placeOrders(scenario);
  await waitUntilPrinted(scenario, orders);
  const { rows } = await database.pool.query("SHOW synchronous_commit");
  expect(rows).toEqual([{ synchronous_commit: "off" }]);
  await database.restart();
  // Only later orders prove that the list is up to date.
  const later = placeOrders(scenario, 2);
  await waitUntilPrinted(scenario, later);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  const providerOrders = printService.state().orders.filter((one) => one.account === scenario.shop.account);
  expect(providerOrders).toHaveLength(orders.length + later.length);
});
