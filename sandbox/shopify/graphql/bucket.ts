import type { Clock } from "../store.ts";

export interface BucketSettings {
  maximum: number;
  /** Points per second. */
  restoreRate: number;
}

/** The leaky bucket of one shop: `maximum` points, restored by the second. */
export class Bucket {
  readonly #clock: Clock;
  readonly #settings: BucketSettings;
  #available: number;
  #at: number;

  constructor(clock: Clock, settings: BucketSettings) {
    this.#clock = clock;
    this.#settings = settings;
    this.#available = settings.maximum;
    this.#at = clock.now().getTime();
  }

  /** Whether `points` could be taken. */
  take(points: number): boolean {
    this.#restore();
    if (points > this.#available) return false;
    this.#available -= points;
    return true;
  }

  giveBack(points: number): void {
    this.#available = Math.min(this.#settings.maximum, this.#available + points);
  }

  status() {
    this.#restore();
    const { maximum, restoreRate } = this.#settings;
    return { maximumAvailable: maximum, currentlyAvailable: Math.floor(this.#available), restoreRate };
  }

  #restore(): void {
    const at = this.#clock.now().getTime();
    this.giveBack((Math.max(0, at - this.#at) / 1000) * this.#settings.restoreRate);
    this.#at = at;
  }
}
