import type { FormField } from "../../../catalog/field-problems.ts";
import type { Miss } from "../../../catalog/mapping-methods/proposal.ts";
import type { TemplateProblem } from "../../../catalog/mapping-methods/sku-template.ts";
import type { MetafieldProblem } from "../../../ports/artwork.ts";
import { formatNumber, pluralize } from "../../common/format.ts";

/** Texts of mapping many variants at once. */
export const MAPPING_METHODS = {
  menu: "More ways to map",
  rule: {
    action: "Map with a rule",
    title: "Map with a rule",
    intro: "Set print SKUs and artwork by option. You see every change before anything is saved.",
    unsavedChanges: "Save or discard your changes first",
    preview: "Preview",
  },
  sku: {
    title: "Print SKUs",
    kinds: [
      { label: "Don't change", value: "keep" },
      { label: "From a template", value: "template" },
      { label: "From a table", value: "table" },
      { label: "Same as the Shopify SKU", value: "shopify_sku" },
    ],
    shopifySkuHelp: "Variants without a Shopify SKU are left out.",
    template: "Template",
    templateHelp: (names: readonly string[]) =>
      names.length === 0
        ? "These variants have no options."
        : `Put option names in braces: ${names.map((name) => `{${name}}`).join(", ")}`,
    templatePlaceholder: (names: readonly string[]) => `UNISEX_${names.map((name) => `{${name}}`).join("_")}`,
    letters: "Letters",
    lettersChoices: [
      { label: "Uppercase", value: "upper" },
      { label: "Lowercase", value: "lower" },
      { label: "As in Shopify", value: "as_is" },
    ],
    spaces: "Spaces",
    spacesChoices: [
      { label: "Remove", value: "none" },
      { label: "Replace with -", value: "dash" },
      { label: "Replace with _", value: "underscore" },
      { label: "Keep", value: "as_is" },
    ],
    codes: "Option values in SKUs",
    codesHelp: "Change a value that your print service spells differently.",
    codeLabel: (option: string, value: string) => `${option} ${value} in SKUs`,
    tableOptions: "SKUs differ by",
    table: "Print SKU of each combination",
    tableHelp: "Combinations without a print SKU stay as they are.",
    noOptions: "Choose at least one option.",
  },
  artwork: {
    title: { artworkFront: "Front artwork", artworkBack: "Back artwork" },
    kinds: [
      { label: "Don't change", value: "keep" },
      { label: "One for all variants", value: "same" },
      { label: "By option", value: "option" },
      { label: "From a metafield", value: "metafield" },
    ],
    metafield: { artworkFront: "Front metafield", artworkBack: "Back metafield" },
    metafieldPlaceholder: { artworkFront: "custom.front_artwork", artworkBack: "custom.back_artwork" },
    metafieldHelp:
      "Format: namespace.key. The variant's metafield is used, or its product's when the variant has none. A file, a URL, or text with an https link works.",
    metafieldWrong: "Use the format namespace.key, such as custom.front_artwork",
    metafieldProgress: (done: number, total: number) => `Read ${formatNumber(done)} of ${pluralize(total, "variant")}`,
    metafieldFailed: "The metafields can't be read from Shopify right now. Try again in a moment.",
    option: "Option",
    optionHelp: "One artwork for each value, whatever the other options are. Values without artwork stay as they are.",
    label: { artworkFront: "Front artwork", artworkBack: "Back artwork" },
    valueLabel: {
      artworkFront: (value: string) => `Front, ${value}`,
      artworkBack: (value: string) => `Back, ${value}`,
    },
  },
  copy: {
    action: "Copy from product",
    title: (name: string) => `Copy mappings from ${name}`,
    untitled: "the other product",
    intro: "Variants are matched by their options. Variants without a match are listed and stay as they are.",
    parts: "What to copy",
    partChoices: [
      { label: "Print SKUs and required sides", value: "sku" },
      { label: "Artwork and mockups", value: "artwork" },
      { label: "Print notes", value: "note" },
    ],
    loading: "Reading the product",
    notMapped: {
      title: "The product isn't mapped",
      text: "Choose a product with mappings, or map that product first.",
    },
    failed: "The product couldn't be read.",
    same: "This is the product itself. Choose another product.",
  },
  preview: {
    title: "Preview changes",
    resource: { singular: "variant", plural: "variants" },
    headings: ["Variant", "Print SKU", "Artwork", "Result"],
    nothing: "Nothing changes. No variant would get another mapping.",
    nothingSaveable: "No variant can be mapped this way.",
    summary: (rows: number, unchanged: number, leftOut: number) =>
      [
        `${pluralize(rows, "variant")} will change`,
        ...(unchanged > 0 ? [`${formatNumber(unchanged)} unchanged`] : []),
        ...(leftOut > 0 ? [`${formatNumber(leftOut)} left out`] : []),
      ].join(" · "),
    leftOut: (variants: number) => `Left out: ${pluralize(variants, "variant")}`,
    leftOutHelp: "These variants stay as they are.",
    more: (variants: number) => `and ${formatNumber(variants)} more`,
    before: (text: string) => `Was ${text}`,
    front: (file: string) => `Front: ${file}`,
    back: (file: string) => `Back: ${file}`,
    mockup: (file: string) => `Mockup: ${file}`,
    removed: "removed",
    noArtwork: "No artwork",
    new: "New",
    changed: "Changed",
    saved: "Saved",
    notSaved: "Not saved",
    edit: "Back",
    close: "Close",
    save: (variants: number) => `Save ${pluralize(variants, "mapping")}`,
    saveAnyway: "Save the others anyway",
    saving: (done: number, total: number) =>
      `Checked and saved ${formatNumber(done)} of ${pluralize(total, "mapping")}. Keep this window open.`,
    problems: (unsaved: number) => `${pluralize(unsaved, "mapping")} couldn't be saved`,
    problemsText: "The reason is beside each variant. Everything else is saved.",
    outdated: (variants: number) => `${pluralize(variants, "variant")} changed since this preview`,
    outdatedText:
      "Someone else changed the marked rows after you opened the preview. Their changes stay. Preview again to compare.",
    outdatedRow: "Changed by someone else",
    again: "Preview again",
    failed: "Inkbridge couldn't be reached. Mappings marked as saved are saved. Try again in a moment.",
    pages: "Pages of changes",
  },
} as const;

