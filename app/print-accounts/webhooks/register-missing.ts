import type { PrintService } from "../../ports/print-service.ts";
import { ask } from "./call-provider.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { KINDS, notedRegistration, registerEvents } from "./register-webhooks.ts";

/**
 * Registers our addresses for every account where that failed at its connection, or where somebody else's stood and is gone.
 * What a person decided to leave is left. Returns how many accounts are made good.
 */
export async function registerMissing(ctx: ShopsContext, printService: PrintService, appUrl: string): Promise<number> {
  const accounts = await ctx.db.printAccount.findMany({
    where: {
      OR: [{ trackingRegisteredAt: null }, { statusRegisteredAt: null }],
      refusedAt: null,
      shops: { some: { uninstalledAt: null } },
    },
  });
  let made = 0;
  for (const account of accounts) {
    const kinds = KINDS.filter((kind) => [null, "undecided"].includes(notedRegistration(account, kind)));
    if (kinds.length === 0) continue;
    const wish = { kinds, active: true };
    const registered = await ask(() => registerEvents(ctx, printService, account.id, appUrl, wish));
    if ("value" in registered && registered.value.left.length === 0) made += 1;
  }
  return made;
}
