import type { ArtworkLinks } from "../ports/order-model.ts";
import type { ArtworkMetafields } from "../ports/shopify.ts";
import {
  ReadArtwork,
  type ArtworkMetafieldFieldsFragment,
  ReadMetafieldArtwork as Operation,
} from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { batchesOf } from "./paging.ts";
import { text } from "./fields.ts";
import type { Gid } from "../ports/gid.ts";
import type { MetafieldArtwork, MetafieldOwner, ReadMetafieldArtwork } from "../ports/artwork.ts";

const PRODUCTS_AT_ONCE = 50;

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
  for (const ids of batchesOf(gids, PRODUCTS_AT_ONCE)) {
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

const OWNERS_AT_ONCE = 100;
const LINK_TYPES = ["url", "single_line_text_field"];

/** Artwork in a metafield of products or variants, over the Admin API. */
export function createReadMetafieldArtwork(client: AdminClient): ReadMetafieldArtwork {
  return async (shop, name, owners) => {
    const metafield = metafieldName(name);
    const found = new Map<MetafieldOwner, MetafieldArtwork>();
    if (!metafield) return found;
    for (const batch of batchesOf([...new Set(owners)], OWNERS_AT_ONCE)) {
      const { nodes } = await client.run(shop, Operation, { ids: batch, ...metafield });
      // shopify: nodes answers in the sequence of its ids.
      for (const [at, node] of nodes.entries()) {
        const owner = batch[at];
        if (owner && node && "metafield" in node && node.metafield) found.set(owner, artworkIn(node.metafield));
      }
    }
    return found;
  };
}

function artworkIn({ type, value, reference }: ArtworkMetafieldFieldsFragment): MetafieldArtwork {
  if (type === "file_reference") {
    const link = reference ? linkOf(reference) : null;
    return link === null ? { problem: { kind: "file" } } : { link };
  }
  if (!LINK_TYPES.includes(type)) return { problem: { kind: "type", type } };
  const link = value.trim();
  return URL.parse(link)?.protocol === "https:" ? { link } : { problem: { kind: "no_link" } };
}

/** null: Shopify has not processed the file, or the file is no image or PDF. */
function linkOf(file: NonNullable<ArtworkMetafieldFieldsFragment["reference"]>): string | null {
  if (file.__typename === "MediaImage") return file.image?.url ?? null;
  return file.__typename === "GenericFile" && file.mimeType === "application/pdf" ? file.url : null;
}

/** "namespace.key", split at the last dot: a namespace may hold dots, a key cannot. null when it is neither. */
function metafieldName(name: string | undefined): { namespace: string; key: string } | null {
  const dot = name?.lastIndexOf(".") ?? -1;
  return name && dot > 0 && dot < name.length - 1 ? { namespace: name.slice(0, dot), key: name.slice(dot + 1) } : null;
}
