/** For tests only: a client of the Admin API, over real HTTP to the stand-in. */
import { standInWithShop } from "../../sandbox/shopify/stand-in.testing.ts";
import { createAdminClient } from "./client.ts";
import { rerouteShopify } from "./scripted-server.testing.ts";

export const BUYER = {
  firstName: "Ada",
  lastName: "Lovelace",
  address1: "1 Main St",
  address2: "",
  city: "Springfield",
  zip: "62701",
  province: "Illinois",
  provinceCode: "IL",
  country: "United States",
  countryCode: "US",
};

/** The stand-in with its shop, and a client with that shop's token. `timeoutMs`: of one request. */
export async function openStandInClient(options: Parameters<typeof standInWithShop>[0] = {}, timeoutMs?: number) {
  const setup = await standInWithShop(options);
  const undoReroute = rerouteShopify(setup.standIn.url);
  const tokens = { current: () => Promise.resolve(setup.token), renew: () => Promise.resolve("no newer one") };
  const client = createAdminClient({ apiVersion: "2026-10", tokens, timeoutMs });
  const close = async (): Promise<void> => {
    await undoReroute();
    await setup.standIn.close();
  };
  return { ...setup, client, close };
}
