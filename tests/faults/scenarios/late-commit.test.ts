import { expect, test } from "vitest";
import { buy, NOTHING_AMISS, plantForFile, printed, reckonUp } from "./scenario.testing.ts";

/**
 * A server whose default is to say "committed" before it is written, and whose writer comes late. The heartbeat beats as
 * seldom as in production: by itself it does not tell that seconds are missing.
 */
const openStage = plantForFile({
  postgres: { synchronous_commit: "off", wal_writer_delay: "10s" },
  rhythm: { heartbeatEveryMs: 60_000 },
});

test("PostgreSQL crashes when the print service has just taken the order: it is printed once", async () => {
  const stage = await openStage();
  const { database, press } = stage.plant;
  // The shop and the first heartbeat are there after the crash, whatever becomes of what follows.
  await database.pool.query("CHECKPOINT");
  const orders = buy(stage);
  await printed(stage, orders);
  const { rows } = await database.pool.query("SHOW synchronous_commit");
  expect(rows).toEqual([{ synchronous_commit: "off" }]);
  await database.restart();
  // Later orders are what shows that the list is up to date.
  const later = buy(stage, 2);
  await printed(stage, later);
  expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
  const taken = press.state().orders.filter((one) => one.account === stage.shop.account);
  expect(taken).toHaveLength(orders.length + later.length);
});
