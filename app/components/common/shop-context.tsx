import { createContext, useContext } from "react";
import type { PageShop } from "../../shops/page-shop.ts";

const ShopContext = createContext<PageShop | null>(null);

export const ShopProvider = ShopContext.Provider;

/** The shop of the page. @throws Error outside the app's frame */
export function useShop(): PageShop {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error("useShop was called outside the app's frame");
  return shop;
}

const SupportContext = createContext<string | null>(null);

export const SupportProvider = SupportContext.Provider;

/** Where merchants reach the operator's support, a web page or mailto:; null where the operator named no address. */
export const useSupportUrl = (): string | null => useContext(SupportContext);
