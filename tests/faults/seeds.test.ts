import { afterAll, beforeAll, expect, it } from "vitest";
import { startEnvironment } from "./environment/start-environment.ts";
import type { FaultEnvironment } from "./environment/environment.ts";
import { violationsOf } from "./report/render-text.ts";
import { summarize } from "./report/summarize.ts";
import { runSeed } from "./run-seed.ts";

let environment: FaultEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
}, 120_000);
afterAll(() => environment.close(), 60_000);

// A few of the seeds that `npm run faults` plays by the hundred: enough to notice that the run itself has broken.
it.each([14, 58])(
  "with the faults of seed %i nothing is lost, and nothing is printed or fulfilled twice",
  async (seed) => {
    const result = await runSeed(environment, seed, 16, seed === 14 ? 0 : 4);
    expect(violationsOf(result)).toBe("");
    expect(summarize([result]).orders).toBe(16);
  },
  300_000,
);
