import type { ArtworkLinks } from "../ports/order-model.ts";
import type { ArtworkMetafields } from "../ports/shopify.ts";
import { ReadArtwork, type ArtworkMetafieldFieldsFragment } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { batchesOf } from "./paging.ts";
import { artworkIn, metafieldName } from "./read-metafield-artwork.ts";
import { text } from "./text.ts";
import type { Gid } from "../ports/gid.ts";

const BATCH_SIZE = 50;

/** Artwork links by product, in the named metafields. Without a name, nothing is requested. */
export async function readArtwork(
  client: AdminClient,
  shop: string,
  productGids: readonly Gid<"Product">[],
  metafields: ArtworkMetafields | undefined,
): Promise<Map<Gid<"Product">, ArtworkLinks>> {
  const links = new Map<Gid<"Product">, ArtworkLinks>();
  const front = metafieldName(metafields?.front);
  const back = metafieldName(metafields?.back);
  const mockup = metafieldName(metafields?.mockup);
  const gids = [...new Set(productGids)];
  if (!front && !back && !mockup) return links;
  for (const ids of batchesOf(gids, BATCH_SIZE)) {
    const { nodes } = await client.run(shop, ReadArtwork, {
      ids,
      front: front !== null,
      frontNamespace: front?.namespace ?? "",
      frontKey: front?.key ?? "",
      back: back !== null,
      backNamespace: back?.namespace ?? "",
      backKey: back?.key ?? "",
      mockup: mockup !== null,
      mockupNamespace: mockup?.namespace ?? "",
      mockupKey: mockup?.key ?? "",
    });
    for (const node of nodes) {
      if (!node || !("front" in node || "back" in node || "mockup" in node)) continue;
      links.set(node.id, {
        front: givenIn(node.front),
        back: givenIn(node.back),
        mockup: givenIn(node.mockup),
      });
    }
  }
  return links;
}

/** A text that is no link, such as the id of a file that Shopify has not processed, is given as well: it holds the order. */
function givenIn(metafield: ArtworkMetafieldFieldsFragment | null | undefined): string | null {
  if (!metafield) return null;
  const artwork = artworkIn(metafield);
  return "link" in artwork ? artwork.link : text(metafield.value);
}
