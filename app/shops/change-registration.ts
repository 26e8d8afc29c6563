import type { RegistrationKind } from "../ports/print-service.ts";
import { ask } from "./ask.ts";
import type { ShopActsContext } from "./context.ts";
import { KINDS, registerEvents } from "./register-events.ts";
import { rotateEventKey } from "./rotate-event-key.ts";

type Whose = { printAccountId: string | null };

export type Registered = "registered" | "refused" | "unavailable" | "no_account";

/** Puts our addresses at the print service and switches them on, whatever stands there. */
export function registerAgain(
  ctx: ShopActsContext,
  shop: Whose,
  kinds: readonly RegistrationKind[] = KINDS,
): Promise<Registered> {
  return write(ctx, shop, kinds, true);
}

/** Switches our address of a kind on or off. Off, the print service calls it no more: the sweep still asks for news. */
export function switchRegistration(
  ctx: ShopActsContext,
  shop: Whose,
  { kind, active }: { kind: RegistrationKind; active: boolean },
): Promise<Registered> {
  return write(ctx, shop, [kind], active);
}

async function write(
  ctx: ShopActsContext,
  { printAccountId }: Whose,
  kinds: readonly RegistrationKind[],
  active: boolean,
): Promise<Registered> {
  if (!printAccountId) return "no_account";
  const wish = { kinds, active };
  const done = await ask(() => registerEvents(ctx, ctx.printService, printAccountId, ctx.appUrl, wish));
  return "failed" in done ? done.failed : "registered";
}

/** Times are ISO 8601, UTC. */
export type KeyRotated =
  | { outcome: "rotated"; oldUntil: string }
  /** The key before the present one is still accepted until then. */
  | { outcome: "too_soon"; until: string }
  /** The new key is there, the print service does not know it yet: both are accepted, and the app goes on by itself. */
  | { outcome: "begun" }
  | { outcome: "no_account" };

/** Gives the print service a new key for its calls, for a person who waits for the answer. */
export async function rotateKey(ctx: ShopActsContext, { printAccountId }: Whose): Promise<KeyRotated> {
  if (!printAccountId) return { outcome: "no_account" };
  const asked = await ask(() => rotateEventKey(ctx, ctx.printService, printAccountId, ctx.appUrl));
  if ("failed" in asked) return { outcome: "begun" };
  const { value } = asked;
  return value.outcome === "rotated"
    ? { outcome: "rotated", oldUntil: value.oldTokenUntil.toISOString() }
    : { outcome: "too_soon", until: value.until.toISOString() };
}
