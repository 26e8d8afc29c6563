import { performance } from "node:perf_hooks";

type Loop = Pick<typeof performance, "now" | "eventLoopUtilization">;

/** Share of its time that the event loop computes: above it, more runs at once would only wait for each other. */
const BUSY_FROM = 0.8;
/** It is measured over so many milliseconds at least. */
const MEASURED_MS = 500;

/** Whether this process computed most of the time lately. */
export function createBusyCheck(loop: Loop = performance): () => boolean {
  let begin = { at: loop.now(), utilization: loop.eventLoopUtilization() };
  let isBusy = false;
  return () => {
    const at = loop.now();
    if (at - begin.at < MEASURED_MS) return isBusy;
    const utilization = loop.eventLoopUtilization();
    isBusy = loop.eventLoopUtilization(utilization, begin.utilization).utilization >= BUSY_FROM;
    begin = { at, utilization };
    return isBusy;
  };
}
