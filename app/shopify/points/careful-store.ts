import type { Clock } from "../../ports/clock.ts";
import { ANSWER_WAIT_MS, RESERVATION_TTL_MS, type PointsStore, type ThrottleStatus } from "../../ports/points-store.ts";

/** Other processes may take the other half meanwhile. */
const SHARE_OF_OTHERS = 0.5;

/**
 * What one process knows by itself, while nothing tells what the others do: one reservation of a shop at a time, with what its
 * work adds, and only while Shopify's last answer to this process showed that half of the allowance is left.
 */
export function createCarefulStore(clock: Clock): PointsStore {
  const known = new Map<string, { status: ThrottleStatus; at: number }>();
  const open = new Map<string, { id: string; expiresAt: number }>();
  return {
    reserve(shop, { id, points, addsTo }) {
      const now = clock.now().getTime();
      const other = open.get(shop);
      const isOpen = other !== undefined && other.expiresAt > now;
      if (isOpen && other.id !== id && other.id !== addsTo) return Promise.resolve(ANSWER_WAIT_MS);
      const waitMs = waitFor(known.get(shop), points, now);
      if (waitMs === 0 && !isOpen) open.set(shop, { id, expiresAt: now + RESERVATION_TTL_MS });
      return Promise.resolve(waitMs);
    },
    record(shop, id, { status, remaining }) {
      if (status) known.set(shop, { status, at: clock.now().getTime() });
      if (remaining === 0 && open.get(shop)?.id === id) open.delete(shop);
      return Promise.resolve();
    },
  };
}

/** The first call tells. */
function waitFor(last: { status: ThrottleStatus; at: number } | undefined, points: number, now: number): number {
  if (!last) return 0;
  const { currentlyAvailable, maximumAvailable, restoreRate } = last.status;
  const restored = (Math.max(0, now - last.at) / 1000) * restoreRate;
  const level = Math.min(maximumAvailable, currentlyAvailable + restored);
  const needed = Math.min(maximumAvailable, points + maximumAvailable * SHARE_OF_OTHERS);
  return level >= needed ? 0 : Math.ceil(((needed - level) / restoreRate) * 1000);
}
