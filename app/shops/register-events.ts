import { Rejected } from "../ports/errors.ts";
import type { PrintAccountCalls, PrintService, RegistrationKind } from "../ports/print-service.ts";
import type { ShopsContext } from "./context.ts";
import { eventTokens } from "./print-account-secrets.ts";

const PATHS: Record<RegistrationKind, string> = { tracking: "tracking", order_status: "order-status" };

/** Address that the print service calls with events of an account. */
export function eventsEndpoint(appUrl: string, accountKey: string, kind: RegistrationKind): string {
  return new URL(`/print-events/${accountKey}/${PATHS[kind]}`, appUrl).href;
}

/**
 * Registers both addresses with the print service (service-interface 4.7, 4.8), or updates those that it has.
 * @throws ForeignError; what was registered before the failure stays noted, and repeating goes on from there
 */
export async function registerEvents(
  ctx: ShopsContext,
  printService: PrintService,
  accountId: string,
  appUrl: string,
): Promise<void> {
  const account = await ctx.db.printAccount.findUniqueOrThrow({ where: { id: accountId } });
  const calls = printService.forAccount(accountId);
  const accessToken = eventTokens(ctx, account, ctx.clock.now())[0] ?? "";
  for (const kind of ["tracking", "order_status"] as const) {
    const endpoint = eventsEndpoint(appUrl, account.key, kind);
    await register(calls, kind, { endpoint, active: true, accessKey: account.eventHeader, accessToken });
    const at = ctx.clock.now();
    const data = kind === "tracking" ? { trackingRegisteredAt: at } : { statusRegisteredAt: at };
    await ctx.db.printAccount.update({ where: { id: accountId }, data });
  }
}

async function register(
  calls: PrintAccountCalls,
  kind: RegistrationKind,
  input: Parameters<PrintAccountCalls["createRegistration"]>[1],
) {
  const known = await registered(calls, kind, input.endpoint);
  await (known ? calls.updateRegistration(kind, input) : calls.createRegistration(kind, input));
}

/** The interface does not show what a list holds, nor what it answers when there is none: a refusal counts as none. */
async function registered(calls: PrintAccountCalls, kind: RegistrationKind, endpoint: string): Promise<boolean> {
  try {
    return (await calls.listRegistrations(kind, endpoint)).some((registration) => registration.endpoint === endpoint);
  } catch (error) {
    if (error instanceof Rejected) return false;
    throw error;
  }
}
