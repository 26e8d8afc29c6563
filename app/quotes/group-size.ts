import { z } from "zod";
import type { GroupOutcome } from "./find-rejected-sku.ts";

/** How many SKUs the next request for a price has. */
export const groupSize = z.object({
  next: z.int().min(1),
  /** No request has more. */
  most: z.int().min(1),
  /** Groups with a rejected SKU, one after the other. */
  found: z.int().min(0),
  /** Rejected groups of which each SKU is accepted. */
  inconsistent: z.int().min(0),
});

export type GroupSize = z.infer<typeof groupSize>;

export const startSize = (most: number): GroupSize => ({ next: most, most, found: 0, inconsistent: 0 });

const half = (size: number): number => Math.max(1, Math.floor(size / 2));

/**
 * The size of the next group. One rejected SKU among thousands changes nothing. Where rejected SKUs follow one another, the
 * groups shrink, down to one SKU each, since halving a group of which much is rejected costs more requests than it saves. A
 * group that is rejected without a rejected SKU was too large.
 */
export function nextSize(size: GroupSize, outcome: GroupOutcome["outcome"]): GroupSize {
  switch (outcome) {
    case "accepted":
      return { ...size, found: 0, next: Math.min(size.most, size.next * 2) };
    case "found":
      return { ...size, found: size.found + 1, next: size.found > 0 ? half(size.next) : size.next };
    case "inconsistent": {
      const most = half(size.next);
      return { next: most, most, found: 0, inconsistent: size.inconsistent + 1 };
    }
  }
}
