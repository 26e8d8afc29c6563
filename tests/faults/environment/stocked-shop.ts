import type { Services } from "../../../app/services.server.ts";
import type { ShopifyStandIn } from "../../../sandbox/shopify/stand-in.ts";
import { takeUpShop } from "../../support/set-up-shop.ts";
import type { PlantShop, ShopOptions } from "./environment.ts";

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

export interface Office {
  services: Services;
  shopify: ShopifyStandIn;
  appUrl: string;
}

/** A shop that is taken up on one of the accounts, with goods of which some are mapped. */
export async function stockedShop(
  office: Office,
  domain: string,
  account: number,
  { settings }: ShopOptions,
): Promise<PlantShop> {
  const credentials = ACCOUNTS[account];
  if (!credentials) throw new Error(`There is no print account ${account}.`);
  const id = await takeUpShop(office, { domain, credentials, settings, goLiveAgoMs: HOUR });
  return { domain, goods: await stock(office, domain, id), account: credentials.email };
}

async function stock({ services, shopify }: Office, domain: string, shopId: string): Promise<PlantShop["goods"]> {
  const { ctx } = services.core;
  const ours = shopify.addProduct(domain, { title: "Printed goods", vendor: "Press", variants: PRINTED });
  const lamp = shopify.addProduct(domain, { title: "Lamp", vendor: "Lights", variants: [{ price: "80.00" }] });
  const printed = ours.variants.map((variant) => variant.id);
  await ctx.db.mapping.createMany({
    data: printed.map((variant, at) => ({
      id: ctx.ids.uuid(),
      shopId,
      productGid: `gid://shopify/Product/${ours.id}`,
      variantGid: `gid://shopify/ProductVariant/${variant}`,
      itemSku: PRINTED[at]?.itemSku ?? "",
      artworkFront: ARTWORK,
      requiredSides: ["front"],
      updatedAt: ctx.clock.now(),
    })),
  });
  return { printed, lamp: lamp.variants[0]?.id ?? "" };
}
