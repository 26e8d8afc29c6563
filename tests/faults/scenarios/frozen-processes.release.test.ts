import { describe, expect, test } from "vitest";
import type { Failpoint } from "../environment/failpoints.ts";
import {
  printAndFulfill,
  placeOrders,
  NO_DISCREPANCIES,
  environmentForFile,
  findDiscrepancies,
  hitFirst,
  whileOrdersKeepComing,
} from "./scenario.testing.ts";

const openScenario = environmentForFile();

/** Past the queue's lock (2 s) and past the claims (2.5 s). */
const LONG_MS = 4_000;
/** Until another worker has lost the claim for it, looked up twice that the order is not there, and sent it itself. */
const UNTIL_SENT_BY_ANOTHER_MS = 12_000;

const TESTED_FAILPOINTS: Failpoint[] = [
  "claim committed",
  "create sent",
  "create answered",
  "write claimed",
  "fulfillment sent",
  "fulfillment answered",
];

describe("a worker is frozen past its lock and its claim, then wakes", () => {
  test.each(TESTED_FAILPOINTS)("at the point: %s", async (point) => {
    const scenario = await openScenario();
    const freezeMs = point === "claim committed" ? UNTIL_SENT_BY_ANOTHER_MS : LONG_MS;
    const hit = hitFirst(scenario.environment.workers, point, { freezeMs });
    await whileOrdersKeepComing(scenario, printAndFulfill(scenario, placeOrders(scenario, 2)));
    expect(await hit).toBe("one hit");
    expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  });
});

test("the event loops of all workers are blocked past the lock", async () => {
  const scenario = await openScenario();
  const orders = placeOrders(scenario, 6);
  await Promise.all(scenario.environment.workers.map((one) => one.block(LONG_MS)));
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});
