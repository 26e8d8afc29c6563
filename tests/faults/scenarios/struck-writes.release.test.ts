import { expect, it } from "vitest";
import { startEnvironment } from "../environment/start-environment.ts";
import { planSeed } from "../schedule/schedule.ts";
import { startPrinter } from "../simulation/printer.ts";
import { startSimulation } from "../simulation/start-simulation.ts";
import { strikeWrites } from "../simulation/struck-writes.ts";

it("payments and cancellations are struck by spoilt answers, an empty wallet, and workers that die or freeze", async () => {
  const environment = await startEnvironment({ interfaceVersion: "v3" });
  try {
    // The shop of the struck payments and cancellations alone.
    const { shops, orders, steps, ...plan } = planSeed(12, 50, "v3");
    const at = shops.findIndex(({ name }) => name === "writes");
    const strikes = steps.filter((step) => step.do === "strike write");
    expect(strikes.map(({ kind }) => kind)).toEqual(["pay", "pay", "cancel", "cancel", "pay"]);
    const simulation = await startSimulation(
      environment,
      {
        ...plan,
        shops: shops.slice(at, at + 1),
        orders: orders.filter(({ shop }) => shop === at).map((order) => ({ ...order, shop: 0 })),
        steps: strikes,
      },
      0,
    );
    const printer = startPrinter(simulation);
    await strikeWrites(simulation);
    await printer.stop();
    expect(simulation.runnerErrors).toEqual([]);
    expect(simulation.struckWrites).toEqual(strikes);
  } finally {
    await environment.close();
  }
});
