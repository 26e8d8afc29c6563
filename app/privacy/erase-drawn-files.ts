import { drawnFileName } from "../orders/core/drawn-files.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import type { DrawnFileId } from "../ports/ids.ts";
import { HOUR_MS } from "../ports/clock.ts";
import { RemoteError } from "../ports/errors.ts";

type EraseContext = Pick<OrdersContext, "sql" | "clock" | "policy" | "hostedFiles" | "log">;

/** Of one run, which is repeated every minute. */
const BATCH = 50;
/** A shop that cannot be reached, or withdrew the access to its files, is asked again after this time. */
const RETRY_MS = HOUR_MS;

/**
 * Deletes print files in Shopify whose time has come, each with its row: a customer's data was erased, or is older than it may be. A
 * file whose id was not recorded is looked for by its name. Files of a shop without the app stay in the merchant's hands: no
 * token reaches them. Safe to repeat; a row that a worker is at comes later.
 */
export async function eraseDrawnFiles(ctx: EraseContext, stopping?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  const lost = new Date(now.getTime() - ctx.policy.claimTtlMs);
  const due = await ctx.sql.query<{ id: DrawnFileId; fileGid: string | null; sha256: string | null; domain: string }>`
    SELECT d."id", d."fileGid", d."sha256", s."domain" FROM "DrawnFile" d JOIN "Shop" s ON s."id" = d."shopId"
    WHERE d."eraseAt" <= ${now} AND s."uninstalledAt" IS NULL AND (d."claimedAt" IS NULL OR d."claimedAt" <= ${lost})
    ORDER BY d."eraseAt", d."id" LIMIT ${BATCH}`;
  for (const { id, fileGid, sha256, domain } of due) {
    if (stopping?.aborted) return;
    try {
      const found = sha256 ? await ctx.hostedFiles.find(domain, drawnFileName(id, sha256)) : [];
      const gids = [...new Set([...(fileGid ? [fileGid] : []), ...found])];
      if (gids.length > 0) await ctx.hostedFiles.remove(domain, gids);
      await ctx.sql.execute`DELETE FROM "DrawnFile" WHERE "id" = ${id}::uuid`;
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      ctx.log.warn({ drawnFile: id, error: error.name, httpStatus: error.httpStatus }, "a print file was not deleted");
      await ctx.sql
        .execute`UPDATE "DrawnFile" SET "eraseAt" = ${new Date(now.getTime() + RETRY_MS)} WHERE "id" = ${id}::uuid`;
    }
  }
}
