import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PrintService, Quote } from "../../../ports/print-service.ts";
import type { OrdersContext } from "../../core/context.ts";
import { openOrdersWorld } from "../../../../tests/support/orders-world.ts";
import type { PrintOrder } from "../../../ports/order-model.ts";
import { encryptPayload } from "../../core/provider-order.ts";
import { readShop } from "../../core/shop-row.ts";
import { UnavailableError } from "../../../ports/errors.ts";
import { storeProducts } from "../../../print-catalog/store.ts";
import { readOrderDetails } from "./order-details.ts";
import { readKnownOrderPrice, readOrderPrice } from "./order-price.ts";
import { newId } from "../../../../tests/support/ids.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

const QUOTE: Quote = {
  totalPrice: "17.50",
  lines: [{ itemSku: "A", quantity: 1, baseCost: "12.50", shippingFee: "5.00", taxFee: "1.00", totalPrice: "17.50" }],
};

const CONTENT = { countryCode: "US", provinceCode: "KY", items: [{ itemSku: "A", quantity: 1 }] } as PrintOrder;

async function submissionOf(
  paid: { subtotal: string; shippingPaid: string; currency: string },
  content: PrintOrder | null = CONTENT,
  reprintContent?: PrintOrder | null,
) {
  const { shop, order, submission } = await world.order([{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }]);
  await world.db.order.update({ where: { id: order.id }, data: paid });
  const payload = content ? encryptPayload(world.ctx, submission.id, content) : {};
  await world.db.submission.update({ where: { id: submission.id }, data: payload });
  if (reprintContent !== undefined) {
    const id = newId();
    const { shopId, orderId, printAccountId } = submission;
    const columns = {
      id,
      shopId,
      orderId,
      printAccountId,
      kind: "reprint",
      reference: id,
      state: "submitted",
    } as const;
    const encrypted = reprintContent ? encryptPayload(world.ctx, id, reprintContent) : {};
    await world.db.submission.create({ data: { ...columns, createdAt: world.ctx.clock.now(), ...encrypted } });
  }
  const printService = { forAccount: () => ({ testPrice: async () => QUOTE }) } as unknown as PrintService;
  const ctx: OrdersContext = { ...world.ctx, printService };
  const row = await readShop(world.sql, { id: shop.id });
  if (!row) throw new Error("no shop");
  return { ctx, row, query: { shopifyGid: order.shopifyGid, submissionId: submission.id } };
}

async function price(...of: Parameters<typeof submissionOf>) {
  const { ctx, row, query } = await submissionOf(...of);
  const fresh = { ...query, maxAgeMs: 0 };
  expect(await readOrderPrice(ctx, { ...row, id: newId() }, fresh)).toBeNull();
  return readOrderPrice(ctx, row, fresh);
}

