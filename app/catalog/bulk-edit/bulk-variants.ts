import type { BulkEditOutcome, BulkEditVariant } from "../../../prisma/client/client.ts";
import type { Gid } from "../../ports/gid.ts";
import type { CatalogContext } from "../context.ts";

export type BulkContext = Pick<CatalogContext, "db" | "clock" | "ids" | "wake">;
export type BulkVariant = Pick<BulkEditVariant, "variantGid" | "productGid" | "storedAt">;

/** What became of a variant. */
export type BulkOutcome = Exclude<BulkEditOutcome, "pending">;
/** What became of each variant of a batch. */
export type BulkOutcomes = Map<Gid<"ProductVariant">, BulkOutcome>;
