import type { BenchContext, Settings } from "./bench-context.ts";
import { startProgram, type Child } from "./child.ts";
import type { Stopped, WorkerInput } from "./servers/worker.ts";

/** A worker process of the app, whose Shopify answers from memory. */
export const startWorkerProcess = (settings: Settings, { profiled } = { profiled: false }): Promise<Child> =>
  startProgram("./servers/worker.ts", { settings, profiled } satisfies WorkerInput);

/** Stops it as a restart does: it takes nothing new and finishes what it has begun. Returns its profile, if it has one. */
export async function stopWorkerProcess({ print }: Pick<BenchContext, "print">, worker: Child): Promise<string | null> {
  try {
    const { broken, profile } = await worker.ask<Stopped>({});
    if (broken !== null) print(`a worker process stopped late: ${broken}`);
    return profile;
  } finally {
    await worker.stop();
  }
}
