import type { PrismaClient } from "@prisma/client";
import { parseArtworkLink, wireUrl } from "../artwork/artwork-link.ts";
import { cleanText } from "../common/clean-text.ts";
import type { Tx } from "../database/transaction.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";

/** Links that are printed, as they are sent, with the links of the mappings that they come from. */
export type MappedLinks = ReadonlyMap<string, string>;

/** The links that variants are mapped with, each under the form in which it is sent. */
export async function readMappedLinks(
  db: PrismaClient | Tx,
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<MappedLinks> {
  const mappings = await db.mapping.findMany({
    where: { shopId, variantGid: { in: [...variantGids] } },
    select: { artworkFront: true, artworkBack: true },
  });
  const links = mappings.flatMap(({ artworkFront, artworkBack }) => [artworkFront, artworkBack]);
  return new Map(
    links.flatMap((link) => {
      const text = cleanText(link);
      const parsed = parseArtworkLink(text);
      return parsed.ok ? [[wireUrl(text, parsed.url), link] as const] : [];
    }),
  );
}
