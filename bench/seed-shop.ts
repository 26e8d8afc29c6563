import type { Services } from "../app/composition/services.server.ts";
import { gidOf } from "../app/ports/gid.ts";
import { connect } from "../tests/support/shops-context.ts";
import { LISTED_ITEM } from "./stand-in.ts";
import { PRODUCT, VARIANT } from "./signed-orders.ts";

/** A shop that prints the bench's orders at once, with a print account of its own. */
export async function seedShop({ core: { ctx } }: Services, domain: string): Promise<void> {
  const then = new Date("2026-01-01T00:00:00Z");
  const now = ctx.clock.now();
  const shopId = ctx.ids.uuid();
  // Of a shop that was not swept since it was installed, the app would ask Shopify whether it is still there.
  const shop = { id: shopId, domain, installedAt: then, ordersSweptAt: now, ordersCursor: now, goLiveAt: then };
  await ctx.db.shop.create({ data: { ...shop, settings: { editWindowMinutes: 0 } } });
  const product = {
    productGid: gidOf("Product", String(PRODUCT)),
    variantGid: gidOf("ProductVariant", String(VARIANT)),
  };
  const print = {
    itemSku: LISTED_ITEM.item_sku,
    artworkFront: "https://art.bench.example/front.png",
    requiredSides: ["front" as const],
  };
  await ctx.db.mapping.create({ data: { id: ctx.ids.uuid(), shopId, ...product, ...print, updatedAt: then } });
  const connecting = { ...ctx, fetchToken: async () => "token of the bench" };
  const account = await connect(connecting, domain, { email: `${domain}@bench.example`, password: "password" });
  // As it is a moment after connecting: else every worker would go on registering.
  const registered = { trackingRegisteredAt: now, statusRegisteredAt: now };
  await ctx.db.printAccount.update({ where: { id: account }, data: registered });
}
