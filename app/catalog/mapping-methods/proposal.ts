import type { Gid } from "../../ports/gid.ts";
import type { MetafieldProblem } from "../../ports/artwork.ts";
import type { MappingField } from "../field-problems.ts";
import type { StoredMapping } from "../stored-mapping.ts";

/** What a method of mapping knows of a variant. */
export interface VariantToMap {
  gid: Gid<"ProductVariant">;
  productGid: Gid<"Product">;
  /** The shop's own SKU. */
  sku: string | null;
  options: readonly { name: string; value: string }[];
  mapping: StoredMapping | null;
}

/** Why a method has no value for a variant. */
export type Miss =
  /** The variant has no such option. */
  | { kind: "no_option"; option: string }
  /** The variant has no SKU in Shopify. */
  | { kind: "no_shopify_sku" }
  /** The other product has no variant with these options, or several. */
  | { kind: "no_match" }
  /** The other product's variant with these options is not mapped. */
  | { kind: "match_not_mapped" }
  /** The metafield names no artwork. */
  | { kind: "metafield"; name: string; problem: MetafieldProblem };

/** What a method would change of a variant's mapping. Only fields that the method sets are named. */
export interface Proposal {
  gid: Gid<"ProductVariant">;
  values: Partial<StoredMapping>;
  /** By the field that the method cannot set. A variant with a miss is not saved. */
  misses: Partial<Record<MappingField, Miss>>;
}
