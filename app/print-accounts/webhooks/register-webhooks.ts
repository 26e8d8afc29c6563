import type { ForeignRegistration, PrintAccount } from "@prisma/client";
import { RejectedError } from "../../ports/errors.ts";
import type { PrintAccountCalls, PrintService, Registration, RegistrationKind } from "../../ports/print-service.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { findForeignEndpoint } from "./foreign-endpoint.ts";
import { acceptedWebhookSecrets } from "../secrets.ts";

/** Topic of a delivery, and last part of the address, by what is registered. */
export const TOPIC_BY_KIND: Readonly<Record<RegistrationKind, string>> = {
  tracking: "tracking",
  order_status: "order-status",
};

/** Address that the print service calls with events of an account. */
export function webhookEndpoint(appUrl: string, accountKey: string, kind: RegistrationKind): string {
  return new URL(`/print-events/${accountKey}/${TOPIC_BY_KIND[kind]}`, appUrl).href;
}

export const WEBHOOK_KINDS: readonly RegistrationKind[] = ["tracking", "order_status"];

/** Columns of an account that say how a kind stands. */
const COLUMNS = {
  tracking: { registeredAt: "trackingRegisteredAt", foreign: "trackingForeign" },
  order_status: { registeredAt: "statusRegisteredAt", foreign: "statusForeign" },
} as const satisfies Record<RegistrationKind, unknown>;

/** How our addresses stand, as far as is noted here; null for the kind that is not registered yet. */
export const storedRegistration = (
  account: Pick<PrintAccount, "trackingRegisteredAt" | "statusRegisteredAt" | "trackingForeign" | "statusForeign">,
  kind: RegistrationKind,
): "registered" | ForeignRegistration | null =>
  account[COLUMNS[kind].foreign] ?? (account[COLUMNS[kind].registeredAt] ? "registered" : null);

export interface RegisterOptions {
  kinds: readonly RegistrationKind[];
  /** as_is: an address of ours that somebody switched off stays off. */
  active: boolean | "as_is";
  /** Somebody else's address that a person has agreed to replace. Any other is left. */
  replacing?: string | undefined;
}

const ALL_ACTIVE: RegisterOptions = { kinds: WEBHOOK_KINDS, active: true };

/**
 * Registers our addresses with the print service (print-service: registerTrackingWebhook, registerOrderStatusWebhook),
 * or updates those that it has. Where somebody else's address stands, it is left and noted. Returns the kinds for which
 * that is so.
 * @throws RemoteError; what was registered before the failure stays noted, and repeating goes on from there
 */
export async function registerWebhooks(
  ctx: ShopsContext,
  printService: PrintService,
  accountId: string,
  appUrl: string,
  options: RegisterOptions = ALL_ACTIVE,
): Promise<{ skipped: RegistrationKind[] }> {
  const calls = printService.forAccount(accountId);
  let secret: string;
  let skipped: RegistrationKind[];
  do {
    skipped = [];
    const account = await ctx.db.printAccount.findUniqueOrThrow({ where: { id: accountId } });
    secret = currentSecret(ctx, account);
    for (const kind of options.kinds) {
      const endpoint = webhookEndpoint(appUrl, account.key, kind);
      const listed = await listRegistered(calls, kind, endpoint);
      const existing = listed.find((registration) => registration.endpoint === endpoint);
      const foreign = existing ? null : await findForeignEndpoint(ctx, appUrl, listed);
      if (foreign !== null && foreign !== options.replacing) {
        skipped.push(kind);
        await recordForeign(ctx, accountId, kind);
        continue;
      }
      const active = options.active === "as_is" ? existing?.active !== false : options.active;
      const input = { endpoint, active, accessKey: account.webhookHeader, accessToken: secret };
      await (existing ? calls.updateRegistration(kind, input) : calls.createRegistration(kind, input));
      const data = { [COLUMNS[kind].registeredAt]: ctx.clock.now(), [COLUMNS[kind].foreign]: null };
      await ctx.db.printAccount.update({ where: { id: accountId }, data });
    }
    // Whoever writes last has written the token that counts: a rotation may have come between.
  } while (secret !== currentSecret(ctx, await ctx.db.printAccount.findUniqueOrThrow({ where: { id: accountId } })));
  return { skipped };
}

function currentSecret(ctx: ShopsContext, account: PrintAccount): string {
  return acceptedWebhookSecrets(ctx, account, ctx.clock.now())[0] ?? "";
}

/** What a person has decided about it stays. */
async function recordForeign(ctx: ShopsContext, id: string, kind: RegistrationKind): Promise<void> {
  const { registeredAt, foreign } = COLUMNS[kind];
  await ctx.db.printAccount.update({ where: { id }, data: { [registeredAt]: null } });
  await ctx.db.printAccount.updateMany({ where: { id, [foreign]: null }, data: { [foreign]: "undecided" } });
}

/** Leaves somebody else's address where it stands, for good. */
export async function recordForeignKept(
  ctx: Pick<ShopsContext, "db">,
  id: string,
  kind: RegistrationKind,
): Promise<void> {
  const { registeredAt, foreign } = COLUMNS[kind];
  await ctx.db.printAccount.update({ where: { id }, data: { [registeredAt]: null, [foreign]: "kept" } });
}

/** The interface does not show what a list holds, nor what it answers when there is none: a refusal counts as none. */
async function listRegistered(
  calls: PrintAccountCalls,
  kind: RegistrationKind,
  endpoint: string,
): Promise<Registration[]> {
  try {
    return await calls.listRegistrations(kind, endpoint);
  } catch (error) {
    if (error instanceof RejectedError) return [];
    throw error;
  }
}
