import type { RequestListener } from "node:http";
import { QUEUE_NAMES, type QueueName, type Queues } from "./queues.ts";
import type { JobData } from "./redis-commands.ts";

const RUNS =
  "Runs of rows, those that began together in one job. PostgreSQL decides what is due: nothing can be changed here.";
const DESCRIPTIONS: Partial<Record<QueueName, string>> = {
  long_run: "Turns of long runs, with the progress of the whole. PostgreSQL decides: nothing can be changed here.",
  wake_up:
    "Tells workers of rows: at once, or at the time until which they are put off. PostgreSQL decides: nothing can be changed here.",
};

/**
 * The pages and the API of the board of the queues, at the root of the address that serves them. Read-only. Its libraries
 * are loaded only here: most processes serve no board.
 */
export async function createBoard(queues: Queues): Promise<RequestListener> {
  const { createBullBoard } = await import("@bull-board/api");
  const { BullAdapter } = await import("@bull-board/api/bullAdapter");
  const { ExpressAdapter } = await import("@bull-board/express");
  const serverAdapter = new ExpressAdapter();
  createBullBoard({
    queues: QUEUE_NAMES.map((name) => {
      const description = DESCRIPTIONS[name] ?? RUNS;
      const adapter = new BullAdapter(queues.byName[name], { readOnlyMode: true, description });
      adapter.setFormatter("name", jobTitle);
      return adapter;
    }),
    serverAdapter,
    options: { uiConfig: { boardTitle: "Inkbridge queues" } },
  });
  return serverAdapter.getRouter() as RequestListener;
}

/** The rows say more than the name that Bull gives to a job without one. */
function jobTitle({ name, data: { ids, kind = name } }: { name: string; data: JobData }): string {
  const [first, ...others] = ids;
  const rows = others.length === 0 ? first : `${first} and ${others.length} more`;
  return kind === BULL_DEFAULT_NAME ? `${rows}` : `${kind} ${rows}`;
}

const BULL_DEFAULT_NAME = "__default__";
