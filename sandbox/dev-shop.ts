import type { Product } from "./shopify/model.ts";
import type { Goods } from "./shopify/buyers.ts";
import type { SandboxOptions } from "./options.ts";
import type { Knobs, MerchantApi } from "./remote.ts";

export const DEV_SHOP = "inkbridge-dev.myshopify.com";

const ARTWORK = "https://cdn.shopify.com/artwork";

/** Puts goods into the dev shop: a shirt and a mug that we print, a candle and a gift card that we do not. */
export async function stockShop(shopify: Knobs): Promise<{ goods: Goods; printed: { shirt: Product; mug: Product } }> {
  const add = (input: unknown) => shopify.post<Product>("products", { shop: DEV_SHOP, input });
  await shopify.post("shops", { domain: DEV_SHOP, name: "Inkbridge dev shop" });
  const shirt = await add({
    title: "Fox shirt",
    vendor: "Inkbridge",
    variants: [{ title: "Black / M", sku: "FOX-BM", price: "25.00" }],
  });
  const mug = await add({
    title: "Fox mug",
    vendor: "Inkbridge",
    variants: [{ title: "Default Title", sku: "FOX-MUG", price: "14.00" }],
  });
  const candle = await add({
    title: "Beeswax candle",
    vendor: "Somebody else",
    variants: [{ title: "Default Title", price: "9.00" }],
  });
  const giftCard = await add({ title: "Gift card", isGiftCard: true });
  const first = (product: Product) => product.variants[0]?.id ?? "";
  return {
    goods: { shirt: first(shirt), mug: first(mug), candle: first(candle), giftCard: first(giftCard) },
    printed: { shirt, mug },
  };
}

/** Installs the app by opening it, connects the print account, maps the goods, and sets what a sandbox wants: no edit window, any order. */
export async function setUpApp(
  app: MerchantApi,
  printed: { shirt: Product; mug: Product },
  options: SandboxOptions,
): Promise<void> {
  await app.post("/app/api/settings", {
    editWindowMinutes: 0,
    goLiveAt: "2000-01-01T00:00:00Z",
    personalizationProperties: ["Name on the back"],
    shippingRules: [{ contains: "express", country: "US", method: 1 }],
  });
  await app.post("/app/api/print-account", { email: options.email, password: options.password });
  await app.post("/app/api/mappings", [
    mapping(printed.shirt, options.shirtSku, "fox-front.png"),
    mapping(printed.mug, options.mugSku, "fox-mug.png"),
  ]);
}

function mapping(product: Product, itemSku: string, artwork: string) {
  return {
    productGid: `gid://shopify/Product/${product.id}`,
    variantGid: `gid://shopify/ProductVariant/${product.variants[0]?.id}`,
    itemSku,
    artworkFront: `${ARTWORK}/${artwork}`,
    requiredSides: ["front"],
  };
}
