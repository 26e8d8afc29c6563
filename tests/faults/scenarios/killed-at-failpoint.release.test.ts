import { describe, expect, test } from "vitest";
import { WEB_FAILPOINTS, FAILPOINTS } from "../environment/environment.ts";
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

describe("a process is killed", () => {
  test.each(FAILPOINTS)("at the point: %s", async (point) => {
    const scenario = await openScenario();
    const { web, workers } = scenario.environment;
    const hit = hitFirst(WEB_FAILPOINTS.includes(point) ? [web] : workers, point, "kill");
    await whileOrdersKeepComing(scenario, printAndFulfill(scenario, placeOrders(scenario, 2)));
    expect(await hit).toBe("one hit");
    expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  });
});
