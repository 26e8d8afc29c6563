import type { Log } from "../ports/observe.ts";
import type { CheckpointStore } from "../ports/progress.ts";
import type { Queues } from "./queues.ts";
import { withTimeout } from "../common/with-timeout.ts";
import { errorName } from "../ports/errors.ts";

/** How long a start waits for Redis, in milliseconds. */
const READ_TIMEOUT_MS = 3_000;

/** Checkpoints in Redis, beside the queues: one hash, with a field for each database that shares the prefix. */
export function createCheckpointStore(queues: Queues, log: Log): CheckpointStore {
  const queue = queues.byName.delivery;
  const key = `${queues.prefix}:checkpoint-by-database`;
  return {
    async read() {
      const hash = queue.isReady().then(() => queue.client.hgetall(key));
      const stored = await withTimeout(READ_TIMEOUT_MS, hash, {});
      const entries = Object.entries(stored).map(([identity, at]) => [identity, Number(at)] as const);
      return new Map(
        entries.filter(([, at]) => Number.isSafeInteger(at)).map(([identity, at]) => [identity, new Date(at)]),
      );
    },
    save(identity, at) {
      if (queue.client.status !== "ready") return;
      queue.client.hset(key, identity, String(at.getTime())).catch((error: unknown) => {
        log.warn({ error: errorName(error) }, "the checkpoint in Redis is not saved");
      });
    },
  };
}
