import type { StandardApi } from "@shopify/ui-extensions/admin";

/** What every extension gets from the admin; a target's own gifts are taken where it starts. */
declare const shopify: Pick<StandardApi<"admin.order-details.block.render">, "i18n">;

/** A text of the extension's locales, with its values put in. */
export const t = (key: string, values: Record<string, string | number> = {}): string =>
  shopify.i18n.translate(key, values) as string;

/** `gid://shopify/Order/123` → `123` */
export const numberOf = (gid: string): string => gid.split("/").at(-1) ?? "";
