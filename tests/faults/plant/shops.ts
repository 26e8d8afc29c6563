import { Session } from "@shopify/shopify-app-remix/server";
import type { Services } from "../../../app/services.server.ts";
import { installShop } from "../../../app/shops/install.ts";
import { connectPrintAccount } from "../../../app/shops/print-accounts.ts";
import { registerEvents } from "../../../app/shops/register-events.ts";
import { readSettings } from "../../../app/shops/settings.ts";
import type { ShopifyStandIn } from "../../../sandbox/shopify/stand-in.ts";
import type { PlantShop, ShopOptions } from "./plant.ts";

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

/** Installs as the token exchange would, connects the print account, registers our addresses there and maps the goods. */
export async function takeUpShop(
  office: Office,
  domain: string,
  account: number,
  { settings = {} }: ShopOptions,
): Promise<PlantShop> {
  const { core } = office.services;
  const { ctx } = core;
  const credentials = ACCOUNTS[account];
  if (!credentials) throw new Error(`There is no print account ${account}.`);
  office.shopify.addShop({ domain });
  const issued = office.shopify.issueToken(domain);
  const now = ctx.clock.now().getTime();
  await core.sessions.storeSession(
    new Session({
      id: `offline_${domain}`,
      shop: domain,
      state: "",
      isOnline: false,
      scope: issued.scope,
      accessToken: issued.access_token,
      expires: new Date(now + HOUR),
      refreshToken: "refresh_token" in issued ? issued.refresh_token : undefined,
      refreshTokenExpires: new Date(now + 90 * 24 * HOUR),
    }),
  );
  await installShop(ctx, domain, issued.scope);
  const accountId = await connectPrintAccount({ ...ctx, fetchToken: core.fetchPrintToken }, domain, credentials);
  await registerEvents(ctx, ctx.printService, accountId, office.appUrl);
  const stored = readSettings({ editWindowMinutes: 0, ...settings });
  const { id } = await ctx.db.shop.update({
    where: { domain },
    data: { settings: stored, goLiveAt: new Date(now - HOUR) },
  });
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
