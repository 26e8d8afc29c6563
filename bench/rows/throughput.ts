import { createBacklog } from "../backlog.ts";
import { CONNECTIONS, type BenchContext, type Effort } from "../bench-context.ts";
import { countWritingTransactions } from "../database.ts";
import { median, type Row } from "../figures.ts";
import { nodeCommitsPerSecond } from "../node-commits.ts";
import { commitsPerSecond } from "../pgbench.ts";

/** How many create calls one worker process has open at once (app/jobs/workers.ts), and how long the print service takes for one. */
const PLACES = 16;
const SERVICE_MS = 200;

/** Of the orders that pgbench's commits would be enough for. */
const GOAL = 0.4;

/**
 * Orders per second of one worker process from waiting deliveries to the print service, where Shopify and the print
 * service answer at once; beside the commits that PostgreSQL can make, and those that one Node process can, divided by those that an
 * order takes.
 */
export async function throughputRows(context: BenchContext): Promise<Row[]> {
  const { waiting, seconds } = context.effort;
  const shares = sharesOf(context.effort);
  const backlog = await createBacklog(context, waiting);
  const ours: number[] = [];
  const cpuMs: number[] = [];
  const commits: number[] = [];
  const ofNode: number[] = [];
  try {
    const before = await countWritingTransactions(backlog.database.pool);
    const createdBefore = context.service.created();
    let ofFloors = 0;
    for (const count of shares) {
      const worked = await backlog.work(1, count);
      ours.push(worked.orders / worked.seconds);
      cpuMs.push(worked.cpuMs);
      const start = await countWritingTransactions(backlog.database.pool);
      commits.push(await commitsPerSecond(backlog.database, { connections: CONNECTIONS, seconds }));
      ofNode.push(await nodeCommitsPerSecond(backlog.database, { connections: CONNECTIONS, seconds }));
      ofFloors += (await countWritingTransactions(backlog.database.pool)) - start;
      context.print(
        `throughput: ${ours.at(-1)?.toFixed(0)} orders/s, pgbench ${commits.at(-1)?.toFixed(0)} commits/s, Node ${ofNode.at(-1)?.toFixed(0)}`,
      );
    }
    const profile = await backlog.profile(Math.floor((shares[0] ?? 0) / 2));
    const all = (await countWritingTransactions(backlog.database.pool)) - before - ofFloors;
    const perOrder = all / (context.service.created() - createdBefore);
    const row = { id: "R5", unit: "/s", ours };
    return [
      {
        ...row,
        name: `orders from ${waiting} waiting deliveries to an instant print service; floor: pgbench's commits, divided by those of an order`,
        floor: commits.map((one) => one / perOrder),
        goal: { of: "ratio", atLeast: GOAL },
        note: `${perOrder.toFixed(1)} commits an order; each run takes the next ${shares[0]} of ${waiting}, 100 shops in turn, one worker process. Where its time goes: ${profile}`,
      },
      {
        ...row,
        name: "the same; floor: single inserts that one Node process commits and does nothing else, divided by the same",
        floor: ofNode.map((one) => one / perOrder),
        goal: null,
        note: `${GOAL} of pgbench is ${((GOAL * median(commits)) / median(ofNode)).toFixed(1)} × what a Node process can commit at most`,
      },
      {
        id: "R5",
        name: "CPU of that worker process for an order, from its delivery to its create call",
        unit: "ms",
        ours: cpuMs,
        floor: null,
        goal: null,
      },
    ];
  } finally {
    await backlog.drop();
  }
}

/** The time of the same orders where the print service takes 200 ms, beside the ideal: no place is ever empty. */
export async function slowServiceRows(context: BenchContext): Promise<Row[]> {
  const { waiting } = context.effort;
  const shares = sharesOf(context.effort);
  const backlog = await createBacklog(context, waiting);
  const ours: number[] = [];
  const ideal: number[] = [];
  let profile: string;
  context.service.answerCreatesAfter(SERVICE_MS);
  try {
    for (const count of shares) {
      const { seconds, orders } = await backlog.work(1, count);
      ours.push(seconds);
      ideal.push((orders * SERVICE_MS) / 1000 / PLACES);
    }
    profile = await backlog.profile(Math.floor((shares[0] ?? 0) / 2));
  } finally {
    context.service.answerCreatesAfter(0);
    await backlog.drop();
  }
  return [
    {
      id: "R6",
      name: `time of ${shares[0]} of ${waiting} waiting orders, without the first tenth, a print service of ${SERVICE_MS} ms, ${PLACES} places; floor: no place is ever empty`,
      unit: "s",
      ours,
      floor: ideal,
      goal: { of: "ratio", atMost: 1.1 },
      note: `a place is taken for the commit of the claim, too. Where the worker's time goes: ${profile}`,
    },
  ];
}

/** The same with 1, 2 and 4 worker processes, each run with the next orders of one backlog. */
export async function scalingRows(context: BenchContext): Promise<Row[]> {
  const { waiting } = context.effort;
  const processes = [1, 2, 4];
  const perSecond = new Map<number, number[]>(processes.map((count) => [count, []]));
  const backlog = await createBacklog(context, waiting);
  context.service.answerCreatesAfter(SERVICE_MS);
  try {
    for (const share of sharesOf(context.effort))
      for (const count of processes) {
        const { seconds, orders } = await backlog.work(count, Math.floor((share * count) / 7));
        perSecond.get(count)?.push(orders / seconds);
      }
  } finally {
    context.service.answerCreatesAfter(0);
    await backlog.drop();
  }
  return processes.slice(1).map((count) => ({
    id: "R14",
    name: `orders with ${count} worker processes, a print service of ${SERVICE_MS} ms; floor: with one`,
    unit: "/s",
    ours: perSecond.get(count) ?? [],
    floor: perSecond.get(1) ?? [],
    goal: null,
  }));
}

/** Equal parts of what is worked off of a backlog, one for each run. */
const sharesOf = ({ longRuns, workedOff }: Effort): number[] =>
  Array.from({ length: longRuns }, () => Math.floor(workedOff / longRuns));
