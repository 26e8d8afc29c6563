import type { Side } from "./options.ts";

/** A product of version 3. Prices are decimal strings; widths and heights are pixels. */
export interface Product {
  name: string;
  code: string;
  shape: Shape;
  variants: Variant[];
}

export interface Variant {
  id: string;
  title: string;
  sku: string;
  oldSkus: string[];
  inStock: boolean;
  attributes: { name: string; value: string; hexColor: string | null }[];
  locations: Location[];
}

/** Where it is made, and where it goes from there at which fees. */
export interface Location {
  name: string;
  code: string;
  baseCost: string;
  tierCost: { quantity: number; cost: string }[];
  printAreas: PrintArea[];
  /** By destination: a country, EU, or WW for everywhere else. */
  services: Record<string, ShippingService[]>;
}

export interface PrintArea {
  key: Side;
  width: number;
  height: number;
  resolution: number;
}

export interface ShippingService {
  name: string;
  code: string;
  /** Of the first piece, and of each further one. */
  fee: string;
  extraFee: string;
  taxFee: string;
}

/** How a product is drawn. */
export type Shape = "shirt" | "hoodie" | "mug" | "bag" | "sheet" | "case";

const COLORS: [name: string, hex: string][] = [
  ["Black", "#1d1d1f"],
  ["White", "#ffffff"],
  ["Grey", "#9aa0a6"],
  ["Navy", "#1f2a44"],
  ["Heather Red", "#b4434c"],
  ["Forest Green", "#2f5d43"],
  ["Sand", "#d8c8a8"],
  ["Royal Blue", "#2b50a8"],
  ["Maroon", "#6b2737"],
  ["Light Pink", "#f3c6d0"],
  ["Charcoal", "#46494d"],
  ["Gold", "#e0a72e"],
  ["Sky Blue", "#8fc1e3"],
  ["Purple", "#5f3c88"],
  ["Olive", "#6b6b3a"],
  ["Teal", "#1f7a7a"],
  ["Orange", "#e2711d"],
  ["Red", "#c1121f"],
  ["Natural", "#efe6d2"],
  ["Mint", "#b7e4c7"],
  ["Brown", "#5e4032"],
  ["Ash", "#c9cbce"],
];
const SIZES = ["XS", "S", "M", "L", "XL", "2XL", "3XL", "4XL"];
const UPPER = { US: "3.90", CA: "6.40", GB: "5.90", AU: "7.60", EU: "6.20", WW: "8.90" };
const FLAT = { US: "2.19", CA: "3.40", GB: "2.95", AU: "4.05", EU: "3.60", WW: "5.50" };

/** `sides`: inches. A size on the way up costs `sizeStep` cents more. */
interface Kind {
  code: string;
  name: string;
  shape: Shape;
  colors: number;
  sizes: string[];
  cents: number;
  sizeStep: number;
  sides: [Side, width: number, height: number][];
  dpi: number;
  fees: Record<string, string>;
  madeIn: string[];
  /** Its SKUs before it was renamed, by color and size; undefined: it never was. */
  oldSku?: (color: string, size: string) => string | undefined;
  sizeName?: string;
}

const CHEST: Kind["sides"] = [
  ["front", 15, 18],
  ["back", 15, 18],
  ["left_chest", 4, 4],
  ["right_chest", 4, 4],
  ["across_chest", 12, 4],
  ["across_back", 12, 4],
  ["center_upper_back", 4, 4],
  ["front_bottom_right", 4, 4],
];
const SLEEVES: Kind["sides"] = [
  ["right_upper_sleeves", 4, 4],
  ["right_lower_sleeves", 3, 11],
  ["left_upper_sleeves", 4, 4],
  ["left_lower_sleeves", 3, 11],
];
const apparel = { dpi: 300, fees: UPPER, sizeStep: 115 };

