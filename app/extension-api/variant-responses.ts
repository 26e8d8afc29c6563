import type { checkVariant } from "../catalog/variant-summary.ts";
import { artworkOf, missingSides } from "../catalog/variant-summary.ts";
import { NO_PICTURE } from "../components/common/preview-copy.ts";
import { DOUBTFUL, NO_PRICE } from "../components/order-details/price-words.ts";
import { priceWords } from "../components/products/price-words.ts";
import { problemWords, UNCHECKED_WORDS } from "../components/products/problem-words.ts";
import type { ArtworkPreview } from "../ports/artwork.ts";
import type { Priced } from "../quotes/model.ts";
import type { VariantChecked, VariantPicture, VariantQuote } from "./responses.ts";
import { SIDE_LABELS } from "./variant-card.ts";

/** What one piece costs. */
export function variantQuote(priced: Priced): VariantQuote {
  if (priced.status !== "priced") return { known: false, says: NO_PRICE[priced.status] };
  const doubt = priced.price.doubts.length > 0 ? ` ${DOUBTFUL}` : "";
  return { known: true, says: `${priceWords(priced.price)}${doubt}` };
}

/** The picture itself, for an extension cannot sign the request of an image. */
export function variantPicture(preview: ArtworkPreview): VariantPicture {
  if (!preview.ok) return { source: null, says: NO_PICTURE[preview.reason] };
  return { source: `data:${preview.type};base64,${Buffer.from(preview.bytes).toString("base64")}`, says: "" };
}

type Found = NonNullable<Awaited<ReturnType<typeof checkVariant>>>;

/** One line for the SKU, and one for each side. */
export function variantChecked({ mapping, problems, priced }: Found): VariantChecked {
  const fields = [
    ["front", "artworkFront"],
    ["back", "artworkBack"],
    ["mockup", "mockup"],
  ] as const;
  const missing = missingSides(mapping);
  const lines = fields.flatMap(([side, field]) => {
    const label = SIDE_LABELS[side];
    if (missing.some((one) => one === side))
      return [{ label, fine: false, says: "It has to be printed, and there is none." }];
    if (artworkOf(mapping, side) === "") return [];
    const problem = problems[field];
    return [{ label, fine: !problem, says: problem ? problemWords(field, problem) : "It can be read." }];
  });
  return { lines: [skuLine(problems, priced), ...lines] };
}

function skuLine(problems: Found["problems"], priced: Priced | null): VariantChecked["lines"][number] {
  const label = "SKU of the print service";
  if (problems.itemSku) return { label, fine: false, says: problemWords("itemSku", problems.itemSku) };
  if (priced?.status === "priced") return { label, fine: true, says: priceWords(priced.price) };
  return { label, fine: false, says: priced && priced.status !== "refused" ? UNCHECKED_WORDS[priced.status] : "" };
}
