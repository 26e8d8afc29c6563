import { expect, test } from "vitest";
import {
  printAndFulfill,
  placeOrderBeingSent,
  placeOrders,
  PRODUCTION_CLAIMS,
  NO_DISCREPANCIES,
  environmentForFile,
  waitUntilPrinted,
  findDiscrepancies,
  whileOrdersKeepComing,
} from "./scenario.testing.ts";

const openScenario = environmentForFile({ policy: PRODUCTION_CLAIMS });
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

test("a worker that is asked to stop while it sends records the answer before it ends", async () => {
  const scenario = await openScenario();
  const { workers } = scenario.environment;
  const orders = await placeOrderBeingSent(scenario, 500);
  const ends = await Promise.all(workers.map((one) => one.stop()));
  expect(ends.map((end) => end.code)).toEqual([0, 0]);
  const { rows } = await scenario.environment.database.pool.query(
    `SELECT a."outcome" FROM "Attempt" a JOIN "Submission" s ON s."id" = a."submissionId"
     JOIN "Shop" h ON h."id" = s."shopId" WHERE h."domain" = $1`,
    [scenario.shop.domain],
  );
  expect(rows).toEqual([{ outcome: "accepted" }]);
  await Promise.all(workers.map((one) => one.start()));
  await waitUntilPrinted(scenario, orders);
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
