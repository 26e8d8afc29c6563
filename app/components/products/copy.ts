import type { FieldProblem, FormField } from "../../catalog/field-problems.ts";
import { gidNumber } from "../../ports/gid.ts";
import type { ArtworkFinding } from "../../catalog/artwork-findings.ts";
import type { SideArea } from "../../artwork/print-areas.ts";
import type { ProductVariant } from "../../catalog/product-page.ts";
import type { ProductRow } from "../../catalog/products-page.ts";
import type { ProductTab } from "../../catalog/products-query.ts";
import { sideName, type ArtworkSide } from "../../ports/order-model.ts";
import { printedLinks } from "../../ports/sides.ts";
import type { ArtworkWarning } from "../../ports/artwork.ts";
import type { ProductStatus } from "../../ports/shop-catalog.ts";
import type { ShownVariant } from "../../catalog/stored-mapping.ts";
import type { VariantFacts } from "../../catalog/variant-changes.ts";
import type { Price } from "../../quotes/basket.ts";
import { formatMoney, formatNumber, pluralize } from "../common/format.ts";
import { ARTWORK_ORDER, ARTWORK_PROBLEMS } from "../common/copy.ts";
import type { LabelCopy } from "../common/labels.ts";

/** What becomes of the orders with changed mappings. */
export const waitingOrdersMessage = (orders: number): string =>
  `${pluralize(orders, "waiting order")} ${orders === 1 ? "is" : "are"} updated, and sent once nothing holds ${orders === 1 ? "it" : "them"}.`;

/** A side within a sentence. */
const sideInText = (side: ArtworkSide): string => sideName(side).toLowerCase();

