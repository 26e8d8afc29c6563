import type Bull from "bull";
import { QUEUE_NAMES, type QueueName } from "../../../app/jobs/queues.ts";
import type { FaultEnvironment } from "../environment/environment.ts";
import { delay } from "../simulation/simulation.ts";
import type { JobFacts } from "./facts.ts";
import { scaled } from "../within.ts";

/** A job of a process that was killed is taken by another after two looks at the locks, which are 2 s long. */
const REST_LIMIT_MS = scaled(15_000);
const EVERY_MS = 200;
const STATES = ["active", "waiting", "delayed", "completed", "failed"] as const;

/**
 * What the board of the queues shows once no job is active or waiting any longer, or once patience has ended. Rows that wait for
 * something in Shopify are read again every second, and on a busy machine one of them is always at work: what became active
 * after the first look is left out then.
 */
export async function readBoardJobs(environment: FaultEnvironment): Promise<JobFacts[]> {
  const limit = performance.now() + REST_LIMIT_MS;
  const look = async () => (await Promise.all(QUEUE_NAMES.map((queue) => jobsOf(environment, queue)))).flat();
  let jobs = await look();
  let alwaysActive = activeIds(jobs);
  while (jobs.some(({ state }) => state === "active" || state === "waiting")) {
    if (performance.now() > limit) return jobs.filter(({ id, state }) => state !== "active" || alwaysActive.has(id));
    await delay(EVERY_MS);
    jobs = await look();
    const active = activeIds(jobs);
    alwaysActive = new Set([...alwaysActive].filter((id) => active.has(id)));
  }
  return jobs;
}

const activeIds = (jobs: readonly JobFacts[]) =>
  new Set(jobs.flatMap(({ id, state }) => (state === "active" ? id : [])));

async function jobsOf({ services }: FaultEnvironment, queue: QueueName): Promise<JobFacts[]> {
  const bull = services.core.queues.byName[queue];
  const inState = async (state: (typeof STATES)[number]) =>
    (await listed(bull, state)).map((job) => ({
      queue,
      id: String(job.id),
      state,
      data: job.data as unknown,
      failedReason: job.failedReason ?? null,
      stack: job.stacktrace.join("\n"),
      delayMs: job.opts.delay ?? 0,
    }));
  return (await Promise.all(STATES.map(inState))).flat();
}

/** Bull reads ids, then jobs: a job that was removed in between comes as null, against Bull's types. */
async function listed(bull: Bull.Queue, state: (typeof STATES)[number]): Promise<Bull.Job[]> {
  const jobs: (Bull.Job | null)[] = await bull.getJobs([state]);
  return jobs.filter((job) => job !== null);
}
