/** Ours: the app's services as ROLE=worker has them. They stop as SIGTERM stops a process of the app. */
import { startProfile } from "../cpu-profile.ts";
import type { Settings } from "../bench-context.ts";
import { createBenchServices } from "../bench-services.ts";
import { answer, input } from "../child.ts";

export interface WorkerInput {
  settings: Settings;
}

/** profile: begin to sample what the process runs. cpu: milliseconds of CPU so far. stop: answered with `Stopped`. */
export interface WorkerMessage {
  what: "profile" | "cpu" | "stop";
}

export interface Stopped {
  /** Some work had not come to its end within the limit: its orders are looked up later. */
  broken: string | null;
  /** Where the process's time went, if that was asked for. */
  profile: string | null;
}

const { settings } = input<WorkerInput>();
const services = createBenchServices(settings);
const workers = await services.startWorkers();
let endProfile: (() => Promise<string>) | null = null;
answer(async ({ what }: WorkerMessage): Promise<Stopped | number | null> => {
  if (what === "profile") {
    endProfile = await startProfile();
    return null;
  }
  if (what === "cpu") {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
  const profile = (await endProfile?.()) ?? null;
  const broken = await workers.stop().then(
    () => null,
    (error: Error) => error.message,
  );
  await services.close();
  return { broken, profile };
});
