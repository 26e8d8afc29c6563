/**
 * `npm run order [-- payload.json]`: places an order in the running sandbox and shows what happened to each line item.
 */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { DEV_SHOP } from "./dev-shop.ts";
import { mappingBatches } from "./map-payload.ts";
import { standInControls, merchant } from "./http-clients.ts";
import { readyMade } from "./shopify/buyers.ts";
import { findGoods } from "./shopify/goods.ts";
import type { Order, Shop } from "./shopify/model.ts";
import { isSettled, describe, type ShownOrder } from "./show-order.ts";

const USAGE = `npm run order -- [payload.json] [--map SKU] [--buyer NAME] [--app URL] [--shopify URL]
  payload.json   the body of an orders/create webhook; without it, a sample order is placed
  --map SKU      first maps every variant of the payload to this print SKU
  --buyer NAME   ${Object.keys(readyMade({ shirt: "", mug: "", candle: "", giftCard: "" })).join(", ")}`;

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(`\n${USAGE}`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { map: text, buyer: text, app: text, shopify: text },
  });
  const shopify = standInControls(values.shopify ?? "http://127.0.0.1:4000");
  const app = merchant(values.app ?? "http://127.0.0.1:3000", shopify, DEV_SHOP);
  const [file] = positionals;
  const order = file
    ? await postPayload(readFileSync(file, "utf8"), values.map)
    : await placeOrder(values.buyer ?? "plain");
  console.log((await waitUntilSettled(order)).join("\n"));

  async function postPayload(body: string, sku: string | undefined): Promise<Order> {
    if (sku) await mapVariants(body, sku);
    return shopify.raw<Order>(`import?shop=${DEV_SHOP}&send=1`, body);
  }

  async function mapVariants(body: string, sku: string): Promise<void> {
    for (const batch of mappingBatches(body, sku)) await app.post("/app/api/mappings", batch);
  }

  async function placeOrder(buyer: string): Promise<Order> {
    const { shops } = await shopify.get<{ shops: Shop[] }>("state");
    const goods = findGoods(shops.find((s) => s.domain === DEV_SHOP)?.products ?? []);
    if (!goods) throw new Error("The dev shop doesn't sell the products of the sample orders.");
    const input = readyMade(goods)[buyer];
    if (!input) throw new Error(`Unknown buyer "${buyer}".`);
    return shopify.post<Order>("orders", { shop: DEV_SHOP, input });
  }

  async function waitUntilSettled(order: Order): Promise<string[]> {
    for (let tries = 0; tries < 100; tries += 1) {
      const seen = await app.get<ShownOrder>(`/app/api/orders/${order.id}`).catch(() => null);
      if (seen && isSettled(seen)) return describe(seen);
      await wait(200);
    }
    throw new Error(`Order ${order.name} is still being processed after 20 seconds.`);
  }
}
