import { artworkOf, missingSides, type VariantSummary } from "../catalog/variant-summary.ts";
import { findingMessages } from "../components/products/copy.ts";
import { FIX_LABELS } from "../components/order-details/copy.ts";
import type { VariantCard } from "./responses.ts";
import { appLink } from "./order-card.ts";
import { badge } from "./badges.ts";
import { VARIANT } from "./copy.ts";
import { gidNumber, type Gid } from "../ports/gid.ts";
import { SIDES } from "../ports/order-model.ts";

/** A variant as the extensions show it. */
export function variantCard(
  { mapping, productGid, heldOrders, notPrinted, findings }: VariantSummary,
  variantGid: Gid<"ProductVariant">,
): VariantCard {
  const link = linkOf(productGid, variantGid, mapping !== null);
  if (!mapping && notPrinted) return { ...NEVER_PRINTED, link };
  if (!mapping) return { state: badge(VARIANT.notMapped.label, undefined), ...unmapped(heldOrders), link };
  const missing = missingSides(mapping);
  const sides = SIDES.map((side) => ({
    side,
    label: VARIANT.sides[side],
    hasArtwork: artworkOf(mapping, side) !== "",
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
function linkOf(
  productGid: Gid<"Product"> | null,
  variantGid: Gid<"ProductVariant">,
  mapped: boolean,
): VariantCard["link"] {
  if (!productGid) return { label: FIX_LABELS.products, href: appLink("/app/products") };
  const href = appLink(`/app/products/${gidNumber(productGid)}?variant=${gidNumber(variantGid)}`);
  return { label: mapped ? FIX_LABELS.mapping : FIX_LABELS.mapProduct, href };
}
