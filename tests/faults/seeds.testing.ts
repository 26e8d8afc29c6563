import { expect } from "vitest";
import { startEnvironment } from "./environment/start-environment.ts";
import { violationsOf } from "./report/render-text.ts";
import { summarize } from "./report/summarize.ts";
import { runSeed } from "./run-seed.ts";

/** Plays a seed with so many orders on an environment of its own. @throws AssertionError with what the seed violated */
export async function expectCleanSeed(seed: number, orders: number): Promise<void> {
  const environment = await startEnvironment();
  try {
    const result = await runSeed(environment, seed, orders, 0);
    expect(violationsOf(result)).toBe("");
    expect(summarize([result]).orders).toBe(orders);
  } finally {
    await environment.close();
  }
}
