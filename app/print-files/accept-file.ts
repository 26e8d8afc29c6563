import type { ShopId } from "../ports/ids.ts";
import type { ReplacedFiles, MappedFiles } from "./check-printed.ts";
import { type PrintFilesContext, type PrintFileKey, accepted, storedFile } from "./record-check.ts";

/**
 * Staff approved an order with new files, and it was sent: at links of metafields, which no page of a product shows, these are
 * the ones that staff means from now on.
 */
export async function acceptPrinted(
  ctx: Pick<PrintFilesContext, "db" | "clock">,
  shopId: ShopId,
  mapped: MappedFiles,
  printed: ReplacedFiles,
): Promise<void> {
  for (const [link, sha256] of printed) {
    const file = mapped.get(link);
    if (file?.isMapping === false) await acceptFile(ctx, { shopId, link: file.link }, sha256);
  }
}

/** Staff wants the file printed that was read last at a link. false: that is another file than staff saw. */
export async function acceptFile(
  ctx: Pick<PrintFilesContext, "db" | "clock">,
  { shopId, link }: PrintFileKey,
  sha256: string,
): Promise<boolean> {
  // Prisma rejects a key that has more, such as a whole row, which TypeScript allows.
  const key = { shopId, link };
  for (;;) {
    const row = await ctx.db.printFile.findUnique({ where: { shopId_link: key } });
    const file = row && storedFile(row);
    if (!row || file?.sha256 !== sha256) return false;
    const { acceptedHash, acceptedAt, checkedAt } = row;
    const data = accepted(ctx, {}, file);
    // A check in between may have read another file.
    const { count } = await ctx.db.printFile.updateMany({
      where: { ...key, acceptedHash, acceptedAt, checkedAt },
      data,
    });
    if (count === 1) return true;
  }
}
