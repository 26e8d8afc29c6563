import { route } from "./http/router.ts";
import type { StandInOptions } from "./server.ts";
import { ShopifyStandIn } from "./stand-in.ts";

/** Starts a stand-in. @throws when the port is taken */
export async function createShopifyStandIn(options: StandInOptions): Promise<ShopifyStandIn> {
  const standIn = new ShopifyStandIn(options);
  await standIn.listen((request, response) => route(standIn, request, response));
  return standIn;
}
