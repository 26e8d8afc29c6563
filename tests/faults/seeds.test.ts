import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlant } from "./environment/start-environment.ts";
import type { Plant } from "./environment/environment.ts";
import { violationsOf } from "./report/render-text.ts";
import { sumUp } from "./report/summarize.ts";
import { runSeed } from "./run-seed.ts";

let plant: Plant;

beforeAll(async () => {
  plant = await openPlant();
}, 120_000);
afterAll(() => plant.close(), 60_000);

// A few of the seeds that `npm run faults` plays by the hundred: enough to notice that the run itself has broken.
it.each([14, 58])(
  "with the faults of seed %i nothing is lost, and nothing is printed or fulfilled twice",
  async (seed) => {
    const result = await runSeed(plant, seed, 16, seed === 14 ? 0 : 4);
    expect(violationsOf(result)).toBe("");
    expect(sumUp([result]).orders).toBe(16);
  },
  300_000,
);
