import { adminOrigin, postEvent } from "./channel.ts";

const ADMIN_HOSTS = /^https:\/\/(admin\.shopify\.com|[a-z0-9-]+\.myshopify\.com\/admin)(\/|$)/;

/** Whether that address is a page of Shopify's admin, which only the window around the frame can open. */
const isAdmin = (url: string) =>
  url.startsWith("shopify:") || ADMIN_HOSTS.test(url) || url.startsWith(`${adminOrigin}/`);

/** Opens an address of the admin around the frame. */
export const openAddress = (url: string): void => postEvent({ kind: "open", detail: { url } });

/** `shopify://admin/orders/1` in links and in `open()` leads the admin there. */
export function interceptAdminLinks(): void {
  addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      const href = link?.getAttribute("href") ?? "";
      if (!isAdmin(href) || link?.getAttribute("target") === "_blank") return;
      event.preventDefault();
      event.stopPropagation();
      openAddress(href);
    },
    { capture: true },
  );
  const plainOpen = window.open.bind(window);
  window.open = (url, target, features) => {
    const href = String(url ?? "");
    if (!isAdmin(href) || (target === "_blank" && !href.startsWith("shopify:")))
      return plainOpen(url, target, features);
    openAddress(href);
    return null;
  };
}
