import type { PrintAccount } from "@prisma/client";
import { Rejected } from "../ports/errors.ts";
import type {
  PrintAccountCalls,
  PrintService,
  Registration,
  RegistrationInput,
  RegistrationKind,
} from "../ports/print-service.ts";
import type { ShopsContext } from "./context.ts";
import { eventTokens } from "./print-account-secrets.ts";

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

export interface RegistrationWish {
  kinds: readonly RegistrationKind[];
  /** as_is: an address of ours that somebody switched off stays off. */
  active: boolean | "as_is";
}

const ALL_ACTIVE: RegistrationWish = { kinds: KINDS, active: true };

/**
 * Registers our addresses with the print service (service-interface 4.7, 4.8), or updates those that it has.
 * @throws ForeignError; what was registered before the failure stays noted, and repeating goes on from there
 */
export async function registerEvents(
  ctx: ShopsContext,
  printService: PrintService,
  accountId: string,
  appUrl: string,
  wish: RegistrationWish = ALL_ACTIVE,
): Promise<void> {
  const calls = printService.forAccount(accountId);
  let token: string;
  do {
    const account = await ctx.db.printAccount.findUniqueOrThrow({ where: { id: accountId } });
    token = presentToken(ctx, account);
    for (const kind of wish.kinds) {
      const endpoint = eventsEndpoint(appUrl, account.key, kind);
      await register(calls, kind, { endpoint, accessKey: account.eventHeader, accessToken: token }, wish.active);
      const at = ctx.clock.now();
      const data = kind === "tracking" ? { trackingRegisteredAt: at } : { statusRegisteredAt: at };
      await ctx.db.printAccount.update({ where: { id: accountId }, data });
    }
    // Whoever writes last has written the token that counts: a rotation may have come between.
  } while (token !== presentToken(ctx, await ctx.db.printAccount.findUniqueOrThrow({ where: { id: accountId } })));
}

function presentToken(ctx: ShopsContext, account: PrintAccount): string {
  return eventTokens(ctx, account, ctx.clock.now())[0] ?? "";
}

async function register(
  calls: PrintAccountCalls,
  kind: RegistrationKind,
  at: Omit<RegistrationInput, "active">,
  active: RegistrationWish["active"],
) {
  const known = await registered(calls, kind, at.endpoint);
  const input = { ...at, active: active === "as_is" ? known?.active !== false : active };
  await (known ? calls.updateRegistration(kind, input) : calls.createRegistration(kind, input));
}

/** The interface does not show what a list holds, nor what it answers when there is none: a refusal counts as none. */
async function registered(
  calls: PrintAccountCalls,
  kind: RegistrationKind,
  endpoint: string,
): Promise<Registration | undefined> {
  try {
    return (await calls.listRegistrations(kind, endpoint)).find((registration) => registration.endpoint === endpoint);
  } catch (error) {
    if (error instanceof Rejected) return undefined;
    throw error;
  }
}
