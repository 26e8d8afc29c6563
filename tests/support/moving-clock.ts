import type { Clock } from "../../app/ports/clock.ts";

export interface MovingClock extends Clock {
  /** Lets time pass at once. */
  advance(ms: number): void;
}

/** Runs on with the machine's clock, and can be moved forward. */
export function movingClock(): MovingClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance(ms) {
      offsetMs += ms;
    },
  };
}
