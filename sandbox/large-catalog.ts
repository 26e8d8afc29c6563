import type { ProductInput } from "./shopify/catalog.ts";

const COLORS = ["Black", "White", "Navy", "Red", "Green"];
const SIZES = ["S", "M", "L", "XL", "XXL"];
const MOTIFS = ["Fox", "Owl", "Bear", "Hare", "Wolf", "Deer", "Lynx", "Otter"];
const KINDS = ["shirt", "hoodie", "tank top", "sweatshirt"];

/** Products of 25 variants each, for trying what a large shop sees. */
export function largeCatalog(variants: number): ProductInput[] {
  const perProduct = COLORS.length * SIZES.length;
  return Array.from({ length: Math.ceil(variants / perProduct) }, (_, at): ProductInput => ({
    title: `${MOTIFS[at % MOTIFS.length]} ${KINDS[at % KINDS.length]} ${at + 1}`,
    vendor: "Inkbridge",
    productType: "Shirts",
    variants: COLORS.flatMap((color) =>
      SIZES.map((size) => ({
        sku: `CAT-${at + 1}-${color.slice(0, 2).toUpperCase()}-${size}`,
        price: "25.00",
        options: [
          { name: "Color", value: color },
          { name: "Size", value: size },
        ],
      })),
    ).slice(0, variants - at * perProduct),
  }));
}
