import { expect, it } from "vitest";
import { sending } from "./stopping.testing.ts";

it("a create call that is under way is recorded before the process ends, in order", async () => {
  const { testApp, worker, submission } = await sending({ endpoint: "create", effect: "slow", ms: 2_000 });
  worker.child.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  expect(worker.output()).not.toContain("Warning");
  const { state, attempts } = await submission();
  expect([state, attempts.map((a) => a.outcome)]).toEqual(["submitted", ["accepted"]]);
  expect(testApp.printService.state().orders).toHaveLength(1);
});
