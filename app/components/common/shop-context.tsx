import { createContext, useContext } from "react";
import type { Permission } from "../../../prisma/client/client.ts";
import type { PageShop } from "../../shops/page-shop.ts";

const ShopContext = createContext<PageShop | null>(null);

export const ShopProvider = ShopContext.Provider;

/** The shop of the page. @throws Error outside the app's frame */
export function useShop(): PageShop {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error("useShop was called outside the app's frame");
  return shop;
}

/** Why the person may not act on a page, by what its actions need. */
export type Denials = Partial<Record<Permission, string>>;

/** Of a page, by its address: the reason why the person may not act there. */
export function denialOn(pathname: string, denials: Denials): string | undefined {
  const [, , page = "orders"] = pathname.split("/");
  if (["products", "files", "catalog"].includes(page)) return denials.map;
  if (["settings", "webhooks", "stores"].includes(page)) return denials.settings;
  return ["orders", "inbox"].includes(page) ? denials.approve : undefined;
}

const DenialContext = createContext<{ page?: string; all: Denials }>({ all: {} });

export const DenialProvider = DenialContext.Provider;

/** Why the person may not do something, or without a permission what the buttons of this page do: the frame says that above the page. */
export function useDenial(permission?: Permission): string | undefined {
  const { page, all } = useContext(DenialContext);
  return permission ? all[permission] : page;
}

/** Whether the buttons of this page are not for the person. */
export const useDenied = (): boolean => useDenial() !== undefined;

/** Actions on orders that everyone may do (app/http/action-permissions.server.ts). */
export const isFree = (action: string): boolean =>
  /^(hold|acknowledge|retry_fulfillment|look_up|refresh|save_address)$/.test(action);

/** Tells whether an action on orders is not for the person. */
export function useDeniedAction(): (action: string) => boolean {
  const denied = useDenied();
  const mayNotPay = useDenial("pay") !== undefined;
  return (action) => (action === "pay_at_provider" ? mayNotPay : denied && !isFree(action));
}

const SupportContext = createContext<string | null>(null);

export const SupportProvider = SupportContext.Provider;

/** Where merchants reach the operator's support, a web page or mailto:; null where the operator named no address. */
export const useSupportUrl = (): string | null => useContext(SupportContext);
