import type { PrintService } from "../../ports/print-service.ts";
import { callProvider } from "./call-provider.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { WEBHOOK_KINDS, storedRegistration, registerWebhooks } from "./register-webhooks.ts";

/**
 * Registers our addresses for every account where that failed at its connection, or where somebody else's stood and is
 * gone. What a person decided to leave is left. Returns how many accounts are made good.
 */
export async function registerMissingWebhooks(
  ctx: ShopsContext,
  printService: PrintService,
  appUrl: string,
): Promise<number> {
  const accounts = await ctx.db.printAccount.findMany({
    where: {
      OR: [{ trackingRegisteredAt: null }, { statusRegisteredAt: null }],
      refusedAt: null,
      shops: { some: { uninstalledAt: null } },
    },
  });
  let fixedAccounts = 0;
  for (const account of accounts) {
    const kinds = WEBHOOK_KINDS.filter((kind) => [null, "undecided"].includes(storedRegistration(account, kind)));
    if (kinds.length === 0) continue;
    const options = { kinds, active: true };
    const result = await callProvider(() => registerWebhooks(ctx, printService, account.id, appUrl, options));
    if ("value" in result && result.value.skipped.length === 0) fixedAccounts += 1;
  }
  return fixedAccounts;
}
