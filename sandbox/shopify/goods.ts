import type { Goods } from "./buyers.ts";
import type { Product } from "./model.ts";

/** SKUs in the dev shop of the goods that the ready-made orders are made of. */
export const GOODS_SKUS: Goods = { shirt: "FOX-BM", mug: "FOX-MUG", candle: "WAX-CANDLE", giftCard: "GIFT-25" };

/** Their variant ids in a shop. null: the shop does not sell all of them. */
export function findGoods(products: readonly Product[]): Goods | null {
  const variants = products.flatMap((product) => product.variants);
  const idOf = (sku: string) => variants.find((variant) => variant.sku === sku)?.id;
  const [shirt, mug] = [idOf(GOODS_SKUS.shirt), idOf(GOODS_SKUS.mug)];
  const [candle, giftCard] = [idOf(GOODS_SKUS.candle), idOf(GOODS_SKUS.giftCard)];
  return shirt && mug && candle && giftCard ? { shirt, mug, candle, giftCard } : null;
}
