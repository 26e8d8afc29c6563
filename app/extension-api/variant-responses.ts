import { missingSides, type VariantSummary, type checkVariant } from "../catalog/variant-summary.ts";
import { findingMessages, priceText, problemMessage, UNCHECKED_MESSAGES } from "../components/products/copy.ts";
import { FIX_LABELS } from "../components/order-details/copy.ts";
import type { VariantCard, VariantCheckResult, VariantPicture, VariantQuote } from "./responses.ts";
import { appLink } from "./order-responses.ts";
import { badge, VARIANT } from "./copy.ts";
import { gidNumber, type Gid } from "../ports/gid.ts";
import { sideName, type Side } from "../ports/order-model.ts";
import { linkField, linkOf, SIDES } from "../ports/sides.ts";
import { NO_PREVIEW_LABELS } from "../components/common/copy.ts";
import { TOTAL_MISMATCH_MESSAGE, NO_PRICE_MESSAGES } from "../components/order-details/price-copy.ts";
import type { ArtworkPreview } from "../ports/artwork.ts";
import type { PriceResult } from "../quotes/basket.ts";

/** A variant as the extensions show it. */
export function variantCard(
  { mapping, productGid, heldOrders, notPrinted, findings }: VariantSummary,
  variantGid: Gid<"ProductVariant">,
): VariantCard {
  const link = mappingLink(productGid, variantGid, mapping !== null);
  if (!mapping && notPrinted) return { ...NEVER_PRINTED, link };
  if (!mapping) return { state: badge(VARIANT.notMapped.label, undefined), ...unmapped(heldOrders), link };
  const missing = missingSides(mapping);
  const sides = SIDES.map((side) => ({
    side,
    label: labelOf(side),
    hasArtwork: linkOf(mapping, side) !== "",
    missing: missing.some((one) => one === side),
    findings: findings.filter((one) => one.side === side).flatMap(findingMessages),
  })).filter(({ hasArtwork, missing }) => hasArtwork || missing);
  return {
    state: missing.length > 0 ? badge(VARIANT.artworkMissing.label, "warning") : badge(VARIANT.mapped.label, "success"),
    message: missing.length > 0 ? VARIANT.artworkMissing.message : VARIANT.mapped.message,
    itemSku: mapping.itemSku,
    sides,
    note: mapping.note,
    link,
  };
}

const labelOf = (side: Side): string => (side === "mockup" ? sideName(side) : `${sideName(side)} artwork`);

const NEVER_PRINTED: Omit<VariantCard, "link"> = {
  state: badge(VARIANT.neverPrinted.label, undefined),
  message: VARIANT.neverPrinted.message,
  itemSku: null,
  sides: [],
  note: "",
};

function unmapped(heldOrders: number): Pick<VariantCard, "message" | "itemSku" | "sides" | "note"> {
  const message = heldOrders > 0 ? VARIANT.notMapped.held(heldOrders) : VARIANT.notMapped.message;
  return { message, itemSku: null, sides: [], note: "" };
}

/** To the variant on the page of its product. */
function mappingLink(
  productGid: Gid<"Product"> | null,
  variantGid: Gid<"ProductVariant">,
  mapped: boolean,
): VariantCard["link"] {
  if (!productGid) return { label: FIX_LABELS.products, href: appLink("/app/products") };
  const href = appLink(`/app/products/${gidNumber(productGid)}?variant=${gidNumber(variantGid)}`);
  return { label: mapped ? FIX_LABELS.mapping : FIX_LABELS.mapProduct, href };
}

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
    const label = labelOf(side);
    if (missing.some((one) => one === side)) return [{ label, ok: false, message: VARIANT.artworkMissing.side }];
    if (linkOf(mapping, side) === "") return [];
    const field = linkField(side);
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
  if (priced?.status === "not_priced") return { label, ok: true, message: UNCHECKED_MESSAGES.not_priced };
  return { label, ok: false, message: priced && priced.status !== "rejected" ? UNCHECKED_MESSAGES[priced.status] : "" };
}
