import type { PrintCoverage } from "../catalog/coverage-figures.ts";
import { readPrintCoverage } from "../catalog/print-coverage.ts";
import { readProductCopies, type ProductCopy } from "../catalog/product-copies.ts";
import { countVariantChanges } from "../catalog/variant-changes.ts";
import { countVariants } from "../catalog/variants/read-variants-page.ts";
import type { VariantView } from "../catalog/variants/variants-query.ts";
import type { ShopsContext } from "../shops/context.ts";
import { readSettings } from "../settings/settings.ts";
import type { ShopId } from "../ports/ids.ts";

/** How much of what is sold prints without a person, and what became of mapped products in Shopify. */
export interface ProductsSummary {
  coverage: PrintCoverage;
  /** Mappings whose variant was changed, or deleted, in Shopify. */
  changed: number;
  deleted: number;
  /** Mapped variants whose print file was replaced at its link, or cannot be read. */
  fileReplaced: number;
  fileUnreadable: number;
  /** Variants without a mapping beside mapped ones: orders with them are held. */
  unmappedSiblings: number;
  copies: ProductCopy[];
}

export async function readProductsSummary(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shop: { id: ShopId; settings: unknown },
): Promise<ProductsSummary> {
  const count = (view: VariantView) => countVariants(ctx, shop.id, { view, query: "" });
  const [coverage, changes, fileReplaced, fileUnreadable, unmappedSiblings, copies] = await Promise.all([
    readPrintCoverage(ctx, shop.id, readSettings(shop.settings)),
    countVariantChanges(ctx, shop.id),
    count("file_replaced"),
    count("file_unreadable"),
    count("partly_mapped"),
    readProductCopies(ctx, shop.id),
  ]);
  return { coverage, ...changes, fileReplaced, fileUnreadable, unmappedSiblings, copies };
}
