import type { Gid } from "./gid.ts";

/** Why a metafield names no artwork. */
export type MetafieldProblem =
  /** Neither the variant nor its product has the metafield. */
  | { kind: "absent" }
  /** `type`: Shopify's name of the type that holds neither a file nor a link. */
  | { kind: "type"; type: string }
  | { kind: "no_link" }
  /** The file is no image or PDF, or Shopify has not processed the file. */
  | { kind: "file" };

/** The artwork that a metafield names. */
export type MetafieldArtwork = { link: string } | { problem: MetafieldProblem };

/** What has metafields. */
export type MetafieldOwner = Gid<"Product"> | Gid<"ProductVariant">;

/**
 * The artwork in a metafield, by owner. `name`: `namespace.key`. Owners without the metafield are left out. May throw the
 * errors of ./errors.ts.
 */
export type ReadMetafieldArtwork = (
  shop: string,
  name: string,
  owners: readonly MetafieldOwner[],
) => Promise<Map<MetafieldOwner, MetafieldArtwork>>;
