/** What can be printed, at which price. Prices are decimal strings. */
export interface CatalogEntry {
  title: string;
  baseCost: string;
  /** Shipping fee of a line, by country code. */
  shipping: Record<string, string>;
  shippingElsewhere: string;
}

export type Catalog = Record<string, CatalogEntry>;

const parcel = { shipping: { US: "4.49", CA: "7.25", AU: "8.10", GB: "6.30" }, shippingElsewhere: "9.95" };
const letter = { shipping: { US: "2.19", CA: "3.40", AU: "4.05", GB: "2.95" }, shippingElsewhere: "5.50" };

const shirt = (color: string, size: string, baseCost: string): [string, CatalogEntry] => [
  `TEE-${color}-${size}`.toUpperCase(),
  { title: `Cotton tee, ${color}, ${size}`, baseCost, ...parcel },
];

/** Used when no catalog is given. */
export const DEFAULT_CATALOG: Catalog = Object.fromEntries([
  ...["black", "white"].flatMap((color) => [
    shirt(color, "S", "7.80"),
    shirt(color, "M", "7.80"),
    shirt(color, "L", "7.80"),
    shirt(color, "XL", "8.95"),
  ]),
  ["HOODIE-GREY-M", { title: "Hoodie, grey, M", baseCost: "18.40", ...parcel }],
  ["HOODIE-GREY-L", { title: "Hoodie, grey, L", baseCost: "18.40", ...parcel }],
  ["MUG-11OZ", { title: "Mug, 11 oz", baseCost: "4.35", ...parcel }],
  ["TOTE-NATURAL", { title: "Tote bag, natural", baseCost: "6.10", ...letter }],
  ["POSTER-A3", { title: "Poster, A3", baseCost: "5.25", ...letter }],
]);
