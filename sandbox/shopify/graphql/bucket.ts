import type { Plan } from "../model.ts";
import type { Clock } from "../store.ts";

export interface BucketSettings {
  maximum: number;
  /** Points per second. */
  restoreRate: number;
}

/**
 * What each plan allows. shopify: 100, 200, 1,000 and 2,000 points a second (GraphQL Admin API rate limits, read in 2026). The
 * maximum is on no page: throttleStatus of real answers says 2,000, 4,000 and 20,000, and twenty seconds are taken for enterprise too.
 */
export const ALLOWANCES: Record<Plan, BucketSettings> = {
  standard: { maximum: 2_000, restoreRate: 100 },
  advanced: { maximum: 4_000, restoreRate: 200 },
  plus: { maximum: 20_000, restoreRate: 1_000 },
  enterprise: { maximum: 40_000, restoreRate: 2_000 },
};

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
