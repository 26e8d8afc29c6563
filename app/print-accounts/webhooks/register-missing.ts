import type { WebhookContext } from "./register-webhooks.ts";
import { WEBHOOK_KINDS, storedRegistration, registerWebhooks } from "./register-webhooks.ts";
import { errorName } from "../../ports/errors.ts";

/**
 * Registers the app's addresses for every account where that failed at its connection, or where somebody else's address
 * is gone. An address that staff decided to keep stays. One account's failure does not stop the others. Returns how
 * many accounts were completed. `stopping` ends it between two accounts.
 */
export async function registerMissingWebhooks(ctx: WebhookContext, stopping?: AbortSignal): Promise<number> {
  const accounts = await ctx.db.printAccount.findMany({
    where: {
      OR: [{ trackingRegisteredAt: null }, { statusRegisteredAt: null }],
      refusedAt: null,
      shops: { some: { uninstalledAt: null } },
    },
  });
  let completed = 0;
  for (const account of accounts) {
    if (stopping?.aborted) break;
    const kinds = WEBHOOK_KINDS.filter((kind) => [null, "undecided"].includes(storedRegistration(account, kind)));
    if (kinds.length === 0) continue;
    try {
      const { skipped } = await registerWebhooks(ctx, account.id, { kinds, active: true });
      if (skipped.length === 0) completed += 1;
    } catch (error) {
      const code = errorName(error);
      ctx.log.warn({ printAccount: account.id, error: code }, "webhooks of a print account are not registered yet");
    }
  }
  return completed;
}
