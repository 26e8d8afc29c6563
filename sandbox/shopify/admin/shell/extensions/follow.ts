import { adminAddress } from "../admin-address.ts";
import { page } from "../frame-channel.ts";

/**
 * Leads the admin where an extension wants to: `app:orders/1` into the app, `shopify://admin/orders/1` to a page of the
 * admin, anything else of the web into a tab. What is none of these leads nowhere.
 */
export function follow(url: string): void {
  const store = page["store"] ?? "";
  const [, appPath] = /^app:\/*(.*)$/.exec(url) ?? [];
  const inApp = appPath ?? (url.startsWith("/") ? url.slice(1) : undefined);
  const target = inApp === undefined ? adminAddress(url, store) : `/store/${store}/apps/inkbridge/${inApp}`;
  if (target) location.assign(target);
  else if (/^https?:\/\//.test(url)) open(url, "_blank", "noreferrer");
}
