import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UnavailableError } from "../../../ports/errors.ts";
import type { OrdersContext } from "../../core/context.ts";
import { openOrdersWorld } from "../../../../tests/support/orders-world.ts";
import type { OrderSnapshot, Property } from "../../../ports/order-model.ts";
import { readShop } from "../../core/shop-row.ts";
import { readPersonalization } from "./personalization.ts";
import { newId } from "../../../../tests/support/ids.ts";
import { gidOf } from "../../../ports/gid.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

const LINE = gidOf("LineItem", "1");
const VARIANT = gidOf("ProductVariant", "9");

/** What the page gets when Shopify answers so. */
async function read(answer: () => Promise<OrderSnapshot | null>) {
  const { shop, order } = await world.order([{ gid: LINE, sku: "A", quantity: 1 }], "waiting");
  await world.db.shop.update({
    where: { id: shop.id },
    data: { settings: { noteTemplate: "Back: {name}", personalizationProperties: ["_Font"] } },
  });
  const mapping = { productGid: gidOf("Product", "9"), variantGid: VARIANT, itemSku: "A", note: "Gloss" };
  await world.db.mapping.create({ data: { id: newId(), shopId: shop.id, updatedAt: new Date(), ...mapping } });
  const ctx: OrdersContext = { ...world.ctx, shopify: { ...world.ctx.shopify, readOrder: answer } };
  const row = await readShop(world.sql, { id: shop.id });
  if (!row) throw new Error("no shop");
  expect(await readPersonalization(ctx, { ...row, id: newId() }, order.shopifyGid)).toBeNull();
  return readPersonalization(ctx, row, order.shopifyGid);
}

const withProperties = (properties: Property[]) => async () =>
  ({ ...ORDER, lines: [{ gid: LINE, variantGid: VARIANT, properties }] }) as OrderSnapshot;

const ORDER = {
  note: "Gift wrap",
  attributes: [
    { name: "Gift message", value: "For Ada" },
    { name: "_cart", value: " " },
  ],
  tags: ["VIP"],
  total: "29.00",
  currency: "USD",
};
const ORDER_TEXTS = {
  note: "Gift wrap",
  attributes: [{ name: "Gift message", value: "For Ada" }],
  tags: ["VIP"],
  total: "29.00",
  currency: "USD",
};

describe("the texts to review", () => {
  it("are those that the customer saw and those to review, as written, with the note that is sent", async () => {
    const texts = [
      { name: " name", value: "Captain Fig" },
      { name: "Date", value: " " },
      { name: "_layout", value: "arched" },
      { name: "_font", value: "Serif" },
    ];
    expect(await read(withProperties(texts))).toEqual({
      status: "read",
      order: ORDER_TEXTS,
      lines: [{ lineId: expect.any(String) as string, texts: [texts[0], texts[3]], note: "Gloss, Back: Captain Fig" }],
    });
  });

  it("are empty after the customer's text was removed", async () => {
    expect(await read(withProperties([]))).toEqual({
      status: "read",
      order: ORDER_TEXTS,
      lines: [{ lineId: expect.any(String) as string, texts: [], note: "Gloss" }],
    });
  });

  it("are unreadable while Shopify does not show the order", async () => {
    expect(await read(async () => null)).toEqual({ status: "unreadable" });
    expect(await read(() => Promise.reject(new UnavailableError("away", { providerMessage: "Captain Fig" })))).toEqual({
      status: "unreadable",
    });
    expect(world.logLines.join()).not.toContain("Fig");
  });
});
