/** Ours: the app's services as ROLE=worker has them. Any message stops them as SIGTERM stops a process of the app. */
import { startProfile } from "../cpu-profile.ts";
import type { Settings } from "../bench-context.ts";
import { createBenchServices } from "../bench-services.ts";
import { answer, input } from "../child.ts";

export interface WorkerInput {
  settings: Settings;
  profiled: boolean;
}

export interface Stopped {
  /** Some work had not come to its end within the limit: its orders are looked up later. */
  broken: string | null;
  /** Where the process's time went, if that was asked for. */
  profile: string | null;
}

const { settings, profiled } = input<WorkerInput>();
const stopProfile = profiled ? await startProfile() : null;
const services = createBenchServices(settings);
const workers = await services.startWorkers();
answer(async (): Promise<Stopped> => {
  const profile = (await stopProfile?.()) ?? null;
  const broken = await workers.stop().then(
    () => null,
    (error: Error) => error.message,
  );
  await services.close();
  return { broken, profile };
});
