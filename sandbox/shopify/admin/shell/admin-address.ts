/**
 * `shopify://admin/orders/1`, or the same page of the real admin, as an address of ours. null: not a page of the admin.
 */
export function adminAddress(url: string, store: string): string | null {
  const found =
    /^shopify:\/*admin(\/.*)?$/i.exec(url) ??
    /^https:\/\/admin\.shopify\.com\/store\/[^/]+(\/.*)?$/.exec(url) ??
    /^https:\/\/[a-z0-9-]+\.myshopify\.com\/admin(\/.*)?$/.exec(url);
  return found ? `/store/${store}${found[1] ?? ""}` : null;
}
