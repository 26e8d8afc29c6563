import type { LineInput, OrderInput } from "../../sandbox/shopify/place-order.ts";
import type { TestApp } from "./test-app.ts";
import { gidOf } from "../../app/ports/gid.ts";

export interface Goods {
  /** A printed shirt, mapped. */
  shirt: string;
  /** Another variant of the same product, not mapped. */
  unmapped: string;
  /** Somebody else's goods. */
  lamp: string;
  giftCard: string;
}

/** A small catalog: what we print, and what we do not. */
export async function stockShop(testApp: TestApp, shop = testApp.shop): Promise<Goods> {
  const tee = testApp.shopify.addProduct(shop, {
    title: "Tee",
    vendor: "Press",
    variants: [
      { title: "Black / M", sku: "T-BM", price: "25.00" },
      { title: "Black / L", sku: "T-BL", price: "25.00" },
    ],
  });
  const lamp = testApp.shopify.addProduct(shop, {
    title: "Lamp",
    vendor: "Lights",
    variants: [{ title: "Brass", price: "80.00" }],
  });
  const card = testApp.shopify.addProduct(shop, { title: "Gift card", isGiftCard: true });
  const [shirt, other] = tee.variants;
  await testApp.map(gidOf("ProductVariant", shirt?.id), gidOf("Product", tee.id), "TEE-BLACK-M", {}, shop);
  return {
    shirt: shirt?.id ?? "",
    unmapped: other?.id ?? "",
    lamp: lamp.variants[0]?.id ?? "",
    giftCard: card.variants[0]?.id ?? "",
  };
}

/** An order of these lines by a customer in the United States, paid. */
export function order(lines: LineInput[], over: Partial<OrderInput> = {}): OrderInput {
  return {
    lines,
    email: "buyer@example.com",
    phone: "+1 555 010 0200",
    shippingAddress: {
      firstName: "Ada",
      lastName: "Buyer",
      address1: "12 Elm Road",
      city: "Louisville",
      province: "Kentucky",
      provinceCode: "KY",
      country: "United States",
      countryCode: "US",
      zip: "40202",
    },
    financialStatus: "PAID",
    risk: "LOW",
    ...over,
  };
}