/** Texts of the products page and of a product's page. */
export const COPY = {
  title: "Products",
  variants: "All variants",
  catalog: "Catalog",
  mapVariants: "Map variants",
  moreActions: "More actions",
  actionFailed: "Inkbridge couldn't be reached. Try again in a moment.",
  unreachable: {
    title: "Your products can't be read from Shopify right now",
    text: "Mapped products are listed without titles and images. Orders keep processing.",
  },
  noProducts: {
    title: "Choose what's printed for your products",
    text: "Map each variant to a print product and artwork. Orders for mapped products are sent to print automatically.",
    action: "Add product",
  },
  noResults: { title: "No products found", hint: "Try changing your search." },
  table: {
    headings: ["Product", "Status", "Mapping", "Print SKU", "Artwork"],
    resource: { singular: "product", plural: "products" },
    pages: "Pages of products",
    missing: "Not in Shopify",
  },
  toMap: {
    headings: {
      waiting: [
        { title: "Variant" },
        { title: "SKU" },
        { title: "Orders on hold" },
        { title: "Since" },
        { title: "Action", hidden: true },
      ],
      sold: [
        { title: "Variant" },
        { title: "SKU" },
        { title: "Unfulfilled orders" },
        { title: "Since" },
        { title: "Action", hidden: true },
      ],
    },
    soldNote:
      "Inkbridge skips these items in unfulfilled orders. Map a variant to print its items, including in earlier orders. To remove a variant from this list, mark it as never printed.",
    resource: { singular: "variant", plural: "variants" },
    held: (orders: number, pieces: number) => `${pluralize(orders, "order")}, ${pluralize(pieces, "item")}`,
    since: "since",
    map: "Map",
    mapLabel: (name: string) => `Map ${name}`,
    deleted: "Deleted product, can't be mapped",
  },
  product: {
    untitled: (number: string) => `Product ${number}`,
    backToOrder: "Order",
    viewInShopify: "View in Shopify",
    texts: {
      title: "Text on artwork",
      about: "Draw what the customer entered on the artwork of this product, for your review or for the print file.",
      open: "Place text",
      close: "Close",
      openLabel: "Place text on artwork",
      closeLabel: "Close text on artwork",
      noArtwork: "Map artwork first: a PNG, JPEG, or WebP image that Inkbridge can open.",
    },
    markNotPrinted: "Never print this product",
    markPrinted: "Allow printing",
    markedNotPrinted: { product: "Product marked as never printed", variant: "Variant marked as never printed" },
    markedPrinted: { product: "Product can be printed", variant: "Variant can be printed" },
    missing: {
      title: "This product is no longer in Shopify",
      text: "Orders that haven't been sent still use its mappings. Only remove mappings you no longer need.",
    },
    unreachable: {
      title: "This product can't be read from Shopify right now",
      text: "Only mapped variants are shown, without their titles.",
    },
    copy: {
      title: (original: string) => `This product looks like a copy of “${original}”`,
      text: "Nothing here is mapped, so orders with this product aren't printed. Copy the mappings of the original, or mark the product as never printed.",
      action: "Copy mappings",
      view: "View original",
    },
    notSaved: (mappings: number) => `${pluralize(mappings, "mapping")} couldn't be saved`,
    requestFailed: "Inkbridge couldn't be reached. Your changes are still on this page. Try again in a moment.",
    invalid: (saved: number) =>
      `Fix the highlighted fields.${saved > 0 ? ` ${pluralize(saved, "other mapping")} saved.` : ""}`,
    outdated: {
      title: (mappings: number) => `${pluralize(mappings, "mapping")} changed since you opened this page`,
      text: "Someone changed these variants while you were editing. Their changes stay, and yours aren't saved. Save again to replace theirs, or discard yours.",
      action: "Discard my changes",
      gone: "A variant that isn't shown here",
      more: (variants: number) => `and ${formatNumber(variants)} more`,
    },
    viewOrders: "View orders",
    saved: (mappings: number, rechecked: number) => {
      const saved = `${pluralize(mappings, "mapping")} saved`;
      return rechecked === 0 ? saved : `${saved}. ${waitingOrdersMessage(rechecked)}`;
    },
    removed: (held: number) => (held > 0 ? `Mapping removed, ${pluralize(held, "order")} on hold` : "Mapping removed"),
  },
  skuFinding: {
    rejected: {
      title: "The print service rejects this print SKU",
      text: (sku: string, countries: string) =>
        `${sku} can't be ordered for ${countries}. Orders with this variant may be rejected.`,
      accepted: "Last accepted",
      change: "Change SKU",
      check: "Check again now",
      checking: "Checking",
    },
    answers: {
      accepted: "The print service accepts this SKU",
      rejected: "The print service still rejects this SKU",
      unknown: "This SKU is no longer rejected",
      unavailable: "The print service isn't responding. Try again in a moment.",
    },
    cost: {
      title: "Print cost fell",
      raised: "Print cost rose",
      since: "Since",
      margin: (previous: string, now: string) => `Margin before shipping and tax: ${previous}% → ${now}%.`,
    },
  },
  prices: {
    title: "Prices to sell at",
    text: "What one item costs you by country, and what you have to charge to reach your margin.",
    show: "Show prices",
  },
  change: {
    title: "Changed in Shopify since you mapped this variant",
    held: "New orders with this variant are held until you keep or change the mapping.",
    stillPrinted: "Orders with this variant still print as mapped.",
    keep: "Keep mapping",
    keepLabel: (name: string) => `Keep mapping of ${name}`,
    edit: "Change mapping",
    editLabel: (name: string) => `Change mapping of ${name}`,
    deleted: {
      title: "This variant was deleted in Shopify",
      text: "Orders that haven't been sent still use this mapping. Remove the mapping when you no longer need it.",
      replaced: (title: string) =>
        `A new variant, ${title}, has the same options and isn't mapped. Move this mapping to the new variant to print its orders.`,
      move: "Move to new variant",
    },
    kept: "Mapping kept",
    moved: "Mapping moved",
    copied: "Mapping copied. The old mapping stays for orders that haven't been sent.",
    changedAgain: "The variant changed again. Review the change.",
  },
  artworkFinding: {
    replaced: {
      title: (side: ArtworkSide) => `The ${sideInText(side)} artwork was replaced since you mapped the variant`,
      hold: "New orders with this file are held. Check the new file, then use it for all variants with this link.",
      notify:
        "New orders print the new file. Check the file, then confirm that it's the right one for all variants with this link.",
      use: "Use new file",
      useLabel: (side: ArtworkSide, name: string) => `Use new file of the ${sideInText(side)} artwork of ${name}`,
      used: "New file is used",
      again: "The file was replaced again. Check the newest one.",
    },
    unreadable: {
      title: (side: ArtworkSide) => `The ${sideInText(side)} artwork can't be opened`,
      held: "Orders with this artwork are held.",
      change: "Change artwork",
      changeLabel: (side: ArtworkSide, name: string) => `Change ${sideInText(side)} artwork of ${name}`,
    },
  },
  about: {
    none: "Not mapped yet",
    neverPrinted: "Never printed",
    neverPrintedText: "Orders are sent without these items. To print a variant, map it.",
    some: (mapped: number, variants: number) => `${mapped} of ${pluralize(variants, "variant")} mapped`,
    facts: [
      "Orders for mapped variants are sent to the print service with the print SKU and artwork.",
      "Once one variant is mapped, orders for unmapped variants of the product are held.",
      "Inkbridge checks the SKU with the print service when you save.",
      "Artwork is a public link to an image or PDF.",
      ARTWORK_ORDER,
    ],
  },
  printAreas: {
    show: "Show print areas",
    hide: "Hide print areas",
    about:
      "Each frame is a print area with its artwork as large as fits. The print service doesn't tell where the areas are on the product.",
    template: "Product picture",
    alt: (side: string) => `Artwork in the print area: ${side}`,
    size: ({ size, resolution }: Pick<SideArea, "size" | "resolution">) =>
      [
        size ? `${formatNumber(size.width)} × ${formatNumber(size.height)} pixels` : "Size not known",
        ...(resolution === null ? [] : [`${resolution} dpi`]),
      ].join(", "),
    types: (names: readonly string[]) => `File types in the catalog: ${names.join(", ")}`,
    empty: "No artwork",
    unread: "The artwork is checked when you save.",
    fits: (words: readonly string[]) => words.join(" "),
    largeEnough: "Large enough for this area.",
    dpi: (dpi: number) => `${dpi} dpi at this size.`,
  },
  variant: {
    mapped: "Mapped",
    broken: "Broken artwork or SKU",
    changed: "Changed in Shopify",
    deleted: "Deleted in Shopify",
    held: (orders: number) => `${pluralize(orders, "order")} on hold`,
    releasing: (orders: number) => `Releasing ${pluralize(orders, "order")}`,
    unsaved: "Unsaved",
    sku: (sku: string) => `SKU ${sku}`,
    printSku: (sku: string) => `Print SKU ${sku}`,
    willBeHeld: "Orders with this variant are held until it's mapped.",
    close: "Close",
    edit: "Edit",
    map: "Map",
    copyArtwork: "Copy artwork to all variants",
    copyArtworkLabel: (name: string) => `Copy artwork to all variants from ${name}`,
    remove: "Remove mapping",
    removeLabel: (name: string) => `Remove mapping of ${name}`,
    notPrinted: "Not printed by your print service",
    markNotPrinted: "Never print",
    markNotPrintedLabel: (name: string) => `Never print ${name}`,
    markPrinted: "Allow printing",
    markPrintedLabel: (name: string) => `Allow printing ${name}`,
  },
  fields: {
    printSku: "Print SKU",
    front: "Front artwork",
    back: "Back artwork",
    mockup: "Mockup",
    note: "Print note",
    noArtwork: "No artwork",
    noMockup: "No mockup",
    requiredSides: "Required sides",
    requiredHint: "Orders without artwork for a required side are held.",
    blankHint: "No side is required, so an order without artwork prints blank.",
    requiredArtwork: "Required",
    addSide: "Add a side",
    addSideHint: "Choose a side",
    sideNotTaken: "Your print service account doesn't print this side. Orders with it are held.",
    artworkHint: "Required unless provided by the order or product",
    saveAnyway: "Save anyway",
    saveAnywayHelp: (variants: number) =>
      `Orders with ${variants === 1 ? "this variant" : "these variants"} may be held, or rejected by the print service.`,
  },
  remove: {
    title: (name: string) => `Remove mapping of ${name}?`,
    unsent: (orders: number) =>
      `${pluralize(orders, "order")} not sent yet ${orders === 1 ? "uses" : "use"} this mapping and will be held until you map the variant again or exclude the item.`,
    text: "New orders with this variant are held if another variant of the product is mapped, and skipped if not. Orders already sent aren't affected.",
  },
} as const;