const KINDS: Kind[] = [
  {
    ...apparel,
    code: "CT17",
    name: "Unisex Cotton Tee",
    shape: "shirt",
    colors: 6,
    sizes: SIZES.slice(1, 7),
    cents: 780,
    sides: [...CHEST, ["right_upper_sleeves", 4, 4], ["left_upper_sleeves", 4, 4]],
    madeIn: ["US", "VN"],
    oldSku: (color, size) =>
      ["Black", "White"].includes(color) && ["S", "M", "L", "XL"].includes(size)
        ? `TEE-${color}-${size}`.toUpperCase()
        : undefined,
  },
  {
    ...apparel,
    code: "PH30",
    name: "Pullover Hoodie",
    shape: "hoodie",
    colors: 4,
    sizes: SIZES.slice(1, 7),
    cents: 1840,
    sides: [["hood", 8, 10], ...CHEST, ...SLEEVES],
    madeIn: ["US"],
    oldSku: (color, size) =>
      color === "Grey" && ["M", "L"].includes(size) ? `HOODIE-${color}-${size}`.toUpperCase() : undefined,
  },
  {
    ...apparel,
    code: "LS22",
    name: "Long Sleeve Tee",
    shape: "shirt",
    colors: 4,
    sizes: SIZES.slice(1, 6),
    cents: 1120,
    sides: [...CHEST, ...SLEEVES],
    madeIn: ["US"],
  },
  {
    ...apparel,
    code: "KT11",
    name: "Kids' Tee",
    shape: "shirt",
    colors: 4,
    sizes: ["2T", "3T", "4T", "5-6", "7-8"],
    cents: 690,
    sizeStep: 0,
    sides: [
      ["front", 10, 12],
      ["back", 10, 12],
    ],
    madeIn: ["US"],
  },
  {
    ...apparel,
    code: "AO09",
    name: "All-Over Print Shirt",
    shape: "shirt",
    colors: 1,
    sizes: SIZES.slice(0, 7),
    cents: 2150,
    dpi: 150,
    sides: [
      ["front", 24, 30],
      ["back", 24, 30],
      ["right", 12, 22],
      ["left", 12, 22],
    ],
    madeIn: ["CN"],
  },
  {
    code: "MG.11",
    name: "Ceramic Mug",
    shape: "mug",
    colors: 2,
    sizes: ["11 OZ", "15 OZ"],
    cents: 435,
    sizeStep: 190,
    sides: [
      ["bothsides", 8.5, 3.5],
      ["front", 3.5, 3.5],
      ["back", 3.5, 3.5],
    ],
    dpi: 300,
    fees: { ...UPPER, US: "4.49" },
    madeIn: ["US", "CN"],
    oldSku: (color, size) => (color === "White" && size === "11 OZ" ? "MUG-11OZ" : undefined),
  },
  {
    code: "OR2L",
    name: "Acrylic Ornament",
    shape: "sheet",
    colors: 0,
    sizes: ["3.54X3.54 INCHES-ONE SIDE", "3.54X3.54 INCHES-TWO SIDES"],
    sizeName: "Style",
    cents: 320,
    sizeStep: 80,
    sides: [
      ["front", 3.54, 3.54],
      ["back", 3.54, 3.54],
    ],
    dpi: 300,
    fees: FLAT,
    madeIn: ["US"],
  },
  {
    code: "TB05",
    name: "Canvas Tote Bag",
    shape: "bag",
    colors: 2,
    sizes: ["15 x 16 in"],
    cents: 610,
    sizeStep: 0,
    sides: [
      ["front", 12, 12],
      ["back", 12, 12],
    ],
    dpi: 300,
    fees: FLAT,
    madeIn: ["US"],
    oldSku: (color) => (color === "White" ? "TOTE-NATURAL" : undefined),
  },
  {
    code: "PO.A",
    name: "Matte Poster",
    shape: "sheet",
    colors: 0,
    sizes: ["A4", "A3", "A2", "12 x 18 in", "18 x 24 in", "24 x 36 in"],
    cents: 410,
    sizeStep: 115,
    sides: [["front", 11.7, 16.5]],
    dpi: 200,
    fees: FLAT,
    madeIn: ["US", "DE"],
    oldSku: (_, size) => (size === "A3" ? "POSTER-A3" : undefined),
  },
  {
    code: "CV08",
    name: "Stretched Canvas",
    shape: "sheet",
    colors: 0,
    sizes: ["8 x 10 in", "11 x 14 in", "16 x 20 in", "24 x 36 in"],
    cents: 1290,
    sizeStep: 610,
    sides: [["front", 16, 20]],
    dpi: 150,
    fees: UPPER,
    madeIn: ["US"],
  },
  {
    code: "PC-TOUGH",
    name: "Tough Phone Case",
    shape: "case",
    colors: 0,
    sizes: ["12", "12 PRO", "13", "13 PRO", "14", "14 PRO", "14 PRO MAX", "15", "15 PRO"],
    sizeName: "Model",
    cents: 850,
    sizeStep: 0,
    sides: [["back", 3.4, 6.4]],
    dpi: 300,
    fees: FLAT,
    madeIn: ["CN"],
  },
  {
    code: "ST.3",
    name: "Die-Cut Sticker",
    shape: "sheet",
    colors: 0,
    sizes: ["3 x 3 in", "4 x 4 in", "5.5 x 5.5 in"],
    cents: 190,
    sizeStep: 60,
    sides: [["front", 5.5, 5.5]],
    dpi: 300,
    fees: FLAT,
    madeIn: ["US"],
  },
];

