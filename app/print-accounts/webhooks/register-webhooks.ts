import type { ForeignRegistration, PrintAccount } from "@prisma/client";
import { Rejected } from "../../ports/errors.ts";
import type { PrintAccountCalls, PrintService, Registration, RegistrationKind } from "../../ports/print-service.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { foreignEndpoint } from "./foreign-endpoint.ts";
import { eventTokens } from "../secrets.ts";

/** Topic of a delivery, and last part of the address, by what is registered. */
export const EVENT_TOPICS: Readonly<Record<RegistrationKind, string>> = {
  tracking: "tracking",
  order_status: "order-status",
};

/** Address that the print service calls with events of an account. */
export function eventsEndpoint(appUrl: string, accountKey: string, kind: RegistrationKind): string {
  return new URL(`/print-events/${accountKey}/${EVENT_TOPICS[kind]}`, appUrl).href;
}

export const KINDS: readonly RegistrationKind[] = ["tracking", "order_status"];

/** Columns of an account that say how a kind stands. */
const COLUMNS = {
  tracking: { registeredAt: "trackingRegisteredAt", foreign: "trackingForeign" },
  order_status: { registeredAt: "statusRegisteredAt", foreign: "statusForeign" },
} as const satisfies Record<RegistrationKind, unknown>;

/** How our addresses stand, as far as is noted here; null for the kind that is not registered yet. */
export const notedRegistration = (
  account: Pick<PrintAccount, "trackingRegisteredAt" | "statusRegisteredAt" | "trackingForeign" | "statusForeign">,
  kind: RegistrationKind,
): "registered" | ForeignRegistration | null =>
  account[COLUMNS[kind].foreign] ?? (account[COLUMNS[kind].registeredAt] ? "registered" : null);

export interface RegistrationWish {
  kinds: readonly RegistrationKind[];
  /** as_is: an address of ours that somebody switched off stays off. */
  active: boolean | "as_is";
  /** Somebody else's address that a person has agreed to replace. Any other is left. */
  replacing?: string | undefined;
}

const ALL_ACTIVE: RegistrationWish = { kinds: KINDS, active: true };

/**
 * Registers our addresses with the print service (service-interface 4.7, 4.8), or updates those that it has. Where somebody
 * else's address stands, it is left and noted. Returns the kinds for which that is so.
 * @throws ForeignError; what was registered before the failure stays noted, and repeating goes on from there
 */
export async function registerEvents(
  ctx: ShopsContext,
  printService: PrintService,
  accountId: string,
  appUrl: string,
  wish: RegistrationWish = ALL_ACTIVE,
): Promise<{ left: RegistrationKind[] }> {
  const calls = printService.forAccount(accountId);
  let token: string;
  let left: RegistrationKind[];
  do {
    left = [];
    const account = await ctx.db.printAccount.findUniqueOrThrow({ where: { id: accountId } });
    token = presentToken(ctx, account);
    for (const kind of wish.kinds) {
      const endpoint = eventsEndpoint(appUrl, account.key, kind);
      const listed = await registered(calls, kind, endpoint);
      const known = listed.find((registration) => registration.endpoint === endpoint);
      const foreign = known ? null : await foreignEndpoint(ctx, appUrl, listed);
      if (foreign !== null && foreign !== wish.replacing) {
        left.push(kind);
        await noteForeign(ctx, accountId, kind);
        continue;
      }
      const active = wish.active === "as_is" ? known?.active !== false : wish.active;
      const input = { endpoint, active, accessKey: account.eventHeader, accessToken: token };
      await (known ? calls.updateRegistration(kind, input) : calls.createRegistration(kind, input));
      const data = { [COLUMNS[kind].registeredAt]: ctx.clock.now(), [COLUMNS[kind].foreign]: null };
      await ctx.db.printAccount.update({ where: { id: accountId }, data });
    }
    // Whoever writes last has written the token that counts: a rotation may have come between.
  } while (token !== presentToken(ctx, await ctx.db.printAccount.findUniqueOrThrow({ where: { id: accountId } })));
  return { left };
}

function presentToken(ctx: ShopsContext, account: PrintAccount): string {
  return eventTokens(ctx, account, ctx.clock.now())[0] ?? "";
}

/** What a person has decided about it stays. */
async function noteForeign(ctx: ShopsContext, id: string, kind: RegistrationKind): Promise<void> {
  const { registeredAt, foreign } = COLUMNS[kind];
  await ctx.db.printAccount.update({ where: { id }, data: { [registeredAt]: null } });
  await ctx.db.printAccount.updateMany({ where: { id, [foreign]: null }, data: { [foreign]: "undecided" } });
}

/** Leaves somebody else's address where it stands, for good. */
export async function keepForeign(ctx: Pick<ShopsContext, "db">, id: string, kind: RegistrationKind): Promise<void> {
  const { registeredAt, foreign } = COLUMNS[kind];
  await ctx.db.printAccount.update({ where: { id }, data: { [registeredAt]: null, [foreign]: "kept" } });
}

/** The interface does not show what a list holds, nor what it answers when there is none: a refusal counts as none. */
async function registered(calls: PrintAccountCalls, kind: RegistrationKind, endpoint: string): Promise<Registration[]> {
  try {
    return await calls.listRegistrations(kind, endpoint);
  } catch (error) {
    if (error instanceof Rejected) return [];
    throw error;
  }
}
