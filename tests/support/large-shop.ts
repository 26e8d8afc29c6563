import type pg from "pg";
import type { ShopId } from "../../app/ports/ids.ts";

interface LargeShop {
  shopId: ShopId;
  products: number;
  variantsOfProduct: number;
  /** Every so many products are mapped; the others are not. */
  mappedEvery: number;
  /** Orders of the 30 days before `now`, with `linesOfOrder` items each. */
  orders: number;
  linesOfOrder: number;
  now: Date;
}

/** Inserts the copy of a shop's variants, mappings, marks and recent orders, in a few statements: seconds for 100,000 lines. */
export async function insertLargeShop(pool: pg.Pool, shop: LargeShop): Promise<void> {
  const { shopId, products, variantsOfProduct, mappedEvery, orders, linesOfOrder, now } = shop;
  await pool.query(VARIANTS, [shopId, products, variantsOfProduct, now]);
  await pool.query(MAPPINGS, [shopId, mappedEvery, now]);
  await pool.query(PRINT_FILES, [shopId, now]);
  await pool.query(MARKS, [shopId, now]);
  await pool.query(ORDERS, [shopId, orders, now]);
  await pool.query(LINES, [shopId, linesOfOrder, products, variantsOfProduct]);
}

/** The gid of a variant of a product, both counted from 1. */
export const largeVariant = (product: number, variant: number) =>
  `gid://shopify/ProductVariant/${product * 1000 + variant}`;

const VARIANTS = `
  INSERT INTO "ProductVariant" ("shopId", "variantGid", "productGid", "productTitle", "title", "sku", "options", "price",
    "position", "status", "giftCard", "requiresShipping", "readAt", "factsHash")
  SELECT $1::uuid, 'gid://shopify/ProductVariant/' || (p * 1000 + v), 'gid://shopify/Product/' || p,
    (ARRAY['Fox', 'Owl', 'Bear', 'Hare', 'Wolf', 'Deer', 'Lynx', 'Otter'])[1 + p % 8] || ' '
      || (ARRAY['shirt', 'hoodie', 'tank top', 'sweatshirt'])[1 + p % 4] || ' ' || p,
    'Color ' || v % 5 || ' / Size ' || v / 5, 'CAT-' || p || '-' || v,
    jsonb_build_array(jsonb_build_object('name', 'Color', 'value', 'Color ' || v % 5), jsonb_build_object('name', 'Size', 'value', 'Size ' || v / 5)),
    '25.00', v, CASE WHEN p % 50 = 0 THEN 'archived' ELSE 'active' END::"ProductStatus", false, true, $4::timestamptz, 'hash'
  FROM generate_series(1, $2::int) AS p, generate_series(1, $3::int) AS v`;

const NUMBER = `split_part("productGid", '/', 5)::int`;

const MAPPINGS = `
  INSERT INTO "Mapping" ("id", "shopId", "productGid", "variantGid", "itemSku", "artworkFront", "requiredSides", "updatedAt", "variantChange")
  SELECT gen_random_uuid(), "shopId", "productGid", "variantGid", 'TEE-' || "position", 'https://cdn.example/' || "productGid" || '.png',
    ARRAY['front'], $3::timestamptz, CASE WHEN ${NUMBER} % 500 = 0 THEN 'options'::"VariantChange" END
  FROM "ProductVariant" WHERE "shopId" = $1::uuid AND ${NUMBER} % $2::int = 0`;

/** Of each tenth link the file was replaced, of each twentieth it is gone. */
const PRINT_FILES = `
  INSERT INTO "PrintFile" ("shopId", "link", "host", "checkedAt", "changedAt", "problem")
  SELECT $1::uuid, "link", 'cdn.example', $2::timestamptz, CASE WHEN n % 10 = 0 THEN $2::timestamptz END,
    CASE WHEN n % 20 = 1 THEN 'status' END
  FROM (SELECT "artworkFront" AS "link", row_number() OVER () AS n FROM "Mapping" WHERE "shopId" = $1::uuid
    GROUP BY "artworkFront") AS file`;

const MARKS = `
  INSERT INTO "NotPrinted" ("id", "shopId", "productGid", "variantGid", "createdAt")
  SELECT gen_random_uuid(), "shopId", "productGid", CASE WHEN ${NUMBER} % 100 = 1 THEN '' ELSE "variantGid" END, $2::timestamptz
  FROM "ProductVariant" WHERE "shopId" = $1::uuid AND ("position" = 1 AND ${NUMBER} % 100 = 1 OR "position" = 2 AND ${NUMBER} % 100 = 3)`;

const ORDERS = `
  INSERT INTO "Order" ("id", "shopId", "shopifyGid", "name", "shopifyCreatedAt", "shopifyUpdatedAt", "currency", "receivedAt")
  SELECT gen_random_uuid(), $1::uuid, 'gid://shopify/Order/L' || n, '#L' || n, at, at, 'USD', at
  FROM generate_series(1, $2::int) AS n, LATERAL (SELECT $3::timestamptz - n * interval '29 days' / $2::int AS at) AS moment`;

const LINES = `
  INSERT INTO "OrderLine" ("id", "orderId", "shopifyGid", "productGid", "variantGid", "title", "sku", "quantity", "remaining",
    "eligibility", "eligibilityReason")
  SELECT gen_random_uuid(), o."id", o."shopifyGid" || '/' || line, 'gid://shopify/Product/' || p,
    'gid://shopify/ProductVariant/' || (p * 1000 + v), 'Shirt', 'CAT', 1, 0, 'printable', 'mapped_variant'
  FROM "Order" o, generate_series(1, $2::int) AS line,
    LATERAL (SELECT 1 + abs(hashtext(o."name" || line)) % $3::int AS p, 1 + abs(hashtext(line || o."name")) % $4::int AS v) AS sold
  WHERE o."shopId" = $1::uuid`;
