import type { ShopId } from "../ports/ids.ts";
import type { DryRunContext } from "./context.ts";
import { DAY_MS } from "../ports/clock.ts";

type OfferContext = Pick<DryRunContext, "db" | "clock">;

/** Mappings that make a large change. */
const MANY_MAPPINGS = 10;

/** Whether settings or mappings were changed after a moment. */
export const hasChangedSince = async (ctx: Pick<OfferContext, "db">, shopId: ShopId, at: Date): Promise<boolean> =>
  (await savedSettingsAfter(ctx, shopId, at)) || (await countMapped(ctx, shopId, at, 1)) > 0;

/** Who closed the offer knows of it: further changes of these days bring no other one. */
const CLOSED_FOR_DAYS = 30;

/**
 * Whether a large change of the last day has had no dry run yet: saved settings, or many mappings. Not for some time after staff
 * closed the offer.
 */
export async function offersDryRun(ctx: OfferContext, shopId: ShopId): Promise<boolean> {
  const now = ctx.clock.now().getTime();
  const dayAgo = new Date(now - DAY_MS);
  const closedSince = { gt: new Date(now - CLOSED_FOR_DAYS * DAY_MS) };
  if ((await ctx.db.shop.count({ where: { id: shopId, dryRunOfferClosedAt: closedSince } })) > 0) return false;
  const last = await ctx.db.dryRun.findFirst({
    where: { shopId, startedAt: { gt: dayAgo } },
    orderBy: { startedAt: "desc" },
    select: { startedAt: true },
  });
  const since = last?.startedAt ?? dayAgo;
  return (
    (await savedSettingsAfter(ctx, shopId, since)) ||
    (await countMapped(ctx, shopId, since, MANY_MAPPINGS)) >= MANY_MAPPINGS
  );
}

/** Staff closes the offer. */
export async function closeDryRunOffer({ db, clock }: OfferContext, shopId: ShopId): Promise<void> {
  await db.shop.update({ where: { id: shopId }, data: { dryRunOfferClosedAt: clock.now() } });
}

const savedSettingsAfter = async ({ db }: Pick<OfferContext, "db">, id: ShopId, at: Date): Promise<boolean> =>
  (await db.shop.count({ where: { id, settingsSavedAt: { gt: at } } })) > 0;

/** Up to `limit`. */
const countMapped = async (
  { db }: Pick<OfferContext, "db">,
  shopId: ShopId,
  at: Date,
  limit: number,
): Promise<number> =>
  (await db.mapping.findMany({ where: { shopId, updatedAt: { gt: at } }, select: { id: true }, take: limit })).length;