describe("the price of a submission", () => {
  it("comes with what the customer paid for items and shipping", async () => {
    const answer = await price({ subtotal: "30.00", shippingPaid: "5.00", currency: "USD" });
    expect(answer).toMatchObject({
      priced: { status: "priced", price: { total: "17.50", tax: "1" } },
      margin: { known: true, paid: "35", profit: "17.5", percent: "50" },
      activeSubmissions: 1,
    });
  });

  it("counts the cost of a reprint in the margin, where it is known", async () => {
    const paid = { subtotal: "30.00", shippingPaid: "5.00", currency: "USD" };
    expect(await price(paid, CONTENT, CONTENT)).toMatchObject({
      priced: { price: { total: "17.50" } },
      margin: { known: true, paid: "35", cost: "35", profit: "0" },
      orderCost: "35",
      activeSubmissions: 2,
    });
    expect(await price(paid, CONTENT, null)).toMatchObject({ margin: { cost: "17.5" }, orderCost: null });
  });

  it("has no margin across currencies", async () => {
    const answer = await price({ subtotal: "30.00", shippingPaid: "5.00", currency: "EUR" });
    expect(answer?.margin).toEqual({ known: false, reason: "currencies_differ" });
  });

  it("has no margin where the order was canceled, as if it were sold", async () => {
    const { ctx, row, query } = await submissionOf({ subtotal: "30.00", shippingPaid: "5.00", currency: "USD" });
    await world.db.order.updateMany({
      where: { shopId: row.id },
      data: { cancelledAt: ctx.clock.now(), financialStatus: "refunded" },
    });
    const answer = await readOrderPrice(ctx, row, { ...query, maxAgeMs: 0 });
    expect(answer).toMatchObject({ priced: { price: { total: "17.50" } }, margin: { reason: "order_canceled" } });
  });

  it("has no margin where its tax counts, and the print service names none", async () => {
    const content = { ...CONTENT, method: "DHL", items: [{ itemSku: "TEE-BLACK-M", quantity: 1 }] } as PrintOrder;
    const { ctx, row, query } = await submissionOf({ subtotal: "30", shippingPaid: "5", currency: "USD" }, content);
    const [printAccountId, itemSku] = [row.printAccountId ?? expect.fail(), "TEE-BLACK-M"];
    const service = {
      madeIn: "US",
      destination: "US",
      code: "DHL",
      name: "DHL",
      fee: "4",
      extraFee: "1",
      taxFee: null,
    };
    const readAt = ctx.clock.now();
    await world.db.shippingFees.create({ data: { printAccountId, itemSku, services: [service], readAt } });
    const location = { name: "", code: "US", madeIn: "US", baseCost: "10", printAreas: [] };
    const variant = { title: "", itemSku, oldSkus: [], variantId: null, availability: null, attributes: [] };
    const product = { code: "T", name: "Tee", pictureUrl: "", templateUrl: "" };
    const products = [{ ...product, variants: [{ ...variant, locations: [location] }] }];
    await storeProducts(ctx, printAccountId, products, readAt);
    const testPrice = () => Promise.reject(new UnavailableError("no price", { hasNoPrice: true }));
    const silent = { ...ctx, printService: { forAccount: () => ({ testPrice }) } as unknown as PrintService };
    const marginWith = async (countProviderTax: boolean) => {
      const settings = { profit: { countProviderTax } };
      return (await readOrderPrice(silent, { ...row, settings }, { ...query, maxAgeMs: 0 }))?.margin;
    };
    expect(await marginWith(false)).toMatchObject({ known: true, cost: "14" });
    expect(await marginWith(true)).toEqual({ known: false, reason: "tax_unknown" });
    const services = [{ code: "DHL", name: "DHL Express", destinations: ["US"] }];
    await world.db.printAccount.update({ where: { id: printAccountId }, data: { shippingServices: services } });
    const read = () =>
      Promise.all([
        readShop(world.sql, { id: row.id }),
        readOrderDetails(ctx, row.id, query.shopifyGid, {
          ...ctx,
          parsePrintServiceWebhook: () => expect.fail("no event"),
        }),
      ]);
    const [shop, details] = await read();
    const named = await readOrderPrice(silent, shop ?? expect.fail(), { ...query, maxAgeMs: 0 });
    expect([named?.service, details?.submissions[0]?.serviceName]).toEqual(["DHL Express", "DHL Express"]);
  });

  it("is missing while the submission has no payload", async () => {
    const answer = await price({ subtotal: "30.00", shippingPaid: "5.00", currency: "USD" }, null);
    expect(answer).toMatchObject({ priced: { status: "no_content" }, margin: null });
  });

  it("is known without a call once it was asked for, until it is outdated", async () => {
    const paid = { subtotal: "30.00", shippingPaid: "5.00", currency: "USD" };
    const content = { ...CONTENT, provinceCode: "OH" } as PrintOrder;
    const { ctx, row, query } = await submissionOf(paid, content);
    expect(await readKnownOrderPrice(ctx, row, query)).toBeNull();
    const asked = await readOrderPrice(ctx, row, { ...query, maxAgeMs: 0 });
    expect(await readKnownOrderPrice(ctx, row, query)).toEqual({ ...asked, outdated: false });
    const later = { now: () => new Date(ctx.clock.now().getTime() + 15 * 60_000) };
    const known = await readKnownOrderPrice({ ...ctx, clock: later }, row, query);
    expect(known).toMatchObject({ priced: asked?.priced, margin: asked?.margin, outdated: true });
  });

  it("is not known without a call while the price of a reprint is not", async () => {
    const paid = { subtotal: "30.00", shippingPaid: "5.00", currency: "USD" };
    const content = { ...CONTENT, provinceCode: "TX" } as PrintOrder;
    const { ctx, row, query } = await submissionOf(paid, content, { ...content, provinceCode: "UT" } as PrintOrder);
    const reprint = await world.db.submission.findFirstOrThrow({
      where: { kind: "reprint", order: { shopifyGid: query.shopifyGid, shopId: row.id } },
    });
    await world.db.submission.update({ where: { id: reprint.id }, data: { replacedAt: ctx.clock.now() } });
    await readOrderPrice(ctx, row, { ...query, maxAgeMs: 0 });
    await world.db.submission.update({ where: { id: reprint.id }, data: { replacedAt: null } });
    expect(await readKnownOrderPrice(ctx, row, query)).toBeNull();
    await readOrderPrice(ctx, row, { ...query, maxAgeMs: 0 });
    expect(await readKnownOrderPrice(ctx, row, query)).toMatchObject({ orderCost: "35", outdated: false });
  });
});
