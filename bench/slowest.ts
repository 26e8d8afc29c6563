import type { Effort } from "./bench-context.ts";
import { percentile } from "./figures.ts";

/** Something whose time counts, with its name. */
export type Probe = readonly [name: string, work: () => Promise<unknown>];

/** A probe that has taken so long in one run is not repeated in it, in milliseconds. */
const ENOUGH_MS = 1_000;

/**
 * In each run all probes in turn, several times: the slowest one's p95 in milliseconds, and its name. One round before
 * the first run does not count.
 */
export async function slowest(
  { runs, queries }: Pick<Effort, "runs" | "queries">,
  probes: readonly Probe[],
): Promise<{ figures: number[]; names: string[] }> {
  const figures: number[] = [];
  const names: string[] = [];
  await oneRun(probes, 1);
  for (let run = 0; run < runs; run += 1) {
    const took = await oneRun(probes, queries);
    const p95 = [...took].map(([name, times]) => [name, percentile(times, 0.95)] as const);
    const [name, figure] = p95.reduce((worst, one) => (one[1] > worst[1] ? one : worst));
    figures.push(figure);
    names.push(`${name} ${figure.toFixed(0)} ms`);
  }
  return { figures, names };
}

async function oneRun(probes: readonly Probe[], times: number): Promise<Map<string, number[]>> {
  const took = new Map<string, number[]>(probes.map(([name]) => [name, []]));
  for (let at = 0; at < times; at += 1)
    for (const [name, work] of probes) {
      const times = took.get(name) ?? [];
      if (times.reduce((sum, ms) => sum + ms, 0) > ENOUGH_MS) continue;
      const start = performance.now();
      await work();
      times.push(performance.now() - start);
    }
  return took;
}