/** What is wrong with a template. */
export function templateMessage(problem: TemplateProblem): string {
  switch (problem.kind) {
    case "missing":
      return "Enter a template";
    case "too_long":
      return `Use ${problem.max} characters or fewer`;
    case "too_many_names":
      return `Use ${problem.max} option names or fewer`;
    case "braces":
      return "Put one option name between each pair of braces";
    case "unknown_option":
      return `No variant has the option ${problem.option}`;
  }
}

/** Why a method leaves a variant out. */
export function missMessage(miss: Miss): string {
  switch (miss.kind) {
    case "no_option":
      return `The variant has no option ${miss.option}.`;
    case "no_shopify_sku":
      return "The variant has no SKU in Shopify.";
    case "no_match":
      return "The other product has no variant with the same options.";
    case "match_not_mapped":
      return "The same variant of the other product isn't mapped.";
    case "metafield":
      return metafieldMessage(miss.name, miss.problem);
  }
}

function metafieldMessage(name: string, problem: MetafieldProblem): string {
  switch (problem.kind) {
    case "absent":
      return `The variant and its product have no metafield ${name}.`;
    case "type":
      return `The metafield ${name} has the type ${problem.type}. Use a file, a URL, or single line text.`;
    case "no_link":
      return `The metafield ${name} doesn't contain an https link.`;
    case "file":
      return `The file in the metafield ${name} isn't ready in Shopify, or isn't an image or PDF.`;
  }
}

/** A missing value of a variant that is left out. */
export const missingMessage = (field: FormField): string =>
  field === "itemSku" ? "The variant has no print SKU. Set print SKUs, too." : "A value is missing.";
