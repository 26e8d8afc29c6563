import type { PrintCoverage } from "../catalog/coverage-figures.ts";
import { readPrintCoverage } from "../catalog/print-coverage.ts";
import { readProductCopies, type ProductCopy } from "../catalog/product-copies.ts";
import { countVariantChanges } from "../catalog/variant-changes.ts";
import { countVariants } from "../catalog/variants/read-variants-page.ts";
import { countFileFindings } from "../print-files/count-findings.ts";
import type { ShopsContext } from "../shops/context.ts";
import { readSettings } from "../settings/settings.ts";
import type { ShopId } from "../ports/ids.ts";

/** How much of what is sold prints without a person, and what became of mapped products in Shopify. */
export interface ProductsSummary {
  coverage: PrintCoverage;
  /** Mappings whose variant was changed, or deleted, in Shopify. */
  changed: number;
  deleted: number;
  /** Mapped print files that were replaced at their links, or that cannot be read. */
  replacedFiles: number;
  unreadableFiles: number;
  /** Variants without a mapping beside mapped ones: orders with them are held. */
  unmappedSiblings: number;
  copies: ProductCopy[];
}

export async function readProductsSummary(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shop: { id: ShopId; settings: unknown },
): Promise<ProductsSummary> {
  const [coverage, changes, files, unmappedSiblings, copies] = await Promise.all([
    readPrintCoverage(ctx, shop.id, readSettings(shop.settings)),
    countVariantChanges(ctx, shop.id),
    countFileFindings(ctx, shop.id),
    countVariants(ctx, shop.id, { view: "partly_mapped", query: "" }),
    readProductCopies(ctx, shop.id),
  ]);
  const { replaced: replacedFiles, unreadable: unreadableFiles } = files;
  return { coverage, ...changes, replacedFiles, unreadableFiles, unmappedSiblings, copies };
}
