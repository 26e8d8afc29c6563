import { GraphQLError } from "graphql";
import { findVariant } from "../catalog.ts";
import { parseGid } from "../ids.ts";
import type { Order, Product, Shop, ShopFile, Variant } from "../model.ts";
import { displayFulfillmentStatus } from "../order-status.ts";
import { demandNodeAccess, maySeeOrder, mayTouch } from "./access.ts";
import { carrierServiceView } from "./carrier-service-mutations.ts";
import { productView, variantView } from "./catalog-view.ts";
import { connection, type PageArgs } from "./connection.ts";
import type { GraphContext, View } from "./context.ts";
import { fileView } from "./file-view.ts";
import { fulfillmentOrderView, fulfillmentView, locationView } from "./fulfillment-view.ts";
import { lineView } from "./line-view.ts";
import { orderView } from "./order-view.ts";
import { search, type Searchable } from "./search.ts";
import { installationView, shopView } from "./shop-view.ts";
import { now } from "../store.ts";

type Listed = PageArgs & { query?: string | null; sortKey?: string | null };

const ORDER_FIELDS: Searchable<Order> = {
  id: (order) => order.id,
  name: (order) => [order.name, order.name.replace("#", "")],
  tag: (order) => order.tags,
  status: (order) => (order.cancelledAt ? "cancelled" : order.closedAt ? "closed" : "open"),
  created_at: (order) => order.createdAt,
  processed_at: (order) => order.processedAt,
  updated_at: (order) => order.updatedAt,
  financial_status: (order) => order.financialStatus,
  fulfillment_status: (order) => displayFulfillmentStatus(order),
  test: (order) => String(order.test),
};

const ORDER_KEYS: Record<string, (order: Order) => string> = {
  ID: (order) => numeric(order.id),
  CREATED_AT: (order) => order.createdAt.toISOString() + numeric(order.id),
  PROCESSED_AT: (order) => order.processedAt.toISOString() + numeric(order.id),
  UPDATED_AT: (order) => order.updatedAt.toISOString() + numeric(order.id),
};

const PRODUCT_FIELDS: Searchable<Product> = {
  id: (product) => product.id,
  title: (product) => product.title,
  status: (product) => product.status,
  vendor: (product) => product.vendor,
  product_type: (product) => product.productType,
  tag: (product) => product.tags,
  sku: (product) => skusOf(product),
  updated_at: (product) => product.updatedAt,
  // Where a bare word is looked for.
  default: (product) => [product.title, product.vendor, product.productType, ...product.tags, ...skusOf(product)],
};

const PRODUCT_KEYS: Record<string, (product: Product) => string> = {
  ID: (product) => numeric(product.id),
  TITLE: (product) => `${product.title.toLowerCase()} ${numeric(product.id)}`,
};

const FILE_FIELDS: Searchable<ShopFile> = {
  filename: (file) => file.name,
  // Where a bare word is looked for.
  default: (file) => file.name.split(/[-_.]/),
};

const FILE_KEYS: Record<string, (file: ShopFile) => string> = {
  ID: (file) => numeric(file.id),
  CREATED_AT: (file) => file.createdAt.toISOString() + numeric(file.id),
};

const skusOf = (product: Product) => product.variants.flatMap((variant) => variant.sku ?? []);

interface Stocked {
  product: Product;
  variant: Variant;
}

const VARIANT_FIELDS: Searchable<Stocked> = {
  id: ({ variant }) => variant.id,
  sku: ({ variant }) => variant.sku,
  title: ({ variant }) => variant.title,
  product_id: ({ product }) => product.id,
  product_type: ({ product }) => product.productType,
  vendor: ({ product }) => product.vendor,
  tag: ({ product }) => product.tags,
  product_status: ({ product }) => product.status,
  updated_at: ({ variant }) => variant.updatedAt,
};

const numeric = (id: string) => id.padStart(20, "0");

function only(sortKey: string | null | undefined, supported: string[]): string {
  const key = sortKey ?? supported[0] ?? "ID";
  if (!supported.includes(key)) throw new GraphQLError(`The stand-in cannot sort by ${key}`);
  return key;
}

