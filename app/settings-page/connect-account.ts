import type { Credentials, PrintServiceSetting, ReadProblem } from "../ports/connection-check.ts";
import type { ConnectionFailure } from "../ports/transport.ts";
import { RemoteError, RejectedError, UnauthorizedError } from "../ports/errors.ts";
import { callProvider } from "../print-accounts/webhooks/self-test.ts";
import { holdsFixedIn } from "../orders/core/attention.ts";
import type { ShopActionsContext } from "../print-accounts/context.ts";
import { checkOrderReads, logWrongSetting } from "../print-accounts/check-order-reads.ts";
import {
  connectPrintAccount,
  hashEmail,
  normalizeCredentials,
  connectPracticeAccount,
} from "../print-accounts/print-accounts.ts";
import { registerWebhooks } from "../print-accounts/webhooks/register-webhooks.ts";
import type { ShopId } from "../ports/ids.ts";

export type ConnectResult =
  /** `registered`: the print service has this app's addresses. Otherwise a retry follows, or the merchant decides. */
  | { outcome: "connected"; registered: boolean }
  | { outcome: "rejected" }
  /** `connectionFailure`: why no connection came about; null: the service answered, or nothing is known. */
  | { outcome: "unavailable"; connectionFailure: ConnectionFailure | null }
  /** A setting of the process does not fit the print service. The credentials may be right. */
  | { outcome: "misconfigured"; setting: PrintServiceSetting }
  /** The credentials are right, but orders cannot be read now. */
  | ({ outcome: "unreadable" } & Unreadable);

type Unreadable = Omit<Extract<ReadProblem, { kind: "unreadable" }>, "kind">;

/**
 * Connects a shop's print account, registers this app's webhooks and wakes the orders on hold for an account. The
 * account's orders must be readable, since lost updates would go unnoticed otherwise. A new password for the shop's
 * present account is accepted anyway: its orders continue, and the sweeps report the failing reads.
 */
export async function connectAccount(
  ctx: ShopActionsContext,
  shop: { id: ShopId; domain: string },
  input: Credentials,
): Promise<ConnectResult> {
  const credentials = normalizeCredentials(input);
  const token = await requestToken(ctx, credentials);
  if (typeof token !== "string") return token;
  const readProblem = await checkOrderReads(ctx, token);
  if (readProblem?.kind === "setting") return { outcome: "misconfigured", setting: readProblem.setting };
  if (readProblem && !(await isOwnAccount(ctx, shop.id, credentials))) {
    return { outcome: "unreadable", call: readProblem.call, httpStatus: readProblem.httpStatus };
  }
  const account = await connectPrintAccount(ctx, shop.domain, credentials, token);
  await ctx.wakeHeld(shop.id, holdsFixedIn("print_account"));
  const registered = await callProvider(() => registerWebhooks(ctx, account));
  return {
    outcome: "connected",
    registered: registered.outcome === "answered" && registered.value.skipped.length === 0,
  };
}

async function requestToken(ctx: ShopActionsContext, credentials: Credentials): Promise<string | ConnectResult> {
  try {
    return await ctx.fetchToken(credentials);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const reason = await ctx.connectionCheck.diagnoseToken(credentials, error);
    if (reason === "credentials") return { outcome: "rejected" };
    if (reason === null)
      return error instanceof RejectedError || error instanceof UnauthorizedError
        ? { outcome: "rejected" }
        : { outcome: "unavailable", connectionFailure: error.connectionFailure ?? null };
    logWrongSetting(ctx, reason);
    return { outcome: "misconfigured", setting: reason };
  }
}

async function isOwnAccount(ctx: ShopActionsContext, id: ShopId, credentials: Credentials): Promise<boolean> {
  return (await ctx.db.shop.count({ where: { id, printAccount: { emailHash: hashEmail(ctx, credentials) } } })) > 0;
}

/** Connects a shop's practice account, and wakes the orders that it takes: those without an account, and held test orders. */
export async function connectPractice(ctx: ShopActionsContext, shop: { id: ShopId }): Promise<void> {
  const account = await connectPracticeAccount(ctx, shop);
  await registerWebhooks(ctx, account);
  await ctx.wakeHeld(shop.id, [...holdsFixedIn("print_account"), "test_order"]);
}
