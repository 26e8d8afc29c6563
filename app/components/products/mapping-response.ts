import type { SaveMappingsResult } from "../../catalog/save-valid-mappings.ts";
import type { RequestFailed } from "../common/request-failed.ts";

/** The answer of the product's page to a change. */
export type MappingResponse =
  | (SaveMappingsResult & { outcome: "saved" })
  | { outcome: "removed"; variantGid: string; held: number }
  | RequestFailed;
