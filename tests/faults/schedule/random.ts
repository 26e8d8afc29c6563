/** Draws from a seed. Not for secrets: the same seed draws the same. */
export interface Draw {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  chance(probability: number): boolean;
  /** @throws Error when there is nothing to pick from */
  pick<T>(from: readonly T[]): T;
}

/** A stream of draws of its own for each `name`, so that a new kind of fault does not change the orders of a seed. */
export function draws(seed: number, name: string): Draw {
  let state = hash(`${seed} ${name}`);
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick(from) {
      const found = from[whole(0, from.length - 1)];
      if (found === undefined) throw new Error("nothing to pick from");
      return found;
    },
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value | 0;
}
