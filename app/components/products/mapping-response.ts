import type { SavedMappings } from "../../catalog/save-valid-mappings.ts";
import type { Failed } from "../common/request-failed.ts";

/** What the product's page answers to a change. */
export type MappingAnswer =
  (SavedMappings & { outcome: "saved" }) | { outcome: "removed"; variantGid: string; held: number } | Failed;
