/**
 * For tests only: shops over a real database, a print service over HTTP, and servers of artwork that answer by the
 * link's name.
 */
import { openFreshDatabase } from "../../tests/support/database.ts";
import { systemIds } from "../composition/ids.server.ts";
import { seedShop } from "../orders/pages/list/seed-shop.testing.ts";
import type { ArtworkCheckResult } from "../ports/artwork.ts";
import { openQuotesWorld } from "../quotes/world.testing.ts";
import type { CatalogContext } from "./context.ts";
import type { MappingInput } from "./mappings.ts";
import { gidOf, type Gid } from "../ports/gid.ts";
import type { ShopId, OrderId, PrintAccountId } from "../ports/ids.ts";
import type { CatalogVariant } from "../ports/print-service.ts";
import { storeProducts } from "../print-catalog/store.ts";
import { newId } from "../../tests/support/ids.ts";

export const product = (number: number) => gidOf("Product", String(number));
export const variant = (number: number) => gidOf("ProductVariant", String(number));

export function mapping(more: Partial<MappingInput> = {}): MappingInput {
  return {
    productGid: product(1),
    variantGid: variant(1),
    itemSku: "TEE-BLACK-M",
    artworkFront: "",
    artworkBack: "",
    mockup: "",
    artworkSides: {},
    note: "",
    requiredSides: [],
    ...more,
  };
}

const CMYK_IMAGE = {
  width: 3000,
  height: 3000,
  colorSpace: "cmyk",
  profile: null,
  depth: "uchar",
  hasAlpha: false,
  pages: 1,
  pixels: "",
  drawing: null,
};

const ANSWERS: readonly [part: string, answer: ArtworkCheckResult][] = [
  ["late", { ok: false, reason: "timeout", temporary: true }],
  [
    "cmyk",
    { ok: true, type: "image/jpeg", file: { bytes: 1, sha256: "", etag: null, image: CMYK_IMAGE, document: null } },
  ],
  ["gone", { ok: false, reason: "status", temporary: false }],
];

export async function openCatalogWorld() {
  const database = await openFreshDatabase();
  const { db } = database;
  const quotes = await openQuotesWorld(database);
  const wokenOrders: string[] = [];
  const checkedLinks: string[] = [];
  const ctx: CatalogContext = {
    ...quotes.process(),
    ids: systemIds,
    wake: { delivery: () => {}, order: (id) => void wokenOrders.push(id), submission: () => {}, parcel: () => {} },
    artwork: {
      async check(link) {
        checkedLinks.push(link);
        return ANSWERS.find(([part]) => link.includes(part))?.[1] ?? { ok: true, type: "image/png", file: null };
      },
    },
  };
  return {
    ctx,
    db,
    pool: database.pool,
    service: quotes.service,
    priceRequests: quotes.priceRequests,
    /** Ids of orders that were woken, and links that were looked at. */
    wokenOrders,
    checkedLinks,
    async shop() {
      const { shopId, order } = await seedShop(db);
      const { printAccountId } = await quotes.shop();
      await db.shop.update({ where: { id: shopId }, data: { printAccountId } });
      return { id: shopId, printAccountId, settings: {}, order };
    },
    /** The account's catalog: the variants of one product, which are in stock but where told otherwise. */
    async catalog(
      printAccountId: PrintAccountId,
      variants: readonly (Partial<CatalogVariant> & { itemSku: string })[],
    ) {
      const at = new Date("2026-11-21T10:00:00Z");
      const base = { title: "", oldSkus: [], variantId: null, availability: null, attributes: [], locations: [] };
      const product = { code: "CT17", name: "Cotton Tee", pictureUrl: "", templateUrl: "" };
      const all = variants.map((one) => ({ ...base, ...one }));
      await storeProducts(ctx, printAccountId, [{ ...product, variants: all }], at);
      await db.catalogCopy.create({ data: { printAccountId, source: "service", copiedAt: at } });
    },
    /** The variants of a product as they were read from Shopify, by their numbers. */
    async variants(
      shopId: ShopId,
      productGid: Gid<"Product">,
      numbers: readonly number[],
      more: (number: number) => {
        sku?: string;
        options?: { name: string; value: string }[];
        giftCard?: boolean;
      } = () => ({}),
    ) {
      const at = new Date("2026-11-21T10:00:00Z");
      const about = { shopId, productGid, productTitle: "Tee", price: "20", status: "active" as const, factsHash: "" };
      const kind = { giftCard: false, requiresShipping: true, readAt: at, options: [] };
      await db.productVariant.createMany({
        data: numbers.map((number, position) => {
          return {
            ...about,
            ...kind,
            variantGid: variant(number),
            title: `Variant ${number}`,
            position,
            ...more(number),
          };
        }),
      });
    },
    /** The mapped variants of a shop are Navy now, and were mapped as Black ones. */
    async changeColor(shopId: ShopId) {
      const options = [{ name: "Color", value: "Navy" }];
      await db.productVariant.updateMany({ where: { shopId }, data: { options, factsHash: "navy" } });
      const mapped = { variantFactsHash: "black", mappedOptionNames: ["Color"], mappedOptionValues: ["Black"] };
      await db.mapping.updateMany({ where: { shopId }, data: { ...mapped, variantChange: "options" } });
    },
    /** What Shopify changed of the mapped variants that staff have to review, by variant. */
    async changes(shopId: ShopId) {
      const rows = await db.mapping.findMany({ where: { shopId } });
      return Object.fromEntries(rows.map((row) => [row.variantGid.split("/").at(-1), row.variantChange]));
    },
    /** Makes a line of an order the unmapped one that holds it. */
    async hold(
      shopId: ShopId,
      orderId: OrderId,
      of: { productGid: Gid<"Product">; variantGid: Gid<"ProductVariant">; at?: string },
    ) {
      const line = await db.orderLine.findFirstOrThrow({ where: { orderId } });
      const { productGid, variantGid, at = "2026-11-21T10:00:00Z" } = of;
      await db.orderLine.update({ where: { id: line.id }, data: { productGid, variantGid } });
      await db.attention.create({
        data: {
          id: newId(),
          shopId,
          orderId,
          code: "unmapped_line",
          subject: line.shopifyGid,
          detail: {},
          openedAt: new Date(at),
        },
      });
    },
    async close() {
      await quotes.service.close();
      await database.drop();
    },
  };
}
