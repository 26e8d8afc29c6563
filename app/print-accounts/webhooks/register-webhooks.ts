import type { ForeignRegistration, PrintAccount, Prisma } from "../../../prisma/client/client.ts";
import { RejectedError, errorName } from "../../ports/errors.ts";
import type { PrintAccountCalls, Registration, RegistrationKind } from "../../ports/print-service.ts";
import type { ShopsContext } from "../../shops/context.ts";
import type { ShopActionsContext } from "../context.ts";
import { acceptedWebhookSecrets } from "../secrets.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

export type WebhookContext = ShopsContext & Pick<ShopActionsContext, "printService" | "appUrl">;

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

/** Columns of an account for each kind. */
const COLUMNS = {
  tracking: { registeredAt: "trackingRegisteredAt", off: "trackingOff", foreign: "trackingForeign" },
  order_status: { registeredAt: "statusRegisteredAt", off: "statusOff", foreign: "statusForeign" },
} as const satisfies Record<RegistrationKind, unknown>;

type StoredColumns = (typeof COLUMNS)[RegistrationKind][keyof (typeof COLUMNS)[RegistrationKind]];

/** The stored state of a kind. off: registered, and switched off by somebody. null: not registered yet. */
export function storedRegistration(
  account: Pick<PrintAccount, StoredColumns>,
  kind: RegistrationKind,
): "registered" | "off" | ForeignRegistration | null {
  const { registeredAt, off, foreign } = COLUMNS[kind];
  if (account[foreign]) return account[foreign];
  if (!account[registeredAt]) return null;
  return account[off] ? "off" : "registered";
}

/** Records that the service shows the app's address switched on or off: it can be switched there, too. */
export async function recordActive(
  ctx: Pick<ShopsContext, "db">,
  account: Pick<PrintAccount, "id" | StoredColumns>,
  kind: RegistrationKind,
  active: boolean,
): Promise<void> {
  const { off } = COLUMNS[kind];
  if (account[off] === active)
    await ctx.db.printAccount.update({ where: { id: account.id }, data: { [off]: !active } });
}

export interface RegisterOptions {
  kinds: readonly RegistrationKind[];
  /** as_is: an address of the app that somebody switched off stays off. */
  active: boolean | "as_is";
  /** Somebody else's address that staff agreed to replace. */
  replacing?: string | undefined;
}

const ALL_ACTIVE: RegisterOptions = { kinds: WEBHOOK_KINDS, active: true };

/**
 * Registers the app's addresses (print-service: registerTrackingWebhook, registerOrderStatusWebhook), or updates them.
 * Somebody else's address stays and is recorded; `skipped` has the kinds for which that is so. Repeating continues
 * after a failure.
 * @throws RemoteError
 */
export async function registerWebhooks(
  ctx: WebhookContext,
  accountId: PrintAccountId,
  options: RegisterOptions = ALL_ACTIVE,
): Promise<{ skipped: RegistrationKind[] }> {
  const calls = ctx.printService.forAccount(accountId);
  let secret: string;
  let skipped: RegistrationKind[];
  do {
    skipped = [];
    const account = await ctx.db.printAccount.findUniqueOrThrow({ where: { id: accountId } });
    secret = currentSecret(ctx, account);
    for (const kind of options.kinds) {
      const endpoint = webhookEndpoint(ctx.appUrl, account.key, kind);
      const listed = await listRegistered(calls, kind, endpoint);
      const existing = listed.find((registration) => registration.endpoint === endpoint);
      const foreign = existing ? null : await findForeignEndpoint(ctx, listed);
      if (foreign !== null && foreign !== options.replacing) {
        skipped.push(kind);
        await recordForeign(ctx, accountId, kind);
        continue;
      }
      const active = options.active === "as_is" ? existing?.active !== false : options.active;
      const input = { endpoint, active, accessKey: account.webhookHeader, accessToken: secret };
      await (existing ? calls.updateRegistration(kind, input) : calls.createRegistration(kind, input));
      const { registeredAt, off, foreign: foreignColumn } = COLUMNS[kind];
      const data = { [registeredAt]: ctx.clock.now(), [off]: !active, [foreignColumn]: null };
      await ctx.db.printAccount.update({ where: { id: accountId }, data });
    }
    // A rotation may have come between: the secret that is written last has to be the current one.
  } while (secret !== currentSecret(ctx, await ctx.db.printAccount.findUniqueOrThrow({ where: { id: accountId } })));
  return { skipped };
}

function currentSecret(ctx: ShopsContext, account: PrintAccount): string {
  return acceptedWebhookSecrets(ctx, account, ctx.clock.now())[0] ?? "";
}

/** A decision of staff stays. */
async function recordForeign(ctx: ShopsContext, id: PrintAccountId, kind: RegistrationKind): Promise<void> {
  const { registeredAt, foreign } = COLUMNS[kind];
  await ctx.db.printAccount.update({ where: { id }, data: { [registeredAt]: null } });
  await ctx.db.printAccount.updateMany({ where: { id, [foreign]: null }, data: { [foreign]: "undecided" } });
}

/** Keeps somebody else's address, for good. */
export async function recordForeignKept(
  ctx: { db: Prisma.TransactionClient },
  id: PrintAccountId,
  kind: RegistrationKind,
): Promise<void> {
  const { registeredAt, foreign } = COLUMNS[kind];
  await ctx.db.printAccount.update({ where: { id }, data: { [registeredAt]: null, [foreign]: "kept" } });
}

/** The interface does not show the answer when there is no registration: a rejection counts as none. */
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

const WEBHOOK_PATH = "/print-events/";

/**
 * The first registered address that is somebody else's, if any: neither at this app's address nor under the key of one
 * of this installation's print accounts, as at an address that the app had before.
 */
export async function findForeignEndpoint(
  ctx: Pick<ShopActionsContext, "db" | "appUrl">,
  registered: readonly Registration[],
): Promise<string | null> {
  for (const { endpoint } of registered) {
    if (endpoint !== null && !(await isOwn(ctx, endpoint))) return endpoint;
  }
  return null;
}

async function isOwn(ctx: Pick<ShopActionsContext, "db" | "appUrl">, endpoint: string): Promise<boolean> {
  const url = URL.parse(endpoint);
  if (!url?.pathname.startsWith(WEBHOOK_PATH)) return false;
  if (url.origin === new URL(ctx.appUrl).origin) return true;
  const key = url.pathname.slice(WEBHOOK_PATH.length).split("/")[0] ?? "";
  return (await ctx.db.printAccount.findUnique({ where: { key }, select: { id: true } })) !== null;
}

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
