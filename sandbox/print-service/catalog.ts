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

const shirt = (colour: string, size: string, baseCost: string): [string, CatalogEntry] => [
  `TEE-${colour}-${size}`.toUpperCase(),
  { title: `Cotton tee, ${colour}, ${size}`, baseCost, ...parcel },
];

/** Used when no catalog is given. */
export const DEFAULT_CATALOG: Catalog = Object.fromEntries([
  ...["black", "white"].flatMap((colour) => [
    shirt(colour, "S", "7.80"),
    shirt(colour, "M", "7.80"),
    shirt(colour, "L", "7.80"),
    shirt(colour, "XL", "8.95"),
  ]),
  ["HOODIE-GREY-M", { title: "Hoodie, grey, M", baseCost: "18.40", ...parcel }],
  ["HOODIE-GREY-L", { title: "Hoodie, grey, L", baseCost: "18.40", ...parcel }],
  ["MUG-11OZ", { title: "Mug, 11 oz", baseCost: "4.35", ...parcel }],
  ["TOTE-NATURAL", { title: "Tote bag, natural", baseCost: "6.10", ...letter }],
  ["POSTER-A3", { title: "Poster, A3", baseCost: "5.25", ...letter }],
]);
