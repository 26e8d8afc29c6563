import { RemoteError } from "../../../ports/errors.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { OrderSnapshot } from "../../../ports/order-model.ts";
import type { ReadOrderOptions } from "../../../ports/shopify.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { ShopRow } from "../../core/shop-row.ts";

/** The order as Shopify shows it now, for a page; null while Shopify does not show it. Personal data: never stored. */
export async function readLiveSnapshot(
  ctx: Pick<OrdersContext, "shopify" | "log">,
  shop: Pick<ShopRow, "domain">,
  shopifyGid: Gid<"Order">,
  options?: ReadOrderOptions,
): Promise<OrderSnapshot | null> {
  return ctx.shopify.readOrder(shop.domain, shopifyGid, options).catch((error: unknown) => {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ error: error.name }, "order not readable for a page");
    return null;
  });
}
