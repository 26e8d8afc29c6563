import { z } from "zod";

/** What the print service said of a group of SKUs. `providerMessage`: for staff only, never logged. */
export type GroupAnswer = { accepted: true } | { accepted: false; providerMessage: string | null };

export type GroupOutcome =
  | { outcome: "accepted" }
  /** The print service rejects this SKU alone. */
  | { outcome: "found"; itemSku: string; providerMessage: string | null }
  /** The group was rejected, but not for one of its SKUs: it may have been too large. */
  | { outcome: "inconsistent" };

/**
 * Asks about a group of SKUs and, where the group is rejected, halves it until one SKU is found that is rejected alone: the
 * interface does not show how a rejection names its SKU. At most 2 + ⌈log₂ n⌉ requests. `ask` remembers what it was accepted
 * for; the SKUs that were neither accepted nor found belong to a later group. Errors of `ask` pass through: only a rejection
 * halves a group.
 */
export async function findRejectedSku(
  group: readonly string[],
  ask: (group: readonly string[]) => Promise<GroupAnswer>,
): Promise<GroupOutcome> {
  let suspects = group;
  let rejection = await ask(group);
  if (rejection.accepted) return { outcome: "accepted" };
  let isAskedAlone = group.length === 1;
  while (suspects.length > 1) {
    const middle = Math.floor(suspects.length / 2);
    const firstHalf = suspects.slice(0, middle);
    const answer = await ask(firstHalf);
    suspects = answer.accepted ? suspects.slice(middle) : firstHalf;
    isAskedAlone = !answer.accepted && firstHalf.length === 1;
    if (!answer.accepted) rejection = answer;
  }
  if (!isAskedAlone) {
    const answer = await ask(suspects);
    if (answer.accepted) return { outcome: "inconsistent" };
    rejection = answer;
  }
  const [itemSku] = suspects;
  if (itemSku === undefined) throw new Error("a group has no SKU");
  return { outcome: "found", itemSku, providerMessage: rejection.providerMessage };
}

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

type GroupSize = z.infer<typeof groupSize>;

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
