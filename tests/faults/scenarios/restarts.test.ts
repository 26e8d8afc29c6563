import { expect, test } from "vitest";
import { until } from "../../support/until.ts";
import { allTheWay, buy, NOTHING_AMISS, plantForFile, printed, reckonUp, whilePeopleBuy } from "./scenario.testing.ts";

const openStage = plantForFile();
const DAY = 86_400_000;

test("a rolling restart under load: everything ends in order and goes on elsewhere", async () => {
  const stage = await openStage();
  const orders = buy(stage, 10);
  for (const one of stage.plant.processes) {
    // Code 1: it had to be cut off at its limit.
    const { code } = await one.stop();
    expect([one.name, code]).toEqual([one.name, 0]);
    orders.push(...buy(stage, 2));
    await one.start();
  }
  await whilePeopleBuy(stage, allTheWay(stage, orders));
  expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
});

test("a worker that is asked to stop while it sends brings the answer home before it ends", async () => {
  const stage = await openStage();
  const { press, workers } = stage.plant;
  press.addFault({ endpoint: "create", effect: "slow", ms: 500 });
  const before = press.state().calls["create"] ?? 0;
  const orders = buy(stage);
  await until("the call", () => (press.state().calls["create"] ?? 0) > before, 60_000);
  const ends = await Promise.all(workers.map((one) => one.stop()));
  expect(ends.map((end) => end.code)).toEqual([0, 0]);
  const { rows } = await stage.plant.database.pool.query(
    `SELECT a."outcome" FROM "Attempt" a JOIN "Submission" s ON s."id" = a."submissionId"
     JOIN "Shop" h ON h."id" = s."shopId" WHERE h."domain" = $1`,
    [stage.shop.domain],
  );
  expect(rows).toEqual([{ outcome: "accepted" }]);
  await Promise.all(workers.map((one) => one.start()));
  await printed(stage, orders);
  expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
});

test.each([
  ["a day ahead", DAY],
  ["a day back", -DAY],
])("the wall clock of one worker jumps %s, and is right again later", async (_which, ms) => {
  const stage = await openStage();
  const [worker] = stage.plant.workers;
  worker?.jumpClock(ms);
  const orders = buy(stage, 4);
  await printed(stage, orders);
  orders.push(...buy(stage, 4));
  worker?.jumpClock(-ms);
  await allTheWay(stage, orders);
  expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
  expect(await farFromNow(stage.plant.database.pool)).toEqual([]);
});

/** Times written that lie more than an hour from the database's. */
async function farFromNow(pool: { query(sql: string): Promise<{ rows: unknown[] }> }): Promise<unknown[]> {
  const times = [
    ["Submission", "dueAt"],
    ["Submission", "sentAt"],
    ["Parcel", "dueAt"],
    ["Delivery", "receivedAt"],
    ["Attempt", "startedAt"],
    ["Lease", "until"],
  ];
  const parts = times.map(
    ([table, column]) =>
      `SELECT '${table}.${column}' AS "where" FROM "${table}" WHERE abs(extract(epoch FROM "${column}" - now())) > 3600`,
  );
  return (await pool.query(parts.join(" UNION ALL "))).rows;
}
