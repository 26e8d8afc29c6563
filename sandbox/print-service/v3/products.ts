/** Catalog, shipping services and prices of version 3. */
import { Decimal } from "decimal.js";
import { z } from "zod";
import type { Settings } from "../options.ts";
import { countryCode, parse } from "../order-body.ts";
import { ApiError } from "../responses.ts";
import { destinationOf } from "./catalog.ts";
import type { Location, PrintArea, Product, ShippingService, Variant } from "./catalog.ts";

type Fields = Record<string, unknown>;
export interface Found {
  product: Product;
  variant: Variant;
}

interface Index {
  bySku: Map<string, Found>;
  byOldSku: Map<string, Found>;
  byId: Map<string, Found>;
}
const indexes = new WeakMap<Product[], Index>();

function indexOf(products: Product[]): Index {
  const known = indexes.get(products);
  if (known) return known;
  const index: Index = { bySku: new Map(), byOldSku: new Map(), byId: new Map() };
  for (const product of products) {
    for (const variant of product.variants) {
      const found = { product, variant };
      index.bySku.set(variant.sku, found);
      index.byId.set(variant.id, found);
      for (const sku of variant.oldSkus) index.byOldSku.set(sku, found);
    }
  }
  indexes.set(products, index);
  return index;
}

export const currentSku = ({ version3 }: Settings, { sku }: Variant): string => version3.renamed[sku] ?? sku;

const oldSkus = (settings: Settings, variant: Variant): string[] =>
  currentSku(settings, variant) === variant.sku ? variant.oldSkus : [...variant.oldSkus, variant.sku];

/** By its id, its SKU of today, or one of before; by both only where they agree. */
export function findVariant(settings: Settings, { sku, id }: { sku?: string; id?: string }): Found | undefined {
  const byId = id === undefined ? undefined : indexOf(settings.products).byId.get(id);
  const bySku = sku === undefined ? undefined : findSku(settings, sku);
  if ((id !== undefined && !byId) || (sku !== undefined && !bySku)) return undefined;
  const found = byId ?? bySku;
  if (!found || (bySku && bySku.variant !== found.variant)) return undefined;
  return settings.version3.gone.includes(currentSku(settings, found.variant)) ? undefined : found;
}

function findSku(settings: Settings, sku: string): Found | undefined {
  const { renamed, oldSkus: old } = settings.version3;
  const { bySku, byOldSku } = indexOf(settings.products);
  const original = Object.entries(renamed).find(([, now]) => now === sku)?.[0] ?? sku;
  const today = original === sku && sku in renamed ? undefined : bySku.get(original);
  return today ?? (old === "accepted" ? (byOldSku.get(sku) ?? bySku.get(sku)) : undefined);
}

/** An amount as it is shown now. */
export function money({ version3 }: Settings, amount: string): number | string {
  switch (version3.prices) {
    case "right":
      return Number(amount);
    case "zero":
      return 0;
    case "negative":
      return -Number(amount);
    case "text":
      return amount;
    case "words":
      return "Contact us";
  }
}

/** The catalog as far as it is shown. */
export function shownProducts({ products, version3 }: Settings): Product[] {
  if (version3.catalog === "none") return [];
  return version3.catalog === "half" ? products.slice(0, Math.floor(products.length / 2)) : products;
}

const shownVariants = (settings: Settings, { variants }: Product): Variant[] =>
  variants.filter((variant) => !settings.version3.gone.includes(currentSku(settings, variant)));

export const isInStock = (settings: Settings, variant: Variant): boolean =>
  variant.inStock && !settings.version3.soldOut.includes(currentSku(settings, variant));

/** print-service-v3: Product. `base`: the address under which the service shows its pictures. */
export function shownProduct(settings: Settings, base: string, product: Product): Fields {
  const picture = (kind: "mockup" | "template") => `${base}/page/${kind}/${encodeURIComponent(product.code)}.png`;
  return {
    product_name: product.name,
    code: product.code,
    mockup_url: picture("mockup"),
    template_mockup_url: picture("template"),
    variants: shownVariants(settings, product).map((variant) => shownVariant(settings, variant)),
  };
}

