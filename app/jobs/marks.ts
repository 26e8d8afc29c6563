import type { Log } from "../ports/log.ts";
import type { Marks } from "../ports/marks.ts";
import type { Queues } from "./queues.ts";
import { within } from "./within.ts";

/** How long a start waits for Redis, in milliseconds. */
const PATIENCE_MS = 3_000;

/** The mark in Redis, beside the queues. */
export function createMarks(queues: Queues, log: Log, prefix = "inkbridge"): Marks {
  const queue = queues.byName.delivery;
  const key = `${prefix}:known-up-to`;
  return {
    async read() {
      const kept = await inTime(async () => {
        await queue.isReady();
        return queue.client.get(key);
      });
      const at = Number(kept ?? Number.NaN);
      return Number.isSafeInteger(at) ? new Date(at) : null;
    },
    keep(at) {
      if (queue.client.status !== "ready") return;
      queue.client.set(key, String(at.getTime())).catch((error: unknown) => {
        log.warn(
          { error: error instanceof Error ? error.name : "unknown" },
          "the mark outside the database is not kept",
        );
      });
    },
  };
}

/** null when Redis does not answer. */
async function inTime(ask: () => Promise<string | null>): Promise<string | null> {
  let answer: string | null = null;
  await within(
    PATIENCE_MS,
    ask().then((told) => (answer = told)),
  );
  return answer;
}
