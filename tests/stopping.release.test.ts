import { expect, it } from "vitest";
import { sending } from "./stopping.testing.ts";
import { until } from "./support/until.ts";

it("a second signal ends it at once", async () => {
  const { worker } = await sending({ endpoint: "create", effect: "hang" });
  worker.child.kill("SIGTERM");
  await until("the first signal", () => worker.output().includes('"stopping"'));
  const gone = worker.ended.then(() => true);
  const second = setInterval(() => worker.child.kill("SIGTERM"), 50);
  await gone.finally(() => clearInterval(second));
  expect(await worker.ended).toBe(1);
  expect(worker.output()).toContain("a second signal");
});
