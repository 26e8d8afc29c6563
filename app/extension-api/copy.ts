import type { BadgeProps } from "@shopify/polaris";
import { pluralize } from "../components/common/format.ts";
import { stateLabel as stateLabelOf, attentionTone } from "../components/common/labels.ts";
import { ATTENTION, type AttentionCode } from "../orders/core/attention.ts";
import type { SubmissionState } from "../orders/core/states.ts";
import type { Label, Tone } from "./responses.ts";

/** Texts of an order that only the extensions show. */
export const ORDER = {
  tagged: (tag: string) => `Tagged “${tag}” by Inkbridge.`,
  held: (reason: string) =>
    `Inkbridge put the fulfillment on hold: ${reason}. The hold is released once that's resolved.`,
  unknown: "Inkbridge hasn't received this order. New orders appear within a minute.",
};

/** Texts of a variant. */
export const VARIANT = {
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

/** The pages' badge tones as `<s-badge>` names them. */
const TONES: Partial<Record<NonNullable<BadgeProps["tone"]>, Tone>> = {
  info: "info",
  success: "success",
  attention: "caution",
  warning: "warning",
  critical: "critical",
};

export const badge = (label: string, tone: BadgeProps["tone"]): Label => ({
  label,
  tone: (tone && TONES[tone]) ?? "neutral",
});

export function stateLabel(state: SubmissionState, reasons: readonly AttentionCode[]): Label {
  const { label, tone } = stateLabelOf(state, reasons);
  return badge(label, tone);
}

export const reasonLabel = (code: AttentionCode): Label => badge(ATTENTION[code].label, attentionTone(code));