/** Shopify's statuses of a product, with the badges of its admin. */
export const STATUS_BADGES: Readonly<Record<ProductStatus, LabelCopy>> = {
  active: { label: "Active", tone: "success" },
  draft: { label: "Draft", tone: "info" },
  archived: { label: "Archived", tone: undefined },
  unlisted: { label: "Unlisted", tone: undefined },
  other: { label: "Other", tone: undefined },
};

export const TAB_COPY: Readonly<
  Record<ProductTab, { label: string; searchPlaceholder: string; empty: string; hint: string }>
> = {
  all: {
    label: "All",
    searchPlaceholder: "Search products",
    empty: "No products yet",
    hint: "Products you add in Shopify appear here.",
  },
  mapped: {
    label: "Mapped",
    searchPlaceholder: "Search print SKUs",
    empty: "No mapped products",
    hint: "Map a product to print its orders.",
  },
  changed: {
    label: "Changed in Shopify",
    searchPlaceholder: "Search print SKUs",
    empty: "No changes to review",
    hint: "Products with a mapped variant that was changed or deleted in Shopify appear here.",
  },
  waiting: {
    label: "Needs mapping",
    searchPlaceholder: "",
    empty: "No orders need a mapping",
    hint: "Unmapped variants with orders on hold appear here.",
  },
  sold: {
    label: "Sold, not mapped",
    searchPlaceholder: "",
    empty: "No unmapped products in unfulfilled orders",
    hint: "Products that your customers ordered and that aren't mapped appear here.",
  },
};

