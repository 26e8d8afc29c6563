import { expect, it } from "vitest";
import { DEFAULT_POLICY } from "../app/orders/core/policy.ts";
import { sending } from "./stopping.testing.ts";
import { until } from "./support/until.ts";

it("a create call that hangs does not hold the process; it says so, and the order is looked for, not sent again", async () => {
  const { testApp, worker, submission, placed } = await sending({ endpoint: "create", effect: "hang" });
  worker.child.kill("SIGTERM");
  expect(await worker.ended).toBe(1);
  expect(worker.output()).toContain("a part did not stop in order");
  expect((await submission()).state).toBe("submitting");
  expect(await testApp.services.core.ctx.db.lease.count({ where: { name: { startsWith: "sweep-" } } })).toBe(0);

  // The claim is the process's: it counts as lost after its own time.
  testApp.clock.advance(DEFAULT_POLICY.claimTtlMs);
  await testApp.startWorkers();
  const view = await testApp.waitForOrder(placed.id, "found", (v) => v.submissions[0]?.state === "submitted");
  expect(view.submissions[0]?.attempts.map((a) => a.outcome)).toEqual(["lost"]);
  expect(testApp.printService.state().orders).toHaveLength(1);
});

it("a second signal ends the process at once", async () => {
  const { worker } = await sending({ endpoint: "create", effect: "hang" });
  worker.child.kill("SIGTERM");
  await until("the first signal", () => worker.output().includes('"stopping"'));
  const gone = worker.ended.then(() => true);
  const second = setInterval(() => worker.child.kill("SIGTERM"), 50);
  await gone.finally(() => clearInterval(second));
  expect(await worker.ended).toBe(1);
  expect(worker.output()).toContain("a second signal");
});