/** The fields of QueryRoot that the stand-in knows. */
export const queries = {
  shop: (_args: unknown, { shop }: GraphContext) => shopView(shop),
  currentAppInstallation: (_args: unknown, context: GraphContext) => installationView(context),
  order: ({ id }: { id: string }, context: GraphContext) => nodeOf(context, "Order", id),
  product: ({ id }: { id: string }, context: GraphContext) => nodeOf(context, "Product", id),
  productVariant: ({ id }: { id: string }, context: GraphContext) => nodeOf(context, "ProductVariant", id),
  fulfillment: ({ id }: { id: string }, context: GraphContext) => nodeOf(context, "Fulfillment", id),
  fulfillmentOrder: ({ id }: { id: string }, context: GraphContext) => nodeOf(context, "FulfillmentOrder", id),
  node: ({ id }: { id: string }, context: GraphContext) => anyNode(context, id),
  nodes: ({ ids }: { ids: string[] }, context: GraphContext) => ids.map((id) => anyNode(context, id)),
  orders: (args: Listed, context: GraphContext) => {
    const { shop } = context;
    const key = ORDER_KEYS[only(args.sortKey, ["PROCESSED_AT", "CREATED_AT", "UPDATED_AT", "ID"])];
    return connection(
      search(visibleOrders(context), args.query, ORDER_FIELDS),
      args,
      (order) => orderView(shop, order),
      key,
    );
  },
  products: (args: Listed, { shop }: GraphContext) => {
    const key = PRODUCT_KEYS[only(args.sortKey, ["ID", "TITLE"])];
    return connection(search(shop.products, args.query, PRODUCT_FIELDS), args, productView, key);
  },
  productVariants: (args: Listed, { shop }: GraphContext) => {
    only(args.sortKey, ["ID"]);
    const all = shop.products.flatMap((product) => product.variants.map((variant) => ({ product, variant })));
    const view = ({ product, variant }: Stocked) => variantView(product, variant);
    return connection(search(all, args.query, VARIANT_FIELDS), args, view, ({ variant }) => numeric(variant.id));
  },
  productVariantsCount: (_args: unknown, { shop }: GraphContext) => ({
    count: shop.products.reduce((sum, product) => sum + product.variants.length, 0),
    precision: "EXACT",
  }),
  files: (args: Listed, { shop }: GraphContext) => {
    const key = FILE_KEYS[only(args.sortKey, ["ID", "CREATED_AT"])];
    return connection(search(shop.files, args.query, FILE_FIELDS), args, fileView, key);
  },
  carrierServices: (args: Listed, { shop }: GraphContext) =>
    connection(shop.carrierServices, args, carrierServiceView, ({ id }) => numeric(id)),
  locations: (args: Listed, { shop }: GraphContext) => connection(shop.locations, args, locationView),
  /** Those of the app's configuration file are not listed here, at Shopify neither. */
  webhookSubscriptions: (args: Listed) => connection([], args, () => ({})),
};

function visibleOrders({ shop, store }: GraphContext): Order[] {
  return shop.orders.filter((order) => maySeeOrder(shop, order, now(store)));
}

function nodeOf(context: GraphContext, kind: string, id: string): View | null {
  const parsed = parseGid(id);
  if (parsed?.kind !== kind) throw new GraphQLError(`Invalid global id '${id}'`);
  return NODES[kind]?.(context.shop, parsed.id, context) ?? null;
}

function anyNode(context: GraphContext, id: string): View | null {
  const parsed = parseGid(id);
  if (!parsed) throw new GraphQLError(`Invalid global id '${id}'`);
  const read = NODES[parsed.kind];
  if (!read) throw new GraphQLError(`The stand-in does not know nodes of the kind ${parsed.kind}`);
  demandNodeAccess(context.shop, parsed.kind);
  return read(context.shop, parsed.id, context);
}

/** Time passes between two looks at a file. */
function fileNode(shop: Shop, id: string): View | null {
  const file = shop.files.find((each) => each.id === id);
  if (!file) return null;
  file.status = file.next.shift() ?? file.status;
  return fileView(file);
}

const NODES: Record<string, (shop: Shop, id: string, context: GraphContext) => View | null> = {
  Order: (shop, id, context) =>
    firstView(visibleOrders(context), (order) => (order.id === id ? orderView(shop, order) : null)),
  Product: (shop, id) => firstView(shop.products, (product) => (product.id === id ? productView(product) : null)),
  ProductVariant: (shop, id) => {
    const found = findVariant(shop, id);
    return found ? variantView(found.product, found.variant) : null;
  },
  Location: (shop, id) => firstView(shop.locations, (location) => (location.id === id ? locationView(location) : null)),
  MediaImage: fileNode,
  GenericFile: fileNode,
  LineItem: (shop, id) =>
    firstView(shop.orders, (order) => {
      const line = order.lines.find((each) => each.id === id);
      return line ? lineView(shop, order, line) : null;
    }),
  Fulfillment: (shop, id) =>
    firstView(shop.orders, (order) => {
      const fulfillment = order.fulfillments.find((each) => each.id === id);
      return fulfillment ? fulfillmentView(shop, order, fulfillment, orderView) : null;
    }),
  FulfillmentOrder: (shop, id) =>
    firstView(shop.orders, (order) => {
      const target = order.fulfillmentOrders.find((each) => each.id === id);
      return target && mayTouch(shop, target, "read") ? fulfillmentOrderView(shop, order, target, orderView) : null;
    }),
};

function firstView<T>(items: readonly T[], view: (item: T) => View | null): View | null {
  for (const item of items) {
    const found = view(item);
    if (found) return found;
  }
  return null;
}
