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
