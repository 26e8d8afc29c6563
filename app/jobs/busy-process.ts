import { performance } from "node:perf_hooks";

type Loop = Pick<typeof performance, "now" | "eventLoopUtilization">;

/**
 * Share of its time that a busy process computes. Below, a step of a row rarely finds another one's in its way; above, runs that
 * compute at once only wait for each other.
 */
export const BUSY_FROM = 0.5;

/** The event loop is measured over so many milliseconds at least. */
const MEASURED_MS = 500;

/** Whether this process computed for so great a share of its time lately, from 0 to 1. */
export function createBusyCheck(from: number, loop: Loop = performance): () => boolean {
  let begin = { at: loop.now(), utilization: loop.eventLoopUtilization() };
  let isBusy = false;
  return () => {
    const at = loop.now();
    if (at - begin.at < MEASURED_MS) return isBusy;
    const utilization = loop.eventLoopUtilization();
    isBusy = loop.eventLoopUtilization(utilization, begin.utilization).utilization >= from;
    begin = { at, utilization };
    return isBusy;
  };
}
