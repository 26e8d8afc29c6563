import type { Clock } from "../app/ports/clock.ts";

/** The app's clock, moved by hand. */
export function movedClock() {
  let ahead = 0;
  return {
    /** For `overrides` of createBenchServices. */
    clock: (appClock: Clock): Clock => ({ now: () => new Date(appClock.now().getTime() + ahead) }),
    advance: (ms: number) => void (ahead += ms),
  };
}
