import { pluralize } from "../components/common/format.ts";

/** Texts of an order that only the extensions show. */
export const ORDER = {
  unknown: "Inkbridge hasn't received this order. New orders appear within a minute.",
};

/** Texts of a variant. */
export const VARIANT = {
  sides: { front: "Front artwork", back: "Back artwork", mockup: "Mockup" },
  printSku: "Print SKU",
  notMapped: {
    label: "Not mapped",
    held: (orders: number) => `${pluralize(orders, "order")} on hold until you map this variant.`,
    message: "Orders with this variant are held or skipped.",
  },
  neverPrinted: { label: "Never printed", message: "Inkbridge skips this variant. Map the variant to print it." },
  artworkMissing: {
    label: "Artwork missing",
    message: "Orders with this variant are on hold until you add the missing artwork.",
    side: "Required artwork is missing.",
  },
  mapped: { label: "Mapped", message: "Orders with this variant are sent to the print service." },
  artworkOpens: "Artwork opens.",
};

/** Why a request of an extension failed. */
export const REQUEST_ERRORS = {
  outsideAdmin: "Open this in the Shopify admin.",
  failed: "Inkbridge couldn't respond. Try again in a moment.",
  notMapped: "This variant isn't mapped.",
  noArtwork: "This variant has no artwork on this side.",
};