function shownVariant(settings: Settings, variant: Variant): Fields {
  return {
    variant_title: variant.title,
    item_sku: currentSku(settings, variant),
    item_old_sku: oldSkus(settings, variant),
    variant_id: variant.id,
    availability: availability(settings, isInStock(settings, variant)),
    attributes: variant.attributes.map(({ name, value, hexColor }) => ({
      name,
      value,
      ...(hexColor ? { hexColor } : {}),
    })),
    locations: variant.locations.map((location) => ({
      name: location.name,
      code: location.code,
      made_in_location: location.code,
      product_location: Object.keys(location.services).map((code) =>
        settings.version3.productLocations === "codes" ? code : { code },
      ),
      base_cost: money(settings, location.baseCost),
      tier_cost: location.tierCost.map(({ quantity, cost }) => ({ quantity, cost: money(settings, cost) })),
      print_areas: location.printAreas.map(shownArea),
    })),
  };
}

function availability({ version3 }: Settings, inStock: boolean): string | boolean | number {
  if (version3.availability === "boolean") return inStock;
  return version3.availability === "number" ? (inStock ? 250 : 0) : inStock ? "In stock" : "Out of stock";
}

const shownArea = ({ key, width, height, resolution }: PrintArea): Fields => ({
  key,
  area: key.replaceAll("_", " "),
  width,
  height,
  file_format: "PNG",
  resolution,
  artwork_validations: [{ width, height, resolution, file_format: "PNG" }],
});

/** print-service-v3: listSkus. */
export const skuCatalogs = (settings: Settings): Fields[] =>
  shownProducts(settings).map((product) => ({
    product_name: product.name,
    code: product.code,
    variants: shownVariants(settings, product).map((variant) => ({
      sku: currentSku(settings, variant),
      title: variant.title,
      variant_id: variant.id,
    })),
  }));

const methodsRequest = z.object({
  variant_id: z.array(z.string()).default([]),
  sku: z.array(z.string()).default([]),
});

/** print-service-v3: getShippingMethods. What is not known is left out. */
export function shippingMethods(settings: Settings, body: unknown): Fields {
  const read = parse(methodsRequest, body);
  const asked = [...read.variant_id.map((id) => ({ id })), ...read.sku.map((sku) => ({ sku }))];
  if (asked.length === 0) throw new ApiError(400, "variant_id or sku is required");
  if (asked.length > 100) throw new ApiError(400, "at most 100 variants");
  const found = asked.flatMap((one) => findVariant(settings, one) ?? []);
  return {
    product_data: [...new Set(found.map(({ variant }) => variant))].map((variant) => ({
      item_sku: currentSku(settings, variant),
      variant_id: variant.id,
      locations: variant.locations.map((location) => ({
        made_in_location: location.code,
        product_location: Object.keys(location.services).map((code) => ({
          code,
          shipping_services: servicesTo(settings, location, code).map((service) => ({
            shipping_name: service.name,
            shipping_code: service.code,
            tax_fee: money(settings, service.taxFee),
            shipping_fee: money(settings, service.fee),
            shipping_extra_fee: money(settings, service.extraFee),
          })),
        })),
      })),
    })),
  };
}

function servicesTo({ version3 }: Settings, location: Location, destination: string): ShippingService[] {
  const all = location.services[destination] ?? [];
  if (version3.services === "none") return [];
  return version3.services === "standard only" ? all.slice(0, 1) : all;
}

/** A line of a request that the catalog knows. */
export interface PricedLine {
  variant: Variant;
  location: Location;
  quantity: number;
}

/**
 * Looks up a requested item.
 * @throws ApiError 400 for a SKU or a location that is not known
 */