/** How many products the catalog has when nobody says. */
export const SMALL_CATALOG = KINDS.length;
const LINES =
  "Harbor,Alpine,Prairie,Canyon,Maple,Coastal,Summit,Willow,Ember,Lantern,Juniper,Cedar,Meadow,Orchard".split(",");
const LOCATION_NAMES: Record<string, string> = { US: "United States", VN: "Vietnam", CN: "China", DE: "Germany" };

const dollars = (cents: number): string => (cents / 100).toFixed(2);
const cents = (amount: string): number => Math.round(Number(amount) * 100);

/**
 * A catalog of so many products, always the same for one seed. The first twelve are those that the sandbox's shop
 * maps; the others are lines of the same kinds in more colors.
 */
export function createCatalog({ size = SMALL_CATALOG, seed = 1 } = {}): Product[] {
  const random = randomFrom(seed);
  let nextId = 70_001;
  return Array.from({ length: size }, (_, at): Product => {
    const kind = KINDS[at % KINDS.length] as Kind;
    const round = Math.floor(at / KINDS.length);
    return productOf(round === 0 ? kind : lineOf(kind, round), random, () => String(nextId++));
  });
}

function lineOf(kind: Kind, round: number): Kind {
  const edition = Math.floor((round - 1) / LINES.length);
  const line = LINES[(round - 1) % LINES.length];
  return {
    ...kind,
    oldSku: undefined,
    code: `${kind.code}-${String(round).padStart(2, "0")}`,
    name: `${line} ${kind.name}${edition > 0 ? ` ${edition + 1}` : ""}`,
    colors: kind.colors > 1 ? COLORS.length : kind.colors,
    sizes: kind.sizes.length > 4 && kind.colors > 1 && kind.sizes.includes("XL") ? SIZES : kind.sizes,
    cents: kind.cents + (round % 7) * 15,
  };
}

function productOf(kind: Kind, random: () => number, nextId: () => string): Product {
  const { name, code, shape } = kind;
  const colors = kind.colors === 0 ? [null] : COLORS.slice(0, kind.colors);
  const areas = kind.sides.map(([key, width, height]): PrintArea => ({
    key,
    width: Math.round(width * kind.dpi),
    height: Math.round(height * kind.dpi),
    resolution: kind.dpi,
  }));
  const places = kind.madeIn.map((madeIn, place) => ({ madeIn, place, services: servicesOf(kind, madeIn) }));
  const bySize = kind.sizes.map((_, at) => {
    // Clothes up to L cost the same.
    const firstStep = shape === "shirt" || shape === "hoodie" ? 2 : 0;
    const cost = kind.cents + Math.max(0, at - firstStep) * kind.sizeStep;
    const printAreas = areasOf(kind, areas, at);
    return places.map(({ madeIn, place, services }): Location => ({
      name: LOCATION_NAMES[madeIn] ?? madeIn,
      code: madeIn,
      baseCost: dollars(cost - place * 60),
      tierCost: [{ quantity: 25, cost: dollars(Math.round(cost * 0.9) - place * 60) }],
      printAreas,
      services,
    }));
  });
  const variants = colors.flatMap((color) =>
    kind.sizes.map((size, at): Variant => {
      const oldSku = kind.oldSku?.(color?.[0] ?? "", size);
      return {
        id: nextId(),
        title: [color?.[0], size].filter(Boolean).join(" / "),
        sku: [code, color?.[0], size].filter(Boolean).join("-").toUpperCase(),
        oldSkus: oldSku === undefined ? [] : [oldSku],
        // The mapped ones are always there.
        inStock: random() >= 0.03 || oldSku !== undefined,
        attributes: [
          ...(color ? [{ name: "Color", value: color[0], hexColor: color[1] }] : []),
          { name: kind.sizeName ?? "Size", value: size, hexColor: null },
        ],
        locations: bySize[at] ?? [],
      };
    }),
  );
  return { name, code, shape, variants };
}