/** The badge of a product in the list. A gift card is never printed. What cannot be printed is not marked as a success. */
export function productLabel(row: Pick<ProductRow, "mapped" | "shopify" | "notPrinted" | "broken">): LabelCopy {
  const { mapped, shopify, notPrinted, broken } = row;
  const marks = shopify?.giftCard ? { ...notPrinted, product: true } : notPrinted;
  const label = mappedLabel(mapped, shopify?.variantCount ?? null, marks);
  return broken > 0 && label.tone === "success" ? { ...label, tone: undefined } : label;
}

/** How many of a product's mapped variants cannot be printed; null: none. */
export function brokenLabel({ broken, mapped }: Pick<ProductRow, "broken" | "mapped">): string | null {
  if (broken === 0) return null;
  return mapped === 1 ? "Broken artwork or SKU" : `${formatNumber(broken)} with broken artwork or SKU`;
}

/** How much of a product is mapped, and what is never printed. `variants`: their number in Shopify; null if it is unknown. */
export function mappedLabel(
  mapped: number,
  variants: number | null,
  notPrinted: ProductRow["notPrinted"] = { product: false, variants: 0 },
): LabelCopy {
  const marked =
    notPrinted.product || (notPrinted.variants > 0 && variants !== null && notPrinted.variants >= variants);
  if (mapped === 0 && marked) return { label: "Never printed", tone: undefined, progress: "complete" };
  if (mapped === 0) return { label: "Not mapped", tone: undefined, progress: "incomplete" };
  if (notPrinted.product)
    return { label: `${mapped} mapped, others never printed`, tone: "success", progress: "complete" };
  if (variants === null) return { label: `${mapped} mapped`, tone: undefined, progress: "complete" };
  // Mappings and marks of deleted variants may exist: they can exceed `variants`.
  const printed = Math.max(variants - notPrinted.variants, 0);
  const except = notPrinted.variants > 0 ? `, ${notPrinted.variants} never printed` : "";
  if (mapped >= printed) {
    const all = variants === 1 ? "Mapped" : `All ${printed} variants`;
    return { label: except ? `${mapped} mapped${except}` : all, tone: "success", progress: "complete" };
  }
  return { label: `${mapped} of ${printed} variants${except}`, tone: "attention", progress: "partiallyComplete" };
}

