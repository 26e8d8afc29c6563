import { canWrite } from "../ports/print-service.ts";
import type { ShopsContext } from "./context.ts";

/** What every page shows of the shop itself. */
export interface PageShop {
  domain: string;
  name: string;
  /** IANA name; UTC while unknown. */
  timezone: string;
  /** Of the shop's own prices, ISO 4217; USD while unknown. */
  currency: string;
  /** A practice account is connected: nothing is printed. */
  practice: boolean;
  /** The print account can be told to pay for an order, and to cancel one. */
  pays: boolean;
  cancels: boolean;
}

/** The shop for the frame of the pages; null when the app is not installed there. */
export async function readPageShop(ctx: Pick<ShopsContext, "db">, domain: string): Promise<PageShop | null> {
  const shop = await ctx.db.shop.findUnique({
    where: { domain },
    select: {
      name: true,
      timezone: true,
      currency: true,
      uninstalledAt: true,
      printAccount: { select: { kind: true, interfaceVersion: true } },
    },
  });
  if (!shop || shop.uninstalledAt) return null;
  const { printAccount: account } = shop;
  return {
    domain,
    name: shop.name ?? domain,
    timezone: shop.timezone ?? "UTC",
    currency: shop.currency ?? "USD",
    practice: account?.kind === "practice",
    pays: canWrite(account, "pay"),
    cancels: canWrite(account, "cancel"),
  };
}