/** One side only has the first area; the other sizes of a sheet grow with it. */
function areasOf(kind: Kind, areas: PrintArea[], at: number): PrintArea[] {
  if (kind.sizes[at]?.endsWith("ONE SIDE")) return areas.slice(0, 1);
  if (kind.shape !== "sheet" || kind.sizes[0]?.includes("SIDE")) return areas;
  const factor = 0.7 + at * 0.3;
  return areas.map((area) => ({
    ...area,
    width: Math.round(area.width * factor),
    height: Math.round(area.height * factor),
  }));
}

function servicesOf({ fees }: Kind, madeIn: string): Record<string, ShippingService[]> {
  const service = (name: string, fee: number): ShippingService => ({
    name,
    code: name.toUpperCase(),
    fee: dollars(fee),
    extraFee: dollars(Math.round(fee * 0.4)),
    taxFee: "0.00",
  });
  return Object.fromEntries(
    Object.entries(fees).map(([destination, fee]) => {
      const standard = cents(fee) + (madeIn === destination || madeIn === "US" ? 0 : 140);
      const services = [service("Standard", standard)];
      if (["US", "AU", "EU"].includes(destination)) services.push(service("Express", standard * 2 + 350));
      if (destination === "US") services.push(service("Ground", standard + 120), service("Economy", standard - 60));
      const tax = destination === "EU" || destination === "GB" ? dollars(Math.round(standard * 0.2)) : "0.00";
      return [destination, services.map((one) => ({ ...one, taxFee: tax }))];
    }),
  );
}

// mulberry32
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const EU = "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE".split(" ");

/** The destination of the fees for a country. */
export function destinationOf(country: string): string {
  if (["US", "CA", "GB", "AU"].includes(country)) return country;
  return EU.includes(country) ? "EU" : "WW";
}

const OUTLINES: Record<Shape, string> = {
  shirt: "M70 60 110 40h80l40 20 40 60-40 26-20-30v164H90V116l-20 30-40-26z",
  hoodie: "M70 80 110 56q40-46 80 0l40 24 44 110-36 16-28-70v144H90V136l-28 70-36-16z",
  mug: "M70 70h130v30h24q36 0 36 50t-36 50h-24v30H70z",
  bag: "M70 110h40q0-60 40-60t40 60h40v170H70zM126 110h48q0-44-24-44t-24 44z",
  sheet: "M60 40h180v220H60z",
  case: "M100 30h100q16 0 16 16v208q0 16-16 16H100q-16 0-16-16V46q0-16 16-16z",
};

/** A drawing of a product; `template`: with the outline of its first print area. */
export function drawProduct({ shape, variants, name }: Product, picture: "mockup" | "template"): string {
  const color = variants.find((one) => one.attributes[0]?.hexColor)?.attributes[0]?.hexColor ?? "#f4f2ec";
  const area = variants[0]?.locations[0]?.printAreas[0];
  const ratio = area ? area.width / area.height : 1;
  const [width, height] = ratio >= 1 ? [110, 110 / ratio] : [110 * ratio, 110];
  const frame = `<rect x="${(150 - width / 2).toFixed(1)}" y="${(165 - height / 2).toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="none" stroke="#d6336c" stroke-width="2" stroke-dasharray="6 4"/>`;
  const title = name.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300"><title>${title}</title><rect width="300" height="300" fill="#fbfaf7"/><path d="${OUTLINES[shape]}" fill="${picture === "template" ? "#ffffff" : color}" stroke="#8a8577" stroke-width="2" fill-rule="evenodd"/>${picture === "template" ? frame : ""}</svg>`;
}
