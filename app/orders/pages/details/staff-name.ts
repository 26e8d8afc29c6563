import type { History } from "../../../../prisma/client/client.ts";

/** Shopify's id of the member of staff who caused an entry; null for all others, or where it is not known. */
export function userOf({ actor, data }: Pick<History, "actor" | "data">): string | null {
  const user = actor === "person" ? (data as Record<string, unknown>)["user"] : null;
  return typeof user === "string" ? user : null;
}

/** The name of the member of staff who caused an entry; null for all others, or where it is not known. */
export const staffNameOf = (
  { staffNames }: { staffNames: ReadonlyMap<string, string> },
  entry: Pick<History, "actor" | "data"> | undefined,
): string | null => staffNames.get((entry && userOf(entry)) ?? "") ?? null;
