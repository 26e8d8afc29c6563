import type { RegistrationKind } from "../../ports/print-service.ts";
import { ask } from "./call-provider.ts";
import type { ShopActsContext } from "../../shops/context.ts";
import { keepForeign, KINDS, registerEvents, type RegistrationWish } from "./register-webhooks.ts";
import { rotateEventKey } from "./rotate-secret.ts";

type Whose = { printAccountId: string | null };

/** other_address: somebody else's stands there, and replacing it was not agreed to. */
export type Registered = "registered" | "other_address" | "refused" | "unavailable" | "no_account";

/**
 * Puts our addresses at the print service and switches them on. Somebody else's is replaced only where it is the one that
 * a person saw and agreed to replace.
 */
export function registerAgain(
  ctx: ShopActsContext,
  shop: Whose,
  { kinds = KINDS, replacing }: { kinds?: readonly RegistrationKind[]; replacing?: string | undefined } = {},
): Promise<Registered> {
  return write(ctx, shop, { kinds, active: true, replacing });
}

/** Switches our address of a kind on or off. Off, the print service calls it no more: the sweep still asks for news. */
export function switchRegistration(
  ctx: ShopActsContext,
  shop: Whose,
  { kind, active }: { kind: RegistrationKind; active: boolean },
): Promise<Registered> {
  return write(ctx, shop, { kinds: [kind], active });
}

/** Leaves somebody else's address at the print service: the sweep asks for news instead. */
export async function keepOtherAddress(
  ctx: ShopActsContext,
  { printAccountId }: Whose,
  kind: RegistrationKind,
): Promise<"kept" | "no_account"> {
  if (!printAccountId) return "no_account";
  await keepForeign(ctx, printAccountId, kind);
  return "kept";
}

async function write(ctx: ShopActsContext, { printAccountId }: Whose, wish: RegistrationWish): Promise<Registered> {
  if (!printAccountId) return "no_account";
  const done = await ask(() => registerEvents(ctx, ctx.printService, printAccountId, ctx.appUrl, wish));
  if ("failed" in done) return done.failed;
  return done.value.left.length > 0 ? "other_address" : "registered";
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
