import pLimit from "p-limit";
import type { ArtworkCheckResult } from "../ports/artwork.ts";
import type { ShopId } from "../ports/ids.ts";
import { recordCheck, type PrintFilesContext } from "./record-check.ts";

const CONCURRENCY = 4;

/**
 * Keeps what was found at links that staff maps. The file of a link that no mapping has yet is accepted. One that other
 * mappings have stays compared with the file that these were made with.
 */
export async function recordMapped(
  ctx: PrintFilesContext,
  shopId: ShopId,
  answers: ReadonlyMap<string, ArtworkCheckResult>,
): Promise<void> {
  const links = [...answers.keys()];
  if (links.length === 0) return;
  const used = await ctx.db.$queryRaw<{ link: string }[]>`
    SELECT DISTINCT unnest(ARRAY[m."artworkFront", m."artworkBack"]) AS "link" FROM "Mapping" m
    WHERE m."shopId" = ${shopId}::uuid AND (m."artworkFront" = ANY(${links}) OR m."artworkBack" = ANY(${links}))`;
  const isUsed = new Set(used.map(({ link }) => link));
  await pLimit(CONCURRENCY).map([...answers], ([link, answer]) =>
    recordCheck(ctx, { shopId, link }, answer, { accept: !isUsed.has(link) }),
  );
}
