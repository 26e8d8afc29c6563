import type { ArtworkLinks } from "../ports/order-model.ts";
import type { ArtworkMetafields } from "../ports/shopify.ts";
import { ReadArtwork } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
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
  const front = metafield(metafields?.front);
  const back = metafield(metafields?.back);
  const mockup = metafield(metafields?.mockup);
  const gids = [...new Set(productGids)];
  if (!front && !back && !mockup) return links;
  for (let start = 0; start < gids.length; start += BATCH_SIZE) {
    const { nodes } = await client.run(shop, ReadArtwork, {
      ids: gids.slice(start, start + BATCH_SIZE),
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
        front: text(node.front?.value),
        back: text(node.back?.value),
        mockup: text(node.mockup?.value),
      });
    }
  }
  return links;
}

/** "namespace.key", split at the last dot: a namespace may hold dots, a key cannot. null when it is neither. */
function metafield(name: string | undefined): { namespace: string; key: string } | null {
  const dot = name?.lastIndexOf(".") ?? -1;
  return name && dot > 0 && dot < name.length - 1 ? { namespace: name.slice(0, dot), key: name.slice(dot + 1) } : null;
}
