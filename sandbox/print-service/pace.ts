/** How fast the line is. `speed`: milliseconds from one step to the next; 0: only by hand. */
interface PaceState {
  speed: number;
  paused: boolean;
}

export interface Pace<T> {
  state(): PaceState;
  /** The present step of everything on the line begins again at the new pace. */
  change(to: Partial<PaceState>): void;
  /** Puts something on the line; what is on it already begins its step again. */
  begin(thing: T): void;
  close(): void;
}

/** Runs `step` for each item in production, one interval after its last step, until `step` returns false. */
export function createPace<T>(speed: number, step: (thing: T) => boolean): Pace<T> {
  const line = new Map<T, NodeJS.Timeout | undefined>();
  let state: PaceState = { speed, paused: false };

  const begin = (thing: T) => {
    clearTimeout(line.get(thing));
    const runs = state.speed > 0 && !state.paused;
    line.set(thing, runs ? setTimeout(() => take(thing), state.speed) : undefined);
  };
  const take = (thing: T) => {
    line.delete(thing);
    if (step(thing)) begin(thing);
  };

  return {
    state: () => ({ ...state }),
    change(to) {
      state = { ...state, ...to };
      for (const thing of [...line.keys()]) begin(thing);
    },
    begin,
    close() {
      for (const timer of line.values()) clearTimeout(timer);
      line.clear();
    },
  };
}
