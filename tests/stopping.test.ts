import { expect, it } from "vitest";
import { DEFAULT_POLICY } from "../app/orders/core/policy.ts";
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

it("one that hangs does not hold the process; it says so, and the order is looked for, not sent again", async () => {
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
