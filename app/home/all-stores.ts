import type { OrdersContext } from "../orders/core/context.ts";
import { countByUrgency } from "../orders/pages/inbox/inbox.ts";
import { readSendingPause, type SendingPause } from "../orders/pages/list/sending-pause.ts";
import { countStages } from "../orders/pages/list/stages.ts";
import type { ShopId } from "../ports/ids.ts";
import { adminAppUrl } from "../ports/shopify.ts";
import type { ShopsContext } from "../shops/context.ts";
import { readLinkedShops } from "../shops/store-links.ts";

/** The counts of one store: nothing of an order or a customer. */
export interface StoreCounts {
  name: string;
  domain: string;
  /** The store whose page this is. */
  own: boolean;
  stages: Awaited<ReturnType<typeof countStages>>;
  /** Orders in the inbox. */
  inbox: Awaited<ReturnType<typeof countByUrgency>>;
  /** null: sending is not paused. */
  pause: SendingPause | null;
  /** The app in the store's own admin. */
  url: string;
}

type Context = Pick<ShopsContext, "db" | "encryptor"> & Pick<OrdersContext, "clock">;

/** A shop and those that it is linked with now, each with its counts. Shopify lets nobody into a store's admin who may not see it. */
export async function readAllStores(ctx: Context, shopId: ShopId, apiKey: string): Promise<StoreCounts[]> {
  const linked = (await readLinkedShops(ctx, shopId)).filter(({ active }) => active);
  const ids = [shopId, ...linked.map((link) => link.shopId)];
  const stores: StoreCounts[] = [];
  // One after the other: a person with twenty stores takes no more of the database at a time than one with a single store.
  for (const id of ids) stores.push(await readStore(ctx, id, id === shopId, apiKey));
  return stores;
}

async function readStore(ctx: Context, shopId: ShopId, own: boolean, apiKey: string): Promise<StoreCounts> {
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  const [stages, inbox, pause] = await Promise.all([
    countStages(ctx, shopId),
    countByUrgency(ctx, shopId),
    readSendingPause(ctx, shop),
  ]);
  const { domain, name } = shop;
  return { ...{ name: name ?? domain, domain, own, stages, inbox, pause }, url: adminAppUrl(domain, apiKey) };
}
