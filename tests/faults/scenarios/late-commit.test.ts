import { expect, test } from "vitest";
import {
  placeOrders,
  NO_DISCREPANCIES,
  environmentForFile,
  waitUntilPrinted,
  findDiscrepancies,
} from "./scenario.testing.ts";

/**
 * A server whose default is to say "committed" before it is written, and whose writer comes late. The heartbeat beats as
 * seldom as in production: alone it does not tell that seconds are missing.
 */
const openScenario = environmentForFile({
  postgres: { synchronous_commit: "off", wal_writer_delay: "10s" },
  intervals: { heartbeatEveryMs: 60_000 },
});

test("PostgreSQL crashes when the print service has just taken the order: it is printed once", async () => {
  const scenario = await openScenario();
  const { database, printService } = scenario.plant;
  // The shop and the first heartbeat are there after the crash, whatever becomes of what follows.
  await database.pool.query("CHECKPOINT");
  const orders = placeOrders(scenario);
  await waitUntilPrinted(scenario, orders);
  const { rows } = await database.pool.query("SHOW synchronous_commit");
  expect(rows).toEqual([{ synchronous_commit: "off" }]);
  await database.restart();
  // Later orders are what shows that the list is up to date.
  const later = placeOrders(scenario, 2);
  await waitUntilPrinted(scenario, later);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  const providerOrders = printService.state().orders.filter((one) => one.account === scenario.shop.account);
  expect(providerOrders).toHaveLength(orders.length + later.length);
});
