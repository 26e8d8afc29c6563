import { type checkVariant, artworkOf, missingSides } from "../catalog/variant-summary.ts";
import { NO_PREVIEW_LABELS } from "../components/common/copy.ts";
import { TOTAL_MISMATCH_MESSAGE, NO_PRICE_MESSAGES } from "../components/order-details/price-copy.ts";
import { priceText, problemMessage, UNCHECKED_MESSAGES } from "../components/products/copy.ts";
import type { ArtworkPreview } from "../ports/artwork.ts";
import type { PriceResult } from "../quotes/model.ts";
import type { VariantCheckResult, VariantPicture, VariantQuote } from "./responses.ts";
import { VARIANT } from "./copy.ts";
import { LINK_FIELD, SIDES } from "../ports/order-model.ts";

/** The price of one piece. */
export function variantQuote(priced: PriceResult): VariantQuote {
  if (priced.status !== "priced") return { known: false, message: NO_PRICE_MESSAGES[priced.status] };
  const note = priced.price.discrepancies.length > 0 ? ` ${TOTAL_MISMATCH_MESSAGE}` : "";
  return { known: true, message: `${priceText(priced.price)}${note}` };
}

/** The image as a data URL: an extension cannot sign the request of an image. */
export function variantPicture(preview: ArtworkPreview): VariantPicture {
  if (!preview.ok) return { source: null, message: NO_PREVIEW_LABELS[preview.reason] };
  return { source: `data:${preview.type};base64,${Buffer.from(preview.bytes).toString("base64")}`, message: "" };
}

type CheckedVariant = NonNullable<Awaited<ReturnType<typeof checkVariant>>>;

/** One line for the print SKU, and one for each side with, or in need of, artwork. */
export function variantCheckResult({ mapping, problems, priced }: CheckedVariant): VariantCheckResult {
  const missing = missingSides(mapping);
  const lines = SIDES.flatMap((side) => {
    const label = VARIANT.sides[side];
    if (missing.some((one) => one === side)) return [{ label, ok: false, message: VARIANT.artworkMissing.side }];
    if (artworkOf(mapping, side) === "") return [];
    const field = LINK_FIELD[side];
    const problem = problems[field];
    return [{ label, ok: !problem, message: problem ? problemMessage(field, problem) : VARIANT.artworkOpens }];
  });
  return { lines: [skuLine(problems, priced), ...lines] };
}

function skuLine(
  problems: CheckedVariant["problems"],
  priced: PriceResult | null,
): VariantCheckResult["lines"][number] {
  const label = VARIANT.printSku;
  if (problems.itemSku) return { label, ok: false, message: problemMessage("itemSku", problems.itemSku) };
  if (priced?.status === "priced") return { label, ok: true, message: priceText(priced.price) };
  return { label, ok: false, message: priced && priced.status !== "rejected" ? UNCHECKED_MESSAGES[priced.status] : "" };
}
