import { describe, expect, test } from "vitest";
import { order } from "../../support/goods.ts";
import { ACTION_FAILPOINTS, WEB_FAILPOINTS, FAILPOINTS } from "../environment/failpoints.ts";
import type { SubmissionRef } from "../../../app/orders/actions/submission-actions.ts";
import {
  armFailpoint,
  printAndFulfill,
  placeOrdersUntilStruck,
  NO_DISCREPANCIES,
  PAST_CLAIMS_MS,
  environmentForFile,
  type Scenario,
  waitUntil,
  findDiscrepancies,
  whileOrdersKeepComing,
} from "./scenario.testing.ts";

const openScenario = environmentForFile();

describe("a process is killed", () => {
  test.each(FAILPOINTS)("at the point: %s", async (point) => {
    const scenario = await openScenario();
    const { web, workers } = scenario.environment;
    const processes = WEB_FAILPOINTS.includes(point) ? [web] : workers;
    const orders = await placeOrdersUntilStruck(scenario, { processes, point, action: "kill" }, 2);
    await whileOrdersKeepComing(scenario, printAndFulfill(scenario, orders));
    expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  });

  test.each(ACTION_FAILPOINTS)("while it does what a person asked for: %s", async (point) => {
    const scenario = await openScenario();
    const { environment, shop } = scenario;
    const variantId = shop.goods.printed[0] ?? "";
    const placed = environment.shopify.placeOrder(shop.domain, order([{ variantId }], { test: true }));
    const ref = await heldSubmission(scenario);
    const request = { of: "submission", action: "print_test_order", ref } as const;
    const isStruck = armFailpoint([environment.web], point, "kill");
    expect(await environment.web.act(request)).toBe("lost");
    await waitUntil(scenario, "the web process is struck", isStruck);
    await environment.web.ready();
    // The person clicks again: the first click may have been done.
    expect(["done", "unchanged", "invalid_state"]).toContain(await environment.web.act(request));
    await printAndFulfill(scenario, [placed]);
    expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
  });
});

test("a create call that is answered too late strikes nobody: the next order does", async () => {
  const scenario = await openScenario();
  const { printService, workers: processes } = scenario.environment;
  printService.addFault({ endpoint: "create", effect: "slow", ms: PAST_CLAIMS_MS });
  const orders = await placeOrdersUntilStruck(scenario, { processes, point: "create answered", action: "kill" });
  expect(orders.length).toBeGreaterThan(1);
  await whileOrdersKeepComing(scenario, printAndFulfill(scenario, orders));
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

test("a failpoint that no order comes to is told, with the rows", async () => {
  const scenario = await openScenario();
  const strike = { processes: scenario.environment.workers, point: "import saved", action: "kill" } as const;
  await expect(placeOrdersUntilStruck(scenario, strike)).rejects.toThrow(
    /orders passed "import saved" by\n[^]*\nSubmission .*\nAttempt /,
  );
});

/** Waits until the shop's test order is held. */
async function heldSubmission(scenario: Scenario): Promise<SubmissionRef> {
  const found: SubmissionRef[] = [];
  await waitUntil(scenario, "the order is held", async () => {
    const { rows } = await scenario.environment.database.pool.query<Omit<SubmissionRef, "userId">>(
      `SELECT a."shopId", a."submissionId" FROM "Attention" a JOIN "Shop" h ON h."id" = a."shopId"
       WHERE h."domain" = $1 AND a."code" = 'test_order' AND a."clearedAt" IS NULL`,
      [scenario.shop.domain],
    );
    found.push(...rows.map((row) => ({ ...row, userId: "7" })));
    return rows.length > 0;
  });
  return found[0] ?? expect.fail("no order is held");
}
