import type { Services } from "../../../app/composition/services.server.ts";
import type { ShopifyStandIn } from "../../../sandbox/shopify/stand-in.ts";
import { setUpShop } from "../../support/set-up-shop.ts";
import type { EnvironmentShop, ShopOptions } from "./environment.ts";
import type { InterfaceVersion, Login } from "../../../app/ports/print-service.ts";
import type { PrintServiceStandIn } from "../../../sandbox/print-service/index.ts";
import type { ShopId } from "../../../app/ports/ids.ts";
import { gidOf } from "../../../app/ports/gid.ts";

const HOUR = 3_600_000;
const PRINTED = [
  { title: "Black / M", price: "25.00", itemSku: "TEE-BLACK-M" },
  { title: "Black / L", price: "25.00", itemSku: "TEE-BLACK-L" },
  { title: "Mug", price: "18.00", itemSku: "MUG-11OZ" },
];
const ARTWORK = "https://cdn.shopify.com/artwork/front.png";

/** The print accounts that the service knows. */
export const ACCOUNTS = Array.from({ length: 64 }, (_, at) => ({
  email: `press+${at}@example.com`,
  password: `let-me-print-${at}`,
}));

/** The service that the shops print at. */
export interface ProviderOfShops {
  printService: PrintServiceStandIn;
  interfaceVersion: InterfaceVersion;
}

export interface ShopServices extends ProviderOfShops {
  services: Services;
  shopify: ShopifyStandIn;
  appUrl: string;
}

/** What a person enters to connect the account: the password of version 1, the newest access token of version 3. */
export function loginOf({ printService, interfaceVersion }: ProviderOfShops, account: string): Login {
  if (interfaceVersion === "v3") {
    const newest = [...printService.store.tokens].findLast(([, token]) => token.account === account)?.[0];
    return { accessToken: newest ?? printService.issueAccessToken(account) };
  }
  const credentials = ACCOUNTS.find(({ email }) => email === account);
  if (!credentials) throw new Error(`nobody knows the password of ${account}`);
  return credentials;
}

/** A shop that is taken up on one of the accounts, with goods of which some are mapped. */
export async function createStockedShop(
  shopServices: ShopServices,
  domain: string,
  account: number,
  { settings }: ShopOptions,
): Promise<EnvironmentShop> {
  const email = ACCOUNTS[account]?.email;
  if (!email) throw new Error(`There is no print account ${account}.`);
  const credentials = loginOf(shopServices, email);
  const id = await setUpShop(shopServices, { domain, credentials, settings, goLiveAgoMs: HOUR });
  return { domain, goods: await stockGoods(shopServices, domain, id), account: email };
}

async function stockGoods(
  { services, shopify }: ShopServices,
  domain: string,
  shopId: ShopId,
): Promise<EnvironmentShop["goods"]> {
  const { ctx } = services.core;
  const printedProduct = shopify.addProduct(domain, { title: "Printed goods", vendor: "Press", variants: PRINTED });
  const lamp = shopify.addProduct(domain, { title: "Lamp", vendor: "Lights", variants: [{ price: "80.00" }] });
  const printed = printedProduct.variants.map((variant) => variant.id);
  await ctx.db.mapping.createMany({
    data: printed.map((variant, at) => ({
      id: ctx.ids.uuid(),
      shopId,
      productGid: gidOf("Product", printedProduct.id),
      variantGid: gidOf("ProductVariant", variant),
      itemSku: PRINTED[at]?.itemSku ?? "",
      artworkFront: ARTWORK,
      requiredSides: ["front"],
      updatedAt: ctx.clock.now(),
    })),
  });
  return { printed, lamp: lamp.variants[0]?.id ?? "" };
}
