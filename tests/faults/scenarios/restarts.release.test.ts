import { expect, test } from "vitest";
import {
  printAndFulfill,
  placeOrders,
  NO_DISCREPANCIES,
  environmentForFile,
  waitUntilPrinted,
  findDiscrepancies,
  whileOrdersKeepComing,
} from "./scenario.testing.ts";

const openScenario = environmentForFile();
const DAY = 86_400_000;

test("a rolling restart under load: every process ends cleanly and the others continue", async () => {
  const scenario = await openScenario();
  const orders = placeOrders(scenario, 10);
  for (const one of scenario.environment.processes) {
    // Code 1: the process reached its time limit and was killed.
    const { code } = await one.stop();
    expect([one.name, code]).toEqual([one.name, 0]);
    orders.push(...placeOrders(scenario, 2));
    await one.start();
  }
  await whileOrdersKeepComing(scenario, printAndFulfill(scenario, orders));
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test.each([
  ["a day ahead", DAY],
  ["a day back", -DAY],
])("the clock of one worker jumps %s, and is right again later", async (_which, ms) => {
  const scenario = await openScenario();
  const [worker] = scenario.environment.workers;
  worker?.jumpClock(ms);
  const orders = placeOrders(scenario, 4);
  await waitUntilPrinted(scenario, orders);
  orders.push(...placeOrders(scenario, 4));
  worker?.jumpClock(-ms);
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  expect(await farFromNow(scenario.environment.database.pool)).toEqual([]);
});

/** Columns that hold a time more than an hour from the clock of the database. */
async function farFromNow(pool: { query(sql: string): Promise<{ rows: unknown[] }> }): Promise<unknown[]> {
  const times = [
    ["Submission", "dueAt"],
    ["Submission", "sentAt"],
    ["Parcel", "dueAt"],
    ["WebhookDelivery", "receivedAt"],
    ["Attempt", "startedAt"],
    ["Lease", "until"],
  ];
  const parts = times.map(
    ([table, column]) =>
      `SELECT '${table}.${column}' AS "where" FROM "${table}" WHERE abs(extract(epoch FROM "${column}" - now())) > 3600`,
  );
  return (await pool.query(parts.join(" UNION ALL "))).rows;
}
