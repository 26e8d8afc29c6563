import type { ReadingTrouble, ServiceSetting } from "../../ports/connection-check.ts";
import { ForeignError, Rejected, Unauthorized } from "../../ports/errors.ts";
import { ask } from "../../print-accounts/webhooks/call-provider.ts";
import type { ShopActsContext } from "../../shops/context.ts";
import { checkReading, noteMisfit } from "../../print-accounts/check-order-reads.ts";
import type { Credentials } from "../../print-accounts/secrets.ts";
import { connectPrintAccount, emailHashOf, tidy } from "../../print-accounts/print-accounts.ts";
import { registerEvents } from "../../print-accounts/webhooks/register-webhooks.ts";

export type Connected =
  /** registered: our addresses stand at the print service; else that is still to be made good, or decided by a person. */
  | { outcome: "connected"; registered: boolean }
  | { outcome: "refused" }
  | { outcome: "unavailable" }
  /** Not the credentials: a setting of the process does not fit the print service. */
  | { outcome: "misconfigured"; setting: ServiceSetting }
  /** The credentials are right; the orders cannot be read now. */
  | ({ outcome: "unreadable" } & Unreadable);

type Unreadable = Omit<Extract<ReadingTrouble, { kind: "unreadable" }>, "kind">;

/**
 * Connects a shop's print account, registers our addresses there, and has the orders go on that waited for an account.
 * What was sent has to be readable, too: an account where it is not would lose news in silence. Whoever comes with a new
 * password for the account that the shop has is let in all the same: its orders go on, and the sweeps tell of the rest.
 */
export async function connectAccount(
  ctx: ShopActsContext,
  shop: { id: string; domain: string },
  given: Credentials,
): Promise<Connected> {
  const credentials = tidy(given);
  const token = await tokenFor(ctx, credentials);
  if (typeof token !== "string") return token;
  const trouble = await checkReading(ctx, token);
  if (trouble?.kind === "setting") return { outcome: "misconfigured", setting: trouble.setting };
  if (trouble && !(await isOwnAccount(ctx, shop.id, credentials))) {
    return { outcome: "unreadable", call: trouble.call, httpStatus: trouble.httpStatus };
  }
  const account = await connectPrintAccount(ctx, shop.domain, credentials, token);
  await ctx.wakeHeld(shop.id, ["no_print_account", "print_account_refused"]);
  const registered = await ask(() => registerEvents(ctx, ctx.printService, account, ctx.appUrl));
  return { outcome: "connected", registered: "value" in registered && registered.value.left.length === 0 };
}

async function tokenFor(ctx: ShopActsContext, credentials: Credentials): Promise<string | Connected> {
  try {
    return await ctx.fetchToken(credentials);
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    const why = await ctx.connectionCheck.token(credentials, error);
    if (why === "credentials") return { outcome: "refused" };
    if (why === null)
      return { outcome: error instanceof Rejected || error instanceof Unauthorized ? "refused" : "unavailable" };
    noteMisfit(ctx, why);
    return { outcome: "misconfigured", setting: why };
  }
}

async function isOwnAccount(ctx: ShopActsContext, id: string, credentials: Credentials): Promise<boolean> {
  return (await ctx.db.shop.count({ where: { id, printAccount: { emailHash: emailHashOf(ctx, credentials) } } })) > 0;
}
