import type { PrismaClient } from "../../prisma/client/client.ts";
import { type Clock, DAY_MS } from "../ports/clock.ts";
import type { ShopId } from "../ports/ids.ts";
import { nightOf } from "../settings/night.ts";
import { RECENT_MS, SOLD_DAYS, UNUSED_DAYS } from "./limits.ts";

interface ListContext {
  db: PrismaClient;
  clock: Clock;
}

/** Makes due, once a night of each shop's clock, the print files of mapped variants that were ordered lately. */
export async function listSoldFiles(ctx: ListContext): Promise<void> {
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
        SELECT DISTINCT unnest(ARRAY[m."artworkFront", m."artworkBack"]) AS "link" FROM "Mapping" m
        JOIN sold ON sold."variantGid" = m."variantGid" WHERE m."shopId" = ${shopId}::uuid)
      INSERT INTO "PrintFile" AS f ("shopId", "link", "host", "dueAt")
      SELECT ${shopId}::uuid, file."link", coalesce(substring(file."link" FROM '^[a-zA-Z]+://([^/?#]+)'), ''), ${now}
      FROM file WHERE file."link" <> ''
      ON CONFLICT ("shopId", "link") DO UPDATE SET "dueAt" = EXCLUDED."dueAt"
      WHERE f."checkedAt" IS NULL OR f."checkedAt" < ${before(RECENT_MS)}`;
    await tx.$executeRaw`
      DELETE FROM "PrintFile" f WHERE f."shopId" = ${shopId}::uuid AND f."checkedAt" < ${before(UNUSED_DAYS * DAY_MS)}
        AND f."link" NOT IN (SELECT unnest(ARRAY[m."artworkFront", m."artworkBack"]) FROM "Mapping" m
          WHERE m."shopId" = ${shopId}::uuid)`;
    await tx.shop.update({ where: { id: shopId }, data: { printFilesListedAt: now } });
  });
}
