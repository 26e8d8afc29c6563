/** For tests only: shops over a real database, a print service over HTTP with a catalog that changes, Shopify in memory. */
import { randomBytes } from "node:crypto";
import { Prisma } from "../../prisma/client/client.ts";
import { DEFAULT_CATALOG } from "../../sandbox/print-service/index.ts";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/ids.ts";
import { systemIds } from "../composition/ids.server.ts";
import { createEncryptor } from "../encryption/encryptor.server.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { encryptCustomer } from "../orders/core/customer-summary.ts";
import { raiseRejected, readRejections, recordRejectedSkus } from "../orders/submit/lookup/rejection.ts";
import { changeOrder } from "../orders/core/change-orders.ts";
import { DEFAULT_POLICY } from "../orders/core/policy.ts";
import { memoryShopify } from "../../tests/support/memory-shopify.ts";
import { gidOf } from "../ports/gid.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import { openQuotesWorld } from "../quotes/world.testing.ts";
import { takeTurn } from "../long-runs/engine.ts";
import { RemoteError } from "../ports/errors.ts";
import { skuCheckRun } from "./step.ts";
import { silentLog } from "../../tests/support/silent-log.ts";
import { MINUTE_MS } from "../ports/clock.ts";

const NIGHT_MS = 24 * 60 * 60_000;
/** What the print service does not answer is repeated. */
const rethrowOwn = (error: unknown): void => {
  if (!(error instanceof RemoteError)) throw error;
};
const never = (): never => {
  throw new Error("not part of this");
};

