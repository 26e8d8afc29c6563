import type { StandardApi } from "@shopify/ui-extensions/admin";

/** The part of the admin's API that every target has; an extension's index.tsx declares its target's own API. */
declare const shopify: Pick<StandardApi<"admin.order-details.block.render">, "i18n">;

/** A text of the extension's locale with its values. */
export const t = (key: string, values: Record<string, string | number> = {}): string =>
  shopify.i18n.translate(key, values) as string;

/** `gid://shopify/Order/123` → `123` */
export const numberOf = (gid: string): string => gid.split("/").at(-1) ?? "";
