import type { Gid } from "../../ports/gid.ts";
import type { MetafieldArtwork, ReadMetafieldArtwork } from "../../ports/artwork.ts";
import type { Miss } from "./proposal.ts";

/** The artwork in metafields, by the metafield's name and the variant. */
export type MetafieldValues = Readonly<Record<string, Readonly<Record<Gid<"ProductVariant">, MetafieldArtwork>>>>;

/** The link of a variant, or why there is none. */
export function metafieldLink(values: MetafieldValues, name: string, gid: Gid<"ProductVariant">): string | Miss {
  const found = values[name]?.[gid] ?? { problem: { kind: "absent" } };
  return "link" in found ? found.link : { kind: "metafield", name, problem: found.problem };
}

interface Owner {
  variantGid: Gid<"ProductVariant">;
  productGid: Gid<"Product">;
}

/**
 * Reads a metafield of each variant, and of its product where the variant has none. A variant's unusable metafield is not
 * made up for by its product's: that would print another picture than the one meant for the variant. @throws RemoteError
 */
export async function readMetafield(
  read: ReadMetafieldArtwork,
  shop: string,
  name: string,
  variants: readonly Owner[],
): Promise<MetafieldValues[string]> {
  const own = await read(
    shop,
    name,
    variants.map(({ variantGid }) => variantGid),
  );
  const others = variants.filter(({ variantGid }) => !own.has(variantGid));
  const ofProducts = await read(
    shop,
    name,
    others.map(({ productGid }) => productGid),
  );
  const absent: MetafieldArtwork = { problem: { kind: "absent" } };
  return Object.fromEntries(
    variants.map(({ variantGid, productGid }) => [
      variantGid,
      own.get(variantGid) ?? ofProducts.get(productGid) ?? absent,
    ]),
  );
}

/** Variants of one request: Shopify answers 100 nodes within its limit of a query's cost. */
export const METAFIELD_BATCH = 100;

/** `retryAfterMs`: how long Shopify asked to wait; 0: it did not. */
export type MetafieldsResponse =
  { outcome: "read"; artwork: MetafieldValues[string] } | { outcome: "unreachable"; retryAfterMs: number };