export async function openSkuChecksWorld() {
  const database = await openFreshDatabase();
  const { db, sql } = database;
  const catalog = structuredClone(DEFAULT_CATALOG);
  const quotes = await openQuotesWorld(database, { catalog });
  const shopify = memoryShopify();
  const ctx: OrdersContext = {
    ...quotes.process(),
    ids: systemIds,
    shopify: shopify.port,
    artwork: { check: never },
    drawnArtwork: { drawPrintFile: never },
    hostedFiles: { add: never, find: never, read: never, remove: never },
    random: () => 0.5,
    log: silentLog,
    wake: { delivery: () => {}, order: () => {}, submission: () => {}, parcel: () => {} },
    encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]),
    policy: DEFAULT_POLICY,
  };

  let orders = 0;
  const latestRun = (printAccountId: PrintAccountId) =>
    db.skuCheckRun.findFirst({ where: { printAccountId }, orderBy: { startedAt: "desc" } });

  /** Takes the turns of this account minute by minute, as the workers do, until nothing is left to do. */
  async function work(account: PrintAccountId, minutes = 40): Promise<void> {
    const options = { stopping: new AbortController().signal, claimMs: MINUTE_MS };
    for (let minute = 0; minute < minutes; minute += 1) {
      const due = (await skuCheckRun.due(ctx)).find(({ id }) => id === account);
      if (due) await takeTurn(ctx, skuCheckRun, due, options).catch(rethrowOwn);
      else if ((await latestRun(account))?.endedAt) return;
      quotes.advance(MINUTE_MS);
    }
  }

  return {
    ctx,
    db,
    catalog,
    service: quotes.service,
    priceRequests: quotes.priceRequests,
    flowEvents: shopify.flowEvents,
    advance: quotes.advance,
    work,

    /** The next night, to its end. */
    async night(account: PrintAccountId) {
      quotes.advance(NIGHT_MS);
      await work(account);
      const run = await latestRun(account);
      if (!run) throw new Error("no check has begun");
      return run;
    },

    /** A shop with mapped variants of products of their own, all ordered once to that country. */
    async shop(skus: readonly string[], countryCode = "US") {
      const { printAccountId } = await quotes.shop();
      const [id, orderId, at] = [newId(), newId(), quotes.now()];
      const domain = `${id}.myshopify.com`;
      const shop = { id, domain, installedAt: at, goLiveAt: at, settings: {}, printAccountId, currency: "USD" };
      await db.shop.create({ data: shop });
      // One statement for a table: Prisma takes ten seconds for thousands of rows.
      const placed = Prisma.sql`(
        SELECT 'gid://shopify/Product/' || n AS "productGid", 'gid://shopify/ProductVariant/' || n AS "variantGid", n, "sku"
        FROM unnest(${skus}::text[]) WITH ORDINALITY AS s("sku", n)) AS placed`;
      await db.$executeRaw`
        INSERT INTO "Mapping" ("id", "shopId", "productGid", "variantGid", "itemSku", "updatedAt")
        SELECT gen_random_uuid(), ${id}::uuid, "productGid", "variantGid", "sku", ${at} FROM ${placed}`;
      await db.$executeRaw`
        INSERT INTO "ProductVariant" ("shopId", "productGid", "variantGid", "productTitle", "title", "options", "price",
          "position", "status", "giftCard", "requiresShipping", "readAt", "factsHash")
        SELECT ${id}::uuid, "productGid", "variantGid", 'Tee', 'M', '[]', '20', 1, 'active', false, true, ${at}, ''
        FROM ${placed}`;
      const customer = { name: "", city: "", country: "", countryCode };
      await db.order.create({
        data: {
          ...{ id: orderId, shopId: id, name: "#1", currency: "USD", shopifyGid: gidOf("Order", "1") },
          ...{ shopifyCreatedAt: at, shopifyUpdatedAt: at, receivedAt: at },
          customerEncrypted: encryptCustomer(ctx, orderId, customer),
        },
      });
      await db.$executeRaw`
        INSERT INTO "OrderLine" ("id", "orderId", "shopifyGid", "productGid", "variantGid", "title", "quantity", "remaining",
          "eligibility", "eligibilityReason")
        SELECT gen_random_uuid(), ${orderId}::uuid, 'gid://shopify/LineItem/' || n, "productGid", "variantGid", 'Tee', 1, 1,
          'printable', 'mapped_variant'
        FROM ${placed}`;
      return {
        id,
        printAccountId,
        settings: {},
        printAccount: { kind: "live" as const, interfaceVersion: "v1" as const, refusedAt: null },
      };
    },

    /** An order with all variants of a shop, which the print service rejected with that message. */
    async rejected(shop: { id: ShopId; printAccountId: PrintAccountId }, message: string) {
      orders += 1;
      const mappings = await db.mapping.findMany({ where: { shopId: shop.id }, orderBy: { variantGid: "asc" } });
      const [id, at] = [newId(), quotes.now()];
      const lines = mappings.map(({ productGid, variantGid }, place) => ({
        ...{ id: newId(), shopifyGid: gidOf("LineItem", `${orders}00${place}`), title: "Tee", productGid, variantGid },
        ...({ quantity: 1, remaining: 1, eligibility: "printable", eligibilityReason: "mapped_variant" } as const),
      }));
      const shown = { name: `#R${orders}`, currency: "USD", shopifyGid: gidOf("Order", `9${orders}`) };
      const times = { shopifyCreatedAt: at, shopifyUpdatedAt: at, receivedAt: at };
      await db.order.create({ data: { id, shopId: shop.id, ...shown, ...times, lines: { create: lines } } });
      const sent = mappings.map(({ itemSku }, position) => ({ itemSku, position, orderLineId: lines[position]!.id }));
      const submission = await db.submission.create({
        data: {
          ...{ id: newId(), shopId: shop.id, orderId: id, printAccountId: shop.printAccountId, createdAt: at },
          ...({ kind: "first", state: "rejected", reference: `R-${id}` } as const),
          lines: { create: sent.map((line) => ({ ...line, id: newId(), quantity: 1 })) },
        },
      });
      const [rejection] = await readRejections(sql, [{ message, lines: sent }]);
      await changeOrder({ sql }, id, (rows) => raiseRejected(rows, ctx, submission.id, {}, rejection));
      await recordRejectedSkus(sql, ctx, shop.printAccountId, { countryCode: "US" }, rejection);
      return submission;
    },

    /** So many pieces of a SKU of a shop were sent to a country, some days ago. */
    async sent(
      shop: { id: ShopId; printAccountId: PrintAccountId },
      {
        itemSku,
        quantity,
        country,
        daysAgo = 1,
      }: { itemSku: string; quantity: number; country: string; daysAgo?: number },
    ) {
      orders += 1;
      const { productGid, variantGid } = await db.mapping.findFirstOrThrow({ where: { shopId: shop.id, itemSku } });
      const [orderId, lineId, at] = [newId(), newId(), new Date(quotes.now().getTime() - daysAgo * NIGHT_MS)];
      const line = {
        ...{ id: lineId, shopifyGid: gidOf("LineItem", `${orders}77`), title: "Tee", productGid, variantGid },
        ...({ quantity, remaining: quantity, eligibility: "printable", eligibilityReason: "mapped_variant" } as const),
      };
      await db.order.create({
        data: {
          ...{ id: orderId, shopId: shop.id, name: `#S${orders}`, currency: "USD", destinationCountry: country },
          ...{ shopifyGid: gidOf("Order", `8${orders}`), shopifyCreatedAt: at, shopifyUpdatedAt: at, receivedAt: at },
          lines: { create: [line] },
        },
      });
      await db.submission.create({
        data: {
          ...{ id: newId(), shopId: shop.id, orderId, printAccountId: shop.printAccountId, createdAt: at },
          ...({ kind: "first", state: "submitted", reference: `S-${orderId}`, sentAt: at, submittedAt: at } as const),
          lines: { create: [{ id: newId(), itemSku, position: 0, orderLineId: lineId, quantity }] },
        },
      });
    },

    async close() {
      await quotes.service.close();
      await database.drop();
    },
  };
}
