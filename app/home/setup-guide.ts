import type { Prisma } from "../../prisma/client/client.ts";
import { countVariants } from "../catalog/variants/read-variants-page.ts";
import { readSettings } from "../settings/settings.ts";
import type { ShopsContext } from "../shops/context.ts";
import { WEBHOOK_KINDS, storedRegistration } from "../print-accounts/webhooks/register-webhooks.ts";
import type { ShopId } from "../ports/ids.ts";
import { isComplete, type GuideProgress } from "./guide-steps.ts";

type GuideShop = Prisma.ShopGetPayload<{ include: { printAccount: true } }>;

/** The completed steps of a shop. */
export async function readGuideProgress(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shop: GuideShop,
): Promise<GuideProgress> {
  const { id: shopId, printAccount: account } = shop;
  const rule = Object.values(readSettings(shop.settings).printableRule);
  const [mapped, undecided, checked, sent] = await Promise.all([
    ctx.db.mapping.findFirst({ where: { shopId }, select: { id: true } }),
    countVariants(ctx, shopId, { view: "unmapped", query: "" }),
    ctx.db.dryRun.findFirst({ where: { shopId, state: "finished" }, select: { id: true } }),
    ctx.db.submission.findFirst({ where: { shopId, submittedAt: { not: null } }, select: { id: true } }),
  ]);
  return {
    connect: account !== null && account.refusedAt === null,
    // A foreign address that the merchant kept is a decision, and so is an address that somebody switched off.
    register:
      account !== null &&
      WEBHOOK_KINDS.every((kind) => ["registered", "off", "kept"].includes(storedRegistration(account, kind) ?? "")),
    map: mapped !== null,
    // Once orders are sent, Home names what is sold without a mapping.
    choose: rule.some((names) => names.length > 0) || (mapped !== null && undecided === 0) || sent !== null,
    review: shop.settingsSavedAt !== null,
    check: checked !== null,
    send: sent !== null,
  };
}

/** Dismisses the guide for good, once every step is done. */
export async function dismissGuide(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shopId: ShopId,
): Promise<"dismissed" | "not_complete"> {
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId }, include: { printAccount: true } });
  if (!isComplete(await readGuideProgress(ctx, shop))) return "not_complete";
  await ctx.db.shop.update({ where: { id: shopId }, data: { guideDismissedAt: ctx.clock.now() } });
  return "dismissed";
}
