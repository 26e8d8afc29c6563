import { devGoods } from "./dev-goods.ts";
import { largeCatalog } from "./large-catalog.ts";
import type { Goods } from "./shopify/buyers.ts";
import { findGoods, GOODS_SKUS } from "./shopify/goods.ts";
import type { Product } from "./shopify/model.ts";
import type { SandboxOptions } from "./options.ts";
import type { StandInControls, MerchantApi } from "./http-clients.ts";

export const DEV_SHOP = "inkbridge-dev.myshopify.com";

const ARTWORK = "https://cdn.shopify.com/artwork";

/** In the admin, where staff may choose them as artwork. */
const FILES = ["fox-front.png", "fox-back.png", "fox-sizes.pdf", "invoice-template.zip"];

export interface Printed {
  shirt: Product;
  mug: Product;
}

/**
 * Opens the dev shop with its goods: shirts, a mug and a poster that can be printed, a candle and a gift card that
 * cannot. `installed`: whether the merchant has installed the app already.
 * `variants`: of a large catalog, besides.
 */
export async function stockShop(
  shopify: StandInControls,
  shopifyUrl: string,
  { installed, variants }: { installed: boolean; variants: number },
): Promise<{ goods: Goods; printed: Printed }> {
  await shopify.post("shops", { domain: DEV_SHOP, name: "Inkbridge dev shop", installed });
  const products: Product[] = [];
  for (const input of devGoods(`${shopifyUrl}/_cdn/goods`)) {
    products.push(await shopify.post<Product>("products", { shop: DEV_SHOP, input }));
  }
  for (const input of largeCatalog(variants)) await shopify.post("products", { shop: DEV_SHOP, input });
  for (const name of FILES) {
    const input = { name, thumbnailUrl: `${shopifyUrl}/_cdn/${name}` };
    await shopify.post("files", { shop: DEV_SHOP, input });
  }
  const goods = findGoods(products);
  const product = (sku: string) => products.find((each) => each.variants.some((variant) => variant.sku === sku));
  const [shirt, mug] = [product(GOODS_SKUS.shirt), product(GOODS_SKUS.mug)];
  if (!goods || !shirt || !mug) throw new Error("The Shopify stand-in did not keep the SKUs of the goods");
  return { goods, printed: { shirt, mug } };
}

/**
 * Installs the app by opening it, connects the print account, and sets what the sandbox needs: no edit window, any order.
 * Only one shirt and the mug are mapped: an order of another shirt shows what the app does about a variant without.
 */
export async function setUpApp(app: MerchantApi, printed: Printed, options: SandboxOptions): Promise<void> {
  const isVersion1 = options.interfaces.includes("v1");
  await app.post("/app/api/settings", {
    editWindowMinutes: 0,
    goLiveAt: "2000-01-01T00:00:00Z",
    noteTemplate: "Back: {Name on the back}",
    personalizationProperties: ["Name on the back"],
    // Version 3 has services of its own in place of a method's number.
    ...(isVersion1 ? { shippingRules: [{ contains: "express", country: "US", method: 1 }] } : {}),
  });
  const { email, password, accessToken } = options;
  await app.post("/app/api/print-account", isVersion1 ? { email, password } : { accessToken });
  await app.post("/app/api/mappings", [
    mapping(printed.shirt, GOODS_SKUS.shirt, options.shirtSku, "fox-front.png"),
    mapping(printed.mug, GOODS_SKUS.mug, options.mugSku, "fox-mug.png"),
  ]);
}

function mapping(product: Product, sku: string, itemSku: string, artwork: string) {
  return {
    productGid: `gid://shopify/Product/${product.id}`,
    variantGid: `gid://shopify/ProductVariant/${product.variants.find((each) => each.sku === sku)?.id}`,
    itemSku,
    artworkFront: `${ARTWORK}/${artwork}`,
    requiredSides: ["front"],
  };
}
