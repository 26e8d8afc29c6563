import { Prisma } from "../../../prisma/client/client.ts";
import type { Gid } from "../../ports/gid.ts";
import type { VariantFilter } from "../variants/variants-query.ts";
import { inView, type VariantScope } from "../variants/view-conditions.ts";

/** The variants that staff chose: single ones, or all that a list has. */
export type BulkSelection =
  { variantGids: Gid<"ProductVariant">[] } | { filter: Pick<VariantFilter, "view" | "query"> };

/** The chosen variants (`v`) of one shop, with their mappings (`m`). */
export function chosenBy(scope: VariantScope, selection: BulkSelection): Prisma.Sql {
  if ("filter" in selection) return inView(scope, selection.filter);
  return Prisma.sql`v."shopId" = ${scope.shopId}::uuid AND v."variantGid" = ANY(${selection.variantGids})`;
}
