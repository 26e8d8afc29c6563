import { GAP_TROUBLES, type GapTrouble } from "../../orders/gap-recovery/sync-gap.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { outageOf, type OutageContext, type ServiceOutage } from "../../print-accounts/provider-outage.ts";
import { openCredentials } from "../../print-accounts/secrets.ts";

/** What was sent since then may not be known here, and nothing is sent (orders/recovery); `trouble`: what is in the way. */
export interface AccountGap {
  from: string;
  trouble: GapTrouble | null;
}

/** A shop's print account as its settings page shows it. Times are ISO 8601, UTC. */
export type AccountView =
  | { state: "none" }
  | { state: "connected"; email: string; since: string | null; gap: AccountGap | null; outage: ServiceOutage | null }
  | { state: "refused"; email: string; refusedAt: string };

/** The print account of a shop for its merchant: the e-mail, never the password or the token. @throws SealError */
export async function viewAccount(
  ctx: Pick<ShopsContext, "db" | "seal"> & OutageContext,
  shopId: string,
): Promise<AccountView> {
  const shop = await ctx.db.shop.findUnique({ where: { id: shopId }, include: { printAccount: true } });
  if (!shop?.printAccount) return { state: "none" };
  const { email } = openCredentials(ctx, shop.printAccount);
  const { refusedAt, gapFrom, gapTrouble } = shop.printAccount;
  const trouble = GAP_TROUBLES.find((one) => one === gapTrouble) ?? null;
  const gap = gapFrom && { from: gapFrom.toISOString(), trouble };
  return refusedAt
    ? { state: "refused", email, refusedAt: refusedAt.toISOString() }
    : {
        state: "connected",
        email,
        since: shop.connectedAt?.toISOString() ?? null,
        gap,
        outage: outageOf(ctx, shop.printAccount),
      };
}