/** What became of a product's mapped variants in Shopify; null: nothing. */
export function changedLabel({ changed, deleted }: Pick<ProductRow, "changed" | "deleted">): string | null {
  const parts = [changed > 0 && `${changed} changed`, deleted > 0 && `${deleted} deleted`].filter(Boolean);
  return parts.length > 0 ? `${parts.join(", ")} in Shopify` : null;
}

/** What was changed in a variant: `Color: was Black, is now Navy.` */
export function changeSentences(was: VariantFacts, now: VariantFacts): string[] {
  const names = [...new Set([...was.options, ...now.options].map(({ name }) => name))];
  const valueOf = ({ options }: VariantFacts, wanted: string) =>
    options.find(({ name }) => name === wanted)?.value ?? "";
  const rows = [...names.map((name) => [name, valueOf(was, name), valueOf(now, name)]), ["SKU", was.sku, now.sku]];
  const changed = rows.filter(([, before, after]) => (before ?? "") !== (after ?? ""));
  if (changed.length === 0) return ["The options are in a different order."];
  return changed.map(([name, before, after]) => `${name}: was ${before || "empty"}, is now ${after || "empty"}.`);
}

/** The sides with artwork among the mapped variants: `Front and back`, `Front, back on 2 of 3`. */
export function artworkText({ mapped, front, back }: Pick<ProductRow, "mapped" | "front" | "back">): string {
  const side = (name: string, count: number) => (count === mapped ? name : `${name} on ${count} of ${mapped}`);
  const sides = [
    ["front", front],
    ["back", back],
  ] as const;
  const present = sides.filter(([, count]) => count > 0).map(([name, count]) => side(name, count));
  if (mapped === 0) return "";
  const all = present.join(present.every((text) => !text.includes(" ")) ? " and " : ", ");
  return all === "" ? "None" : all.charAt(0).toUpperCase() + all.slice(1);
}

/** A variant's title; a product without variants has Shopify's "Default Title". */
export function variantName(variant: ProductVariant): string {
  return shownTitle(variant.shopify?.title ?? (variant.change?.was.title || `Variant ${gidNumber(variant.gid)}`));
}

/** Why a variant is never sent to print, even if it is mapped; null if it can be. */
export function whyNotPrintable({ shopify }: ProductVariant, giftCard: boolean): string | null {
  if (giftCard) return "Gift cards aren't printed.";
  return shopify?.requiresShipping === false ? "Not a physical product, so it isn't printed." : null;
}

/** The price of one unit, shipped within the US (app: CHECKED_FOR). */
export function priceText({ goods, shipping, total, currency, discrepancies }: Price): string {
  const text = `Cost ${formatMoney(goods, currency)} + ${formatMoney(shipping, currency)} US standard shipping, before tax.`;
  return discrepancies.includes("total_differs")
    ? `${text} The print service's total is ${formatMoney(total, currency)}.`
    : text;
}

/** Why a SKU could not be checked. */
export const UNCHECKED_MESSAGES = {
  not_connected: "Not checked. Connect your print service first.",
  account_rejected: "Not checked. The print service rejected your login.",
  unavailable: "Not checked. The print service isn't responding.",
  not_priced: "Accepted. The print service names no price before an order is paid.",
} as const;

