import { expect, it } from "vitest";
import { startEnvironment } from "../environment/start-environment.ts";
import { planSeed } from "../schedule/schedule.ts";
import { REPEAT_STRIKES } from "../schedule/targeted-fault-types.ts";
import { startSimulation } from "../simulation/start-simulation.ts";
import { strikeRepeats } from "../simulation/targeted-faults.ts";

it("workers are killed and frozen while the service has a repeated create", async () => {
  const environment = await startEnvironment({ interfaceVersion: "v3" });
  try {
    // The shop of the repeated creates alone, with two of its orders.
    const { shops, orders, steps, ...plan } = planSeed(8, 8, "v3");
    const simulation = await startSimulation(
      environment,
      {
        ...plan,
        shops: shops.slice(-1),
        orders: orders.filter(({ shop }) => shop === shops.length - 1).map((order) => ({ ...order, shop: 0 })),
        steps: steps.filter((step) => step.do === "strike repeat"),
      },
      0,
    );
    await strikeRepeats(simulation);
    expect(simulation.runnerErrors).toEqual([]);
    expect(simulation.struck.toSorted()).toEqual([...REPEAT_STRIKES].sort());
  } finally {
    await environment.close();
  }
});
