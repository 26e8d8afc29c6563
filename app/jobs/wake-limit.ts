import type { WakeJob } from "./redis-commands.ts";

/** Jobs that a process adds for one partition within a window. Three processes with workers have room for as many of its rows. */
const MAX_PER_PARTITION = 20;
const WINDOW_MS = 100;

/**
 * Bounds the jobs that one partition (a shop, a sender) adds to a queue. Of the rows beyond the bound, the last gets a job at the
 * end of the window, which says that more are due: polling PostgreSQL finds those in between.
 */
export function createWakeLimit(add: (job: WakeJob) => void): (id: string, partition: string) => void {
  const added = new Map<string, number>();
  const heldBack = new Map<string, string>();

  const endWindow = () => {
    const last = [...heldBack.values()];
    added.clear();
    heldBack.clear();
    for (const id of last) add({ id, moreDue: true });
  };

  return (id, partition) => {
    if (added.size === 0) setTimeout(endWindow, WINDOW_MS).unref();
    const count = added.get(partition) ?? 0;
    if (count >= MAX_PER_PARTITION) return void heldBack.set(partition, id);
    added.set(partition, count + 1);
    add({ id });
  };
}
