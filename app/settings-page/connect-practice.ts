import { holdsFixedIn } from "../orders/core/attention.ts";
import type { ShopActionsContext } from "../print-accounts/context.ts";
import { connectPracticeAccount } from "../print-accounts/practice-account.ts";
import { registerWebhooks } from "../print-accounts/webhooks/register-webhooks.ts";
import type { ShopId } from "../ports/ids.ts";

/** Connects a shop's practice account, and wakes the orders that it takes: those without an account, and held test orders. */
export async function connectPractice(ctx: ShopActionsContext, shop: { id: ShopId }): Promise<void> {
  const account = await connectPracticeAccount(ctx, shop);
  await registerWebhooks(ctx, account);
  await ctx.wakeHeld(shop.id, [...holdsFixedIn("print_account"), "test_order"]);
}