export function lineOf(
  settings: Settings,
  item: {
    item_sku?: string | undefined;
    variant_id?: string | undefined;
    made_in_location?: string | undefined;
    product_location?: string | undefined;
    quantity: number;
  },
): PricedLine & { product: Product } {
  const { item_sku, variant_id, made_in_location, product_location, quantity } = item;
  if (item_sku === undefined && variant_id === undefined) throw new ApiError(400, "item_sku or variant_id is required");
  const found = findVariant(settings, {
    ...(item_sku === undefined ? {} : { sku: item_sku }),
    ...(variant_id === undefined ? {} : { id: variant_id }),
  });
  if (!found) {
    const text = `Invalid item sku : ${item_sku ?? variant_id}. Not found this sku.`;
    throw new ApiError(400, "Error! Invalid Order Items.", { data_error: [{ item_sku: text }] });
  }
  const location = found.variant.locations.find(
    ({ code }) => made_in_location === undefined || code === made_in_location,
  );
  if (!location) throw new ApiError(400, `made_in_location ${made_in_location} does not exist`);
  if (product_location !== undefined && !Object.hasOwn(location.services, product_location))
    throw new ApiError(400, `product_location ${product_location} does not exist`);
  return { ...found, location, quantity };
}

/** Base cost, shipping and tax of lines, in decimal strings. @throws ApiError 400 for a service that is not there */
export function feesOf(settings: Settings, lines: PricedLine[], country: string, service: string | undefined) {
  const destination = destinationOf(country);
  let [base, shipping, tax] = [new Decimal(0), new Decimal(0), new Decimal(0)];
  for (const { location, quantity } of lines) {
    const chosen =
      service === undefined
        ? location.services[destination]?.[0]
        : servicesTo(settings, location, destination).find(({ code }) => code === service);
    if (!chosen) throw new ApiError(400, `shipping_service ${service} is not available`);
    base = base.plus(new Decimal(location.baseCost).times(quantity));
    shipping = shipping.plus(chosen.fee).plus(new Decimal(chosen.extraFee).times(quantity - 1));
    tax = tax.plus(chosen.taxFee);
  }
  return {
    base_fee: base.toFixed(2),
    shipping_fee: shipping.toFixed(2),
    tax_fee: tax.toFixed(2),
    surcharge: "0.00",
    total_price: base.plus(shipping).plus(tax).toFixed(2),
  };
}

const priceRequest = z.object({
  discount_code: z.array(z.string()).optional(),
  shipping_country_code: countryCode,
  shipping_province_code: z.string(),
  shipping_service: z.string().min(1).optional(),
  order_items: z
    .array(
      z.object({
        item_sku: z.string().min(1).optional(),
        variant_id: z.string().min(1).optional(),
        made_in_location: z.string().min(1).optional(),
        product_location: z.string().min(1).optional(),
        quantity: z.number().int().min(1),
      }),
    )
    .min(1),
});

/** print-service-v3: calculatePrice. */
export function calculatePrice(settings: Settings, body: unknown): unknown {
  const read = parse(priceRequest, body);
  const lines = read.order_items.map((item) => lineOf(settings, item));
  const isZero = settings.version3.pricesUntilPaid === "zero";
  const shown = (amount: string) => (isZero ? 0 : money(settings, amount));
  const feesFor = (some: PricedLine[]) => feesOf(settings, some, read.shipping_country_code, read.shipping_service);
  const fees = feesFor(lines);
  switch (settings.version3.priceAnswer) {
    case "fees":
      return Object.fromEntries(Object.entries(fees).map(([name, amount]) => [name, shown(amount)]));
    case "total":
      return { total_price: shown(fees.total_price) };
    case "lines":
      return lines.map((line) => {
        const own = feesFor([line]);
        return {
          item_sku: currentSku(settings, line.variant),
          quantity: line.quantity,
          base_cost: shown(line.location.baseCost),
          shipping_fee: shown(own.shipping_fee),
          tax_fee: shown(own.tax_fee),
          total_price: shown(own.total_price),
        };
      });
  }
}
