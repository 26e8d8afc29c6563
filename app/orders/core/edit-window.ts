import type { Order, Submission } from "../../../prisma/client/client.ts";

/** When the edit window of a submission ends; null: none applies to it, or it has ended. `minutes`: of the settings. */
export function openEditWindow(
  now: Date,
  { shopifyCreatedAt }: Pick<Order, "shopifyCreatedAt">,
  { kind, windowWaived }: Pick<Submission, "kind" | "windowWaived">,
  minutes: number,
): Date | null {
  const ends = new Date(shopifyCreatedAt.getTime() + minutes * 60_000);
  return ends > now && !windowWaived && kind !== "replacement" ? ends : null;
}
