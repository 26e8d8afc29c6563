import type { Gid } from "../../ports/gid.ts";
import type { ShopId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import { readShop } from "../core/shop-row.ts";
import { receiveOrderByGid } from "../receive/receive-order.ts";

/**
 * Reads an order that somebody opens before it was received, such as one placed while the app was uninstalled: the sweep may take
 * minutes to come to it. Returns whether the order is known now. @throws RemoteError when Shopify cannot be read
 */
export async function receiveMissing(
  ctx: OrdersContext,
  { shopId, shopifyGid }: { shopId: ShopId; shopifyGid: Gid<"Order"> },
): Promise<boolean> {
  const outcome = await receiveOrderByGid(ctx, await readShop(ctx.db, { id: shopId }), shopifyGid);
  return outcome !== "not_in_shopify" && outcome !== "unknown_shop";
}
