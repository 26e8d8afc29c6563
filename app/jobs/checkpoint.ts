import type { Log } from "../ports/log.ts";
import type { Marks } from "../ports/checkpoint.ts";
import type { Queues } from "./queues.ts";
import { within } from "../common/with-timeout.ts";

/** How long a start waits for Redis, in milliseconds. */
const PATIENCE_MS = 3_000;

/** The marks in Redis, beside the queues: one hash, a field for each database that shares the prefix. */
export function createMarks(queues: Queues, log: Log): Marks {
  const queue = queues.byName.delivery;
  const key = `${queues.prefix}:known-up-to-by-database`;
  return {
    async read() {
      const kept = await inTime(async () => {
        await queue.isReady();
        return queue.client.hgetall(key);
      });
      const marks = Object.entries(kept).map(([identity, at]) => [identity, Number(at)] as const);
      return new Map(
        marks.filter(([, at]) => Number.isSafeInteger(at)).map(([identity, at]) => [identity, new Date(at)]),
      );
    },
    keep(identity, at) {
      if (queue.client.status !== "ready") return;
      queue.client.hset(key, identity, String(at.getTime())).catch((error: unknown) => {
        log.warn(
          { error: error instanceof Error ? error.name : "unknown" },
          "the mark outside the database is not kept",
        );
      });
    },
  };
}

/** Empty when Redis does not answer. */
async function inTime(ask: () => Promise<Record<string, string>>): Promise<Record<string, string>> {
  let answer: Record<string, string> = {};
  await within(
    PATIENCE_MS,
    ask().then((told) => (answer = told)),
  );
  return answer;
}
