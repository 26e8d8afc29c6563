import { artworkOf, missingSides, type VariantSummary } from "../catalog/variant-summary.ts";
import { pluralize } from "../components/common/format.ts";
import { findingMessages } from "../components/products/copy.ts";
import { FIX_LABELS } from "../components/order-details/copy.ts";
import type { VariantCard, VariantSide } from "./responses.ts";
import { appLink } from "./order-card.ts";
import { badge } from "./badges.ts";
import { gidNumber, type Gid } from "../ports/gid.ts";

export const SIDE_LABELS: Readonly<Record<VariantSide["side"], string>> = {
  front: "Front artwork",
  back: "Back artwork",
  mockup: "Mockup",
};

/** A variant as the extensions show it. */
export function variantCard(
  { mapping, productGid, heldOrders, notPrinted, findings }: VariantSummary,
  variantGid: Gid<"ProductVariant">,
): VariantCard {
  const link = linkOf(productGid, variantGid, mapping !== null);
  if (!mapping && notPrinted) return { ...NEVER_PRINTED, link };
  if (!mapping) return { state: badge("Not mapped", undefined), ...unmapped(heldOrders), link };
  const missing = missingSides(mapping);
  const sides = (["front", "back", "mockup"] as const)
    .map((side) => ({
      side,
      label: SIDE_LABELS[side],
      hasArtwork: artworkOf(mapping, side) !== "",
      missing: missing.some((one) => one === side),
      findings: findings.filter((one) => one.side === side).flatMap(findingMessages),
    }))
    .filter(({ hasArtwork, missing }) => hasArtwork || missing);
  return {
    state: missing.length > 0 ? badge("Artwork missing", "warning") : badge("Mapped", "success"),
    message:
      missing.length > 0
        ? "Orders with this variant are on hold until you add the missing artwork."
        : "Orders with this variant are sent to the print service.",
    itemSku: mapping.itemSku,
    sides,
    note: mapping.note,
    link,
  };
}

const NEVER_PRINTED: Omit<VariantCard, "link"> = {
  state: badge("Never printed", undefined),
  message: "Inkbridge skips this variant. Map it to print it.",
  itemSku: null,
  sides: [],
  note: "",
};

function unmapped(heldOrders: number): Pick<VariantCard, "message" | "itemSku" | "sides" | "note"> {
  const message =
    heldOrders > 0
      ? `${pluralize(heldOrders, "order")} on hold until you map this variant.`
      : "Orders with this variant are held or skipped.";
  return { message, itemSku: null, sides: [], note: "" };
}

/** To the variant on the page of its product. */
function linkOf(
  productGid: Gid<"Product"> | null,
  variantGid: Gid<"ProductVariant">,
  mapped: boolean,
): VariantCard["link"] {
  if (!productGid) return { label: FIX_LABELS.products, href: appLink("/app/products") };
  const href = appLink(`/app/products/${gidNumber(productGid)}?variant=${gidNumber(variantGid)}`);
  return { label: mapped ? FIX_LABELS.mapping : FIX_LABELS.mapProduct, href };
}
