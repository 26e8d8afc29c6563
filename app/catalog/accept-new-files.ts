import type { ShopId } from "../ports/ids.ts";
import { acceptFile } from "../print-files/accept-file.ts";
import { storedFile } from "../print-files/stored-file.ts";
import { recheckHeld } from "../orders/receive/wake-orders.ts";
import type { CatalogContext } from "./context.ts";

type AcceptContext = Pick<CatalogContext, "db" | "clock" | "wake">;

/**
 * Staff wants the new file at a link printed: by every mapping with that link, and by the orders that wait for this.
 * `sha256`: of the file as staff saw it; false: it was replaced again since.
 */
export async function acceptNewFile(
  ctx: AcceptContext,
  shopId: ShopId,
  { link, sha256 }: { link: string; sha256: string },
): Promise<boolean> {
  if (!(await acceptFile(ctx, { shopId, link }, sha256))) return false;
  await recheckHeld(ctx, shopId, ["artwork_changed"]);
  return true;
}

/**
 * The same for all replaced files at these links, as they were read last, or as they were `shown`: SHA-256 by link. Returns the links
 * that have another file since, which nobody saw. The caller wakes the orders.
 */
export async function acceptNewFiles(
  ctx: Pick<AcceptContext, "db" | "clock">,
  shopId: ShopId,
  links: readonly string[],
  shown?: Readonly<Record<string, string>>,
): Promise<ReadonlySet<string>> {
  const unseen = new Set<string>();
  const where = { shopId, link: { in: [...links] }, changedAt: { not: null } };
  for (const row of await ctx.db.printFile.findMany({ where })) {
    const read = storedFile(row)?.sha256;
    const seen = shown ? shown[row.link] : read;
    if (read !== undefined && !(seen && (await acceptFile(ctx, row, seen)))) unseen.add(row.link);
  }
  return unseen;
}
