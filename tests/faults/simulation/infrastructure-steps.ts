import type { AppProcess, Plant } from "../environment/environment.ts";
import type { Step, Who } from "../schedule/plan.ts";
import { beside, later, type Scene } from "./simulation.ts";

const DAY = 86_400_000;

/** What befalls processes, Redis and the database. Returns whether the step was one of these. */
export function atTheMachines(scene: Scene, step: Step): boolean {
  const work = trouble(scene.plant, step);
  if (work) beside(scene, work);
  return work !== null;
}

function trouble(plant: Plant, step: Step): Promise<unknown> | null {
  const { redis, database } = plant;
  switch (step.do) {
    case "at point":
      // Struck or not: whoever does not come by is not waited for.
      void processOf(plant, step.who).arm(step.point, step.act, step.nth);
      return Promise.resolve();
    case "kill":
      return processOf(plant, step.who).kill();
    case "freeze":
      return processOf(plant, step.who).freeze(step.ms);
    case "block":
      return processOf(plant, step.who).block(step.ms);
    case "rolling restart":
      return rollingRestart(plant);
    case "jump clock":
      return jump(processOf(plant, step.who), step.days * DAY, step.forMs);
    case "redis flush":
      return inTurn(redis, () => redis.flush());
    case "redis stop":
      return inTurn(redis, async () => {
        await redis.stop();
        await later(step.forMs);
        await redis.start();
      });
    case "redis read-only":
      return inTurn(redis, async () => {
        await redis.readOnly(true);
        await later(step.forMs);
        await redis.readOnly(false);
      });
    case "database cut":
      return inTurn(database, () => database.cutConnections());
    case "database restart":
      return inTurn(database, () => database.restart());
    default:
      return null;
  }
}

const turns = new WeakMap<object, Promise<unknown>>();

/** One trouble of a machine after another: what is stopped cannot be emptied. */
function inTurn(machine: object, work: () => Promise<unknown>): Promise<unknown> {
  const mine = (turns.get(machine) ?? Promise.resolve()).then(work);
  turns.set(
    machine,
    mine.catch(() => undefined),
  );
  return mine;
}

function processOf(plant: Plant, who: Who): AppProcess {
  const found = who === "web" ? plant.web : plant.workers[who];
  if (!found) throw new Error(`the plant has no worker ${who}`);
  return found;
}

async function rollingRestart(plant: Plant): Promise<void> {
  for (const process of plant.processes) {
    await process.stop();
    await process.start();
  }
}

async function jump(process: AppProcess, ms: number, forMs: number): Promise<void> {
  process.jumpClock(ms);
  await later(forMs);
  process.jumpClock(-ms);
}
