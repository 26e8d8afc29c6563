import { describe, expect, test } from "vitest";
import { WEB_FAILPOINTS, FAILPOINTS } from "../environment/environment.ts";
import {
  printAndFulfill,
  placeOrders,
  NO_DISCREPANCIES,
  environmentForFile,
  waitUntilPrinted,
  findDiscrepancies,
  hitFirst,
  waitUntil,
  whileOrdersKeepComing,
  type Scenario,
} from "./scenario.testing.ts";

const openScenario = environmentForFile();

describe("SIGKILL", () => {
  test.each(FAILPOINTS)("at the point: %s", async (point) => {
    const scenario = await openScenario();
    const { web, workers } = scenario.plant;
    const hit = hitFirst(WEB_FAILPOINTS.includes(point) ? [web] : workers, point, "kill");
    await whileOrdersKeepComing(scenario, printAndFulfill(scenario, placeOrders(scenario, 2)));
    expect(await hit).toBe("one hit");
    expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  });
});

/** States of what a shop has had sent. */
async function states({ plant: environment, shop }: Scenario): Promise<string[]> {
  const { rows } = await environment.database.pool.query<{ state: string }>(
    `SELECT s."state" FROM "Submission" s JOIN "Shop" ON "Shop"."id" = s."shopId" WHERE "Shop"."domain" = $1`,
    [shop.domain],
  );
  return rows.map((row) => row.state);
}

test("killed when the print service has the order, which tells nothing of it: it is looked for, and not sent again", async () => {
  const scenario = await openScenario();
  const hit = hitFirst(scenario.plant.workers, "create answered", "kill");
  const orders = placeOrders(scenario);
  await waitUntilPrinted(scenario, orders);
  expect(await hit).toBe("one hit");
  await waitUntil(scenario, "the order is found", async () => (await states(scenario)).join() === "submitted");
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});
