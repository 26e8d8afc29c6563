import { inParallel } from "../common/in-parallel.ts";
import type { Basket, Price, Priced } from "./model.ts";
import { priceBasket, type PricingShop, type QuotesContext } from "./price-basket.ts";
import { lineDiffers, linesTotal } from "./price.ts";

/** The answer to a person who asked what a basket costs. */
export type Quoted =
  | { status: "priced"; price: Price; /** Where the price is doubtful. */ linesTotal: string; oddSkus: string[] }
  | { status: "refused"; words: string | null; /** Refused also when asked alone. */ refusedSkus: string[] }
  | Exclude<Priced, { status: "priced" | "refused" }>;

const ASKED_AT_ONCE = 4;

/** Prices a basket; where the service refuses it, finds out which SKUs it means by asking for each alone. */
export async function quote(
  ctx: QuotesContext,
  shop: PricingShop,
  basket: Basket,
  age: { maxAgeMs: number },
): Promise<Quoted> {
  const priced = await priceBasket(ctx, shop, basket, age);
  switch (priced.status) {
    case "priced": {
      const { lines } = priced.price;
      const oddSkus = lines.filter(lineDiffers).map((line) => line.itemSku);
      return { ...priced, linesTotal: linesTotal(lines), oddSkus: [...new Set(oddSkus)] };
    }
    case "refused":
      return { ...priced, refusedSkus: await refusedAlone(ctx, shop, basket, age) };
    default:
      return priced;
  }
}

async function refusedAlone(
  ctx: QuotesContext,
  shop: PricingShop,
  basket: Basket,
  age: { maxAgeMs: number },
): Promise<string[]> {
  const [only, ...others] = basket.items;
  if (only && others.length === 0) return [only.itemSku];
  const items = [...new Map(basket.items.map((item) => [item.itemSku, item])).values()];
  const alone = await inParallel(ASKED_AT_ONCE, items, (item) =>
    priceBasket(ctx, shop, { ...basket, items: [item] }, age),
  );
  return items.filter((_, at) => alone[at]?.status === "refused").map((item) => item.itemSku);
}
