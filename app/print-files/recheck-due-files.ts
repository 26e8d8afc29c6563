import pLimit from "p-limit";
import type { PrintFile, PrismaClient } from "../../prisma/client/client.ts";
import type { ArtworkRecheck, ArtworkRecheckResult } from "../ports/artwork.ts";
import {
  FILES_PER_HOST,
  FILES_PER_RUN,
  HOSTS_AT_ONCE,
  RUN_MS,
  RECENT_MS,
  SOLD_DAYS,
  UNUSED_DAYS,
  MAPPED_LINKS,
  recordCheck,
  type PrintFilesContext,
  storedFile,
} from "./record-check.ts";
import { type Clock, DAY_MS } from "../ports/clock.ts";
import type { ShopId } from "../ports/ids.ts";
import { nightOf } from "../settings/wall-time.ts";

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

interface ListContext {
  db: PrismaClient;
  clock: Clock;
}

/** Makes due, once a night of each shop's clock, the print files of mapped variants that were ordered lately. */
async function listSoldFiles(ctx: ListContext): Promise<void> {
  const now = ctx.clock.now();
  const shops = await ctx.db.shop.findMany({
    where: { uninstalledAt: null, printAccountId: { not: null } },
    select: { id: true, timezone: true, printFilesListedAt: true },
  });
  for (const { id, timezone, printFilesListedAt: last } of shops)
    if (last === null || nightOf(last, timezone) !== nightOf(now, timezone)) await listFilesOf(ctx, id, now);
}

async function listFilesOf({ db }: ListContext, shopId: ShopId, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`
      WITH sold AS (
        SELECT DISTINCT l."variantGid" FROM "Order" o JOIN "OrderLine" l ON l."orderId" = o."id"
        WHERE o."shopId" = ${shopId}::uuid AND o."shopifyCreatedAt" >= ${before(SOLD_DAYS * DAY_MS)}),
      file AS (
        SELECT DISTINCT unnest(${MAPPED_LINKS}) AS "link" FROM "Mapping" m
        JOIN sold ON sold."variantGid" = m."variantGid" WHERE m."shopId" = ${shopId}::uuid)
      INSERT INTO "PrintFile" AS f ("shopId", "link", "host", "dueAt")
      SELECT ${shopId}::uuid, file."link", coalesce(substring(file."link" FROM '^[a-zA-Z]+://([^/?#]+)'), ''), ${now}
      FROM file WHERE file."link" <> ''
      ON CONFLICT ("shopId", "link") DO UPDATE SET "dueAt" = EXCLUDED."dueAt"
      WHERE f."checkedAt" IS NULL OR f."checkedAt" < ${before(RECENT_MS)}`;
    await tx.$executeRaw`
      DELETE FROM "PrintFile" f WHERE f."shopId" = ${shopId}::uuid AND f."checkedAt" < ${before(UNUSED_DAYS * DAY_MS)}
        AND f."link" NOT IN (SELECT unnest(${MAPPED_LINKS}) FROM "Mapping" m
          WHERE m."shopId" = ${shopId}::uuid)`;
    await tx.shop.update({ where: { id: shopId }, data: { printFilesListedAt: now } });
  });
}
