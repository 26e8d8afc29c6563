import type { BenchContext, Settings } from "./bench-context.ts";
import { startProgram, type Child } from "./child.ts";
import type { Stopped, WorkerInput, WorkerMessage } from "./servers/worker.ts";

/** A worker process of the app, whose Shopify answers from memory. */
export const startWorkerProcess = (settings: Settings): Promise<Child> =>
  startProgram("./servers/worker.ts", { settings } satisfies WorkerInput);

/** From now on what the process runs is sampled. */
export async function profileWorkerProcess(worker: Child): Promise<void> {
  await worker.ask<null>({ what: "profile" } satisfies WorkerMessage);
}

/** Milliseconds of CPU that the process has taken so far. */
export const cpuOfWorkerProcess = (worker: Child): Promise<number> =>
  worker.ask<number>({ what: "cpu" } satisfies WorkerMessage);

/** Stops it as a restart does: it takes nothing new and finishes what it has begun. Returns its profile, if it has one. */
export async function stopWorkerProcess({ print }: Pick<BenchContext, "print">, worker: Child): Promise<string | null> {
  try {
    const { broken, profile } = await worker.ask<Stopped>({ what: "stop" } satisfies WorkerMessage);
    if (broken !== null) print(`a worker process stopped late: ${broken}`);
    return profile;
  } finally {
    await worker.stop();
  }
}
