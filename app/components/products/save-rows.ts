import type { SaveMappingsResult } from "../../catalog/save-valid-mappings.ts";
import type { ShownVariant } from "../../catalog/shown-variant.ts";
import type { Gid } from "../../ports/gid.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import type { Draft } from "../../catalog/mapping-drafts.ts";

/** Where mappings are saved. */
export const SAVE_PATH = "/app/products/mappings";

/** A mapping to save. */
export interface SaveRow extends Draft {
  productGid: Gid<"Product">;
  variantGid: Gid<"ProductVariant">;
  saveAnyway: boolean;
  /** The variant that staff saw. */
  shown: ShownVariant;
}

export type SaveResponse = (SaveMappingsResult & { outcome: "saved" }) | RequestFailed;
