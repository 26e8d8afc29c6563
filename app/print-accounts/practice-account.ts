import type { ShopsContext } from "../shops/context.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import { encryptWebhookSecret } from "./secrets.ts";
import { WEBHOOK_HEADER } from "./print-accounts.ts";

/**
 * Connects a shop with its own practice account, which is made at the first time. Its orders stay with it, as those of any
 * account do. Returns the account's id.
 */
export async function connectPracticeAccount(ctx: ShopsContext, shop: { id: ShopId }): Promise<PrintAccountId> {
  const newId = ctx.ids.uuid();
  await ctx.db.printAccount.createMany({
    data: {
      id: newId,
      kind: "practice",
      practiceShopId: shop.id,
      key: ctx.ids.code(24),
      webhookHeader: WEBHOOK_HEADER,
      webhookSecretEncrypted: encryptWebhookSecret(ctx, newId, ctx.ids.code(40)),
      createdAt: ctx.clock.now(),
    },
    skipDuplicates: true,
  });
  const { id } = await ctx.db.printAccount.findUniqueOrThrow({
    where: { practiceShopId: shop.id },
    select: { id: true },
  });
  await ctx.db.shop.updateMany({
    where: { id: shop.id, OR: [{ printAccountId: null }, { printAccountId: { not: id } }] },
    data: { printAccountId: id, connectedAt: ctx.clock.now(), version: { increment: 1 } },
  });
  return id;
}
