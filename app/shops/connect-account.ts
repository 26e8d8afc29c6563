import { ask } from "./ask.ts";
import type { ShopActsContext } from "./context.ts";
import type { Credentials } from "./print-account-secrets.ts";
import { connectPrintAccount } from "./print-accounts.ts";
import { registerEvents } from "./register-events.ts";

export type Connected =
  /** registered: our addresses stand at the print service; else that is still to be made good. */
  { outcome: "connected"; registered: boolean } | { outcome: "refused" } | { outcome: "unavailable" };

/** Connects a shop's print account, registers our addresses there, and has the orders go on that waited for an account. */
export async function connectAccount(
  ctx: ShopActsContext,
  shop: { id: string; domain: string },
  given: Credentials,
): Promise<Connected> {
  const connected = await ask(() => connectPrintAccount(ctx, shop.domain, given));
  if ("failed" in connected) return { outcome: connected.failed };
  await ctx.wakeHeld(shop.id, ["no_print_account", "print_account_refused"]);
  const registered = await ask(() => registerEvents(ctx, ctx.printService, connected.value, ctx.appUrl));
  return { outcome: "connected", registered: !("failed" in registered) };
}
