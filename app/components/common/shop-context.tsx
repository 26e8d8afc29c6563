import { createContext, useContext } from "react";
import type { PageShop } from "../../shops/page-shop.ts";

const Context = createContext<PageShop | null>(null);

export const ShopProvider = Context.Provider;

/** The shop of the page. @throws Error outside the app's frame */
export function useShop(): PageShop {
  const shop = useContext(Context);
  if (!shop) throw new Error("useShop was called outside the app's frame");
  return shop;
}
