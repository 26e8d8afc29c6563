import type { MetafieldArtwork, MetafieldOwner, ReadMetafieldArtwork } from "../ports/metafield-artwork.ts";
import { ReadMetafieldArtwork as Operation, type ArtworkMetafieldFieldsFragment } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { batchesOf } from "./paging.ts";

const BATCH_SIZE = 100;
const LINK_TYPES = ["url", "single_line_text_field"];

/** Artwork in a metafield of products or variants, over the Admin API. */
export function createReadMetafieldArtwork(client: AdminClient): ReadMetafieldArtwork {
  return async (shop, name, owners) => {
    const metafield = metafieldName(name);
    const found = new Map<MetafieldOwner, MetafieldArtwork>();
    if (!metafield) return found;
    for (const batch of batchesOf([...new Set(owners)], BATCH_SIZE)) {
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

export function artworkIn({ type, value, reference }: ArtworkMetafieldFieldsFragment): MetafieldArtwork {
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
export function metafieldName(name: string | undefined): { namespace: string; key: string } | null {
  const dot = name?.lastIndexOf(".") ?? -1;
  return name && dot > 0 && dot < name.length - 1 ? { namespace: name.slice(0, dot), key: name.slice(dot + 1) } : null;
}
