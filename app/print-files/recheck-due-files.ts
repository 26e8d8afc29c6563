import pLimit from "p-limit";
import type { PrintFile } from "../../prisma/client/client.ts";
import type { ArtworkRecheck, ArtworkRecheckResult } from "../ports/artwork.ts";
import { FILES_PER_HOST, FILES_PER_RUN, HOSTS_AT_ONCE, RUN_MS } from "./limits.ts";
import { listSoldFiles } from "./list-sold-files.ts";
import { recordCheck, type PrintFilesContext } from "./record-check.ts";
import { storedFile } from "./stored-file.ts";

export type RecheckContext = Omit<PrintFilesContext, "artwork"> & {
  artwork: PrintFilesContext["artwork"] & ArtworkRecheck;
};

type DueFile = Pick<PrintFile, "shopId" | "link" | "host" | "file" | "checkedAt">;

/**
 * Goes on with the nightly check of print files, so that a replaced or broken one is reported before the next order. One process
 * at a time, under a lease: of one server a few files a minute are read, one after the other. What was read is stored at
 * once; after a crash the rest is still due.
 */
export async function recheckDueFiles(ctx: RecheckContext, stopping: AbortSignal): Promise<void> {
  await listSoldFiles(ctx);
  const byHost = Map.groupBy(await dueFiles(ctx), ({ host }) => host);
  const end = performance.now() + RUN_MS;
  await pLimit(HOSTS_AT_ONCE).map(byHost.values(), async (files) => {
    for (const file of files) {
      if (stopping.aborted || performance.now() > end) return;
      await recheckFile(ctx, file);
    }
  });
}

/** The files of each server that have waited longest. */
const dueFiles = ({ db, clock }: RecheckContext): Promise<DueFile[]> => db.$queryRaw`
  SELECT "shopId", "link", "host", "file", "checkedAt" FROM (
    SELECT f.*, row_number() OVER (PARTITION BY f."host" ORDER BY f."dueAt", f."link") AS "place"
    FROM "PrintFile" f JOIN "Shop" s ON s."id" = f."shopId" AND s."uninstalledAt" IS NULL
    WHERE f."dueAt" <= ${clock.now()}) due
  WHERE "place" <= ${FILES_PER_HOST} ORDER BY "dueAt", "link" LIMIT ${FILES_PER_RUN}`;

async function recheckFile(ctx: RecheckContext, { shopId, link, checkedAt, ...row }: DueFile): Promise<void> {
  const etag = storedFile(row)?.etag ?? null;
  const answer: ArtworkRecheckResult =
    etag === null
      ? { outcome: "checked", result: await ctx.artwork.check(link) }
      : await ctx.artwork.recheck(link, etag);
  if (answer.outcome === "checked") {
    await recordCheck(ctx, { shopId, link }, answer.result, { accept: false });
    return;
  }
  // What an order found meanwhile is newer.
  const data = { checkedAt: ctx.clock.now(), dueAt: null, problem: null, tries: 0 };
  await ctx.db.printFile.updateMany({ where: { shopId, link, checkedAt }, data });
}
