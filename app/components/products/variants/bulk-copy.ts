import type { BulkActionKind } from "../../../catalog/bulk-edit/bulk-actions.ts";
import { REQUEST_FAILED } from "../../common/copy.ts";
import { pluralize } from "../../common/format.ts";

/** Texts of the dialogs of bulk edits. They are not in the page's copy.ts, since the page loads without its dialogs. */
export const DIALOG = {
  skuLabel: "Print SKU",
  linkLabel: "Artwork link",
  sideLabel: "Side",
  sides: [
    { label: "Front", value: "artworkFront" },
    { label: "Back", value: "artworkBack" },
  ],
  busy: "Another bulk edit is running. Wait until it's done, then try again.",
  gone: "These variants are no longer in your list.",
  failed: REQUEST_FAILED,
  ownSkus: {
    title: (variants: number) => `Use the Shopify SKUs of ${pluralize(variants, "variant")}`,
    text: "The SKU that each variant has in Shopify becomes its print SKU. Artwork stays as it is.",
  },
  rule: {
    loading: "Reading options",
    counting: "Counting what changes",
    unread: "Inkbridge couldn't be reached. Try again in a moment.",
    incomplete: "These variants have more option values than fit here. Values without a field stay as they are.",
    summary: (toMap: number) => `${pluralize(toMap, "variant")} will change`,
    nothing: "Nothing changes.",
    sample: (shown: number, all: number) => `The first ${shown} of ${pluralize(all, "variant")}`,
    checked:
      "Inkbridge checks each new SKU with the print service before saving. Variants with a rejected SKU are skipped, and so are variants that someone else changes in the meantime.",
    outdated: {
      title: "Some variants changed since this preview",
      text: "Someone changed a variant, or the list has other variants now. Nothing was saved. Preview again to compare.",
    },
    again: "Preview again",
    start: (variants: number) => `Map ${pluralize(variants, "variant")}`,
  },
} as const;

/** What staff is asked before an action for many variants. */
export const QUESTIONS: Readonly<Record<BulkActionKind, { title: (variants: number) => string; text: string }>> = {
  set_sku: {
    title: (variants) => `Set the print SKU of ${pluralize(variants, "variant")}?`,
    text: "The SKU replaces the print SKU of each variant. Variants without a mapping get one, and need front artwork.",
  },
  set_artwork: {
    title: (variants) => `Set the artwork of ${pluralize(variants, "variant")}?`,
    text: "The link replaces the artwork of each mapped variant. Variants without a print SKU are skipped.",
  },
  confirm_mapping: {
    title: (variants) => `Keep the mapping of ${pluralize(variants, "variant")}?`,
    text: "You confirm that the print SKU and artwork still fit what changed in Shopify. The variants no longer appear under Changed since mapping.",
  },
  use_new_files: {
    title: (variants) => `Use the new artwork files of ${pluralize(variants, "variant")}?`,
    text: "You confirm that the current files at the artwork links are the ones to print. Orders held for a replaced file are sent unless something else holds them.",
  },
  mark_not_printed: {
    title: (variants) => `Never print ${pluralize(variants, "variant")}?`,
    text: "Orders are sent without these variants and aren't held for a mapping. Mapped variants are skipped: remove their mapping first.",
  },
  allow_printing: {
    title: (variants) => `Allow printing ${pluralize(variants, "variant")}?`,
    text: "The variants need a mapping again. Variants of a product that is never printed stay as they are.",
  },
  map_by_rule: {
    title: (variants) => `Map ${pluralize(variants, "variant")} with a rule`,
    text: "Set print SKUs and artwork by option. You see what changes before anything is saved.",
  },
  remove_mapping: {
    title: (variants) => `Remove the mapping of ${pluralize(variants, "variant")}?`,
    text: "Orders not sent yet that use these mappings are held until you map the variants again. Orders already sent aren't affected.",
  },
};
