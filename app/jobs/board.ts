import type { RequestListener } from "node:http";
import { QUEUE_NAMES, type Queues } from "./queues.ts";
import type { WakeJob } from "./redis-commands.ts";

const DESCRIPTION = "Runs of rows and wake-ups for them. PostgreSQL decides what is due: nothing can be changed here.";
const LONG_RUNS =
  "Turns of long runs, with the progress of the whole. PostgreSQL decides: nothing can be changed here.";

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
      const isOfLongRuns = name === "long_run";
      const description = isOfLongRuns ? LONG_RUNS : DESCRIPTION;
      const adapter = new BullAdapter(queues.byName[name], { readOnlyMode: true, description });
      // Elsewhere every job of a queue has the same name: the row's id says more.
      adapter.setFormatter("name", (job: { name: string; data: WakeJob }) =>
        isOfLongRuns ? `${job.name} ${job.data.id}` : job.data.id,
      );
      return adapter;
    }),
    serverAdapter,
    options: { uiConfig: { boardTitle: "Inkbridge queues" } },
  });
  return serverAdapter.getRouter() as RequestListener;
}
