import { expect, test } from "vitest";
import { until } from "../../support/until.ts";
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

test("a rolling restart under load: everything ends in order and goes on elsewhere", async () => {
  const scenario = await openScenario();
  const orders = placeOrders(scenario, 10);
  for (const one of scenario.plant.processes) {
    // Code 1: it had to be cut off at its limit.
    const { code } = await one.stop();
    expect([one.name, code]).toEqual([one.name, 0]);
    orders.push(...placeOrders(scenario, 2));
    await one.start();
  }
  await whileOrdersKeepComing(scenario, printAndFulfill(scenario, orders));
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("a worker that is asked to stop while it sends brings the answer home before it ends", async () => {
  const scenario = await openScenario();
  const { printService, workers } = scenario.plant;
  printService.addFault({ endpoint: "create", effect: "slow", ms: 500 });
  const before = printService.state().calls["create"] ?? 0;
  const orders = placeOrders(scenario);
  await until("the call", () => (printService.state().calls["create"] ?? 0) > before, 60_000);
  const ends = await Promise.all(workers.map((one) => one.stop()));
  expect(ends.map((end) => end.code)).toEqual([0, 0]);
  const { rows } = await scenario.plant.database.pool.query(
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
])("the wall clock of one worker jumps %s, and is right again later", async (_which, ms) => {
  const scenario = await openScenario();
  const [worker] = scenario.plant.workers;
  worker?.jumpClock(ms);
  const orders = placeOrders(scenario, 4);
  await waitUntilPrinted(scenario, orders);
  orders.push(...placeOrders(scenario, 4));
  worker?.jumpClock(-ms);
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  expect(await farFromNow(scenario.plant.database.pool)).toEqual([]);
});

/** Times written that lie more than an hour from the database's. */
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