/** What may spoil a print, and the next step. */
export function warningMessage(warning: ArtworkWarning): string {
  switch (warning.code) {
    case "expiring_link":
      return `This link stops working on ${warning.endsAt.slice(0, 10)} at ${warning.endsAt.slice(11, 16)} UTC. Use a link that doesn't expire.`;
    case "low_resolution":
      return `The image is ${warning.width} × ${warning.height} pixels and may print blurry. Use a larger image.`;
    case "low_dpi": {
      const { width, height, dpi, side, size, wantedDpi } = warning;
      return `${width} × ${height} pixels print at ${dpi} dpi on the ${sideInText(side)} (${size.width} × ${size.height} ${size.unit}). ${wantedDpi} dpi or more looks sharp.`;
    }
    case "below_area": {
      const { width, height, dpi, wantedDpi, area, places } = warning;
      const pixels = `${formatNumber(width)} × ${formatNumber(height)} of ${formatNumber(area.width)} × ${formatNumber(area.height)} pixels`;
      const size = dpi === null || wantedDpi === null ? pixels : `${dpi} dpi of ${wantedDpi} at this size (${pixels})`;
      const made =
        places > 1 ? ` The product is made in ${places} places with different print areas. This is the strictest.` : "";
      return `${size}. The artwork may print blurry. Use a larger image.${made}`;
    }
    case "other_shape":
      return warning.is === "wider"
        ? `The artwork is wider than the print area: ${warning.percent}% of the area's height stays empty, or ${warning.percent}% of the artwork's width is cut off.`
        : `The artwork is taller than the print area: ${warning.percent}% of the area's width stays empty, or ${warning.percent}% of the artwork's height is cut off.`;
    case "no_area":
      return `The print service's catalog names no print area for the ${sideInText(warning.side)} of this product.`;
    case "wrong_type":
      return `The print service's catalog names ${warning.named.join(" or ")} files for the ${sideInText(warning.side)}. Check that it takes this ${warning.type}.`;
    case "cmyk":
      return "The image uses CMYK colors, which may print differently. Export as RGB (sRGB).";
    case "not_opened":
      return `Inkbridge doesn't check the size, colors, or background of ${warning.kind.toUpperCase()} files. Check them yourself, or use a PNG.`;
    case "encrypted_pdf":
      return "The PDF is protected, for example with a password, and may not print. Export without protection.";
    case "several_pages":
      return `The PDF has ${warning.pages} pages. Only one can print. Export one page.`;
    case "outside_files":
      return "The SVG uses images or fonts from other files, which don't print. Embed them, or export a PNG.";
    case "color_profile":
      return `The image's colors are in “${warning.profile}” and may print differently. Export as sRGB.`;
    case "small_drawing": {
      const { width, height, of } = warning;
      return `The drawing fills only ${width} × ${height} of the image's ${of.width} × ${of.height} pixels and prints small. Crop the image to the drawing.`;
    }
    case "faint":
      return `The artwork is at most ${warning.percent}% opaque and prints faint. Check its opacity, then export again.`;
    case "sixteen_bit":
      return "The image has 16 bits per channel, which may not print. Export with 8 bits.";
    case "no_transparency":
      return "The image has no transparent background. Its background prints, too.";
    case "varying":
      return "The server sends a different file with each download, so Inkbridge can't tell when the file is replaced.";
    case "animated":
      return "The image is animated. Only one frame can print. Use a still image.";
  }
}

/** Everything that there is to tell of a print file, the worst first. */
export const findingMessages = ({ side, newFile, problem, warnings }: ArtworkFinding): string[] => [
  ...(problem ? [ARTWORK_PROBLEMS[problem]] : []),
  ...(newFile ? [`${COPY.artworkFinding.replaced.title(side)}.`] : []),
  ...warnings.map(warningMessage),
];

/** The error of a mapping's field. */
export function problemMessage(field: FormField, problem: FieldProblem): string {
  switch (problem.kind) {
    case "missing":
      return field === "itemSku" ? "Enter a print SKU" : "Enter a value";
    case "too_long":
      return `Enter up to ${problem.max} characters`;
    case "sku_rejected": {
      const message = problem.providerMessage
        ? `The print service rejected this SKU: “${problem.providerMessage}”`
        : "The print service rejected this SKU";
      return problem.suggestion ? `${message}. Did you mean ${problem.suggestion}?` : message;
    }
    case "link":
      return ARTWORK_PROBLEMS[problem.reason];
  }
}

/** What a variant is mapped to now, after somebody changed it: the fields that are filled, in words. */
export function nowText({ mapping, notPrinted }: ShownVariant): string {
  if (notPrinted) return "Now: never printed";
  if (!mapping) return "Now: not mapped";
  const sides = printedLinks(mapping).map(({ side, link }) => `${sideInText(side)} ${fileName(link)}`);
  return `Now: ${[mapping.itemSku, ...sides].join(", ")}`;
}

/** The last part of a link: what staff called the file. */
export function fileName(link: string): string {
  const path = URL.parse(link)?.pathname.split("/").at(-1) ?? "";
  return path === "" ? link : decode(path);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A variant's title; a product without variants has Shopify's "Default Title". */
export const shownTitle = (title: string): string => (title === "Default Title" ? "Default" : title);
