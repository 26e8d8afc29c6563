import type { AppProcess, FaultEnvironment } from "../environment/environment.ts";
import type { Step, ProcessName } from "../schedule/plan.ts";
import { runInBackground, delay, type Simulation } from "./simulation.ts";

const DAY = 86_400_000;

/** What befalls processes, Redis and the database. Returns whether the step was one of these. */
export function applyInfrastructureStep(simulation: Simulation, step: Step): boolean {
  const work = startInfrastructureFault(simulation.environment, step);
  if (work) runInBackground(simulation, work);
  return work !== null;
}

function startInfrastructureFault(environment: FaultEnvironment, step: Step): Promise<unknown> | null {
  const { redis, database } = environment;
  switch (step.do) {
    case "failpoint":
      // Struck or not: a process that does not reach the failpoint is not waited for.
      void processOf(environment, step.process).arm(step.point, step.action, step.nth);
      return Promise.resolve();
    case "kill":
      return processOf(environment, step.process).kill();
    case "freeze":
      return processOf(environment, step.process).freeze(step.ms);
    case "block":
      return processOf(environment, step.process).block(step.ms);
    case "rolling restart":
      return rollingRestart(environment);
    case "jump clock":
      return jumpClock(processOf(environment, step.process), step.days * DAY, step.forMs);
    case "redis flush":
      return serialize(redis, () => redis.flush());
    case "redis stop":
      return serialize(redis, async () => {
        await redis.stop();
        await delay(step.forMs);
        await redis.start();
      });
    case "redis read-only":
      return serialize(redis, async () => {
        await redis.readOnly(true);
        await delay(step.forMs);
        await redis.readOnly(false);
      });
    case "database cut":
      return serialize(database, () => database.cutConnections());
    case "database restart":
      return serialize(database, () => database.restart());
    default:
      return null;
  }
}

const pendingByMachine = new WeakMap<object, Promise<unknown>>();

/** One trouble of a machine after another: what is stopped cannot be emptied. */
function serialize(machine: object, work: () => Promise<unknown>): Promise<unknown> {
  const next = (pendingByMachine.get(machine) ?? Promise.resolve()).then(work);
  pendingByMachine.set(
    machine,
    next.catch(() => undefined),
  );
  return next;
}

function processOf(environment: FaultEnvironment, who: ProcessName): AppProcess {
  const found = who === "web" ? environment.web : environment.workers[who];
  if (!found) throw new Error(`the environment has no worker ${who}`);
  return found;
}

async function rollingRestart(environment: FaultEnvironment): Promise<void> {
  for (const process of environment.processes) {
    await process.stop();
    await process.start();
  }
}

async function jumpClock(process: AppProcess, ms: number, forMs: number): Promise<void> {
  process.jumpClock(ms);
  await delay(forMs);
  process.jumpClock(-ms);
}
