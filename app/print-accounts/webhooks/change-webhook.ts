import type { RegistrationKind } from "../../ports/print-service.ts";
import { callProvider } from "./call-provider.ts";
import {
  recordForeignKept,
  WEBHOOK_KINDS,
  registerWebhooks,
  type RegisterOptions,
  type WebhookContext,
} from "./register-webhooks.ts";
import { rotateWebhookSecret } from "./rotate-secret.ts";

type ShopWithAccount = { printAccountId: string | null };

/** other_address: somebody else's address is registered, and staff did not agree to replace that one. */
export type RegisterResult = "registered" | "other_address" | "rejected" | "unavailable" | "no_account";

/**
 * Puts our addresses at the print service and switches them on. Somebody else's is replaced only where it is the one
 * that a person saw and agreed to replace.
 */
export function reregisterWebhooks(
  ctx: WebhookContext,
  shop: ShopWithAccount,
  { kinds = WEBHOOK_KINDS, replacing }: { kinds?: readonly RegistrationKind[]; replacing?: string | undefined } = {},
): Promise<RegisterResult> {
  return applyRegistration(ctx, shop, { kinds, active: true, replacing });
}

/** Switches our address of a kind on or off. Off, the print service calls it no more: the sweep still asks for news. */
export function setWebhookActive(
  ctx: WebhookContext,
  shop: ShopWithAccount,
  { kind, active }: { kind: RegistrationKind; active: boolean },
): Promise<RegisterResult> {
  return applyRegistration(ctx, shop, { kinds: [kind], active });
}

/** Leaves somebody else's address at the print service: the sweep asks for news instead. */
export async function keepForeignWebhook(
  ctx: WebhookContext,
  { printAccountId }: ShopWithAccount,
  kind: RegistrationKind,
): Promise<"kept" | "no_account"> {
  if (!printAccountId) return "no_account";
  await recordForeignKept(ctx, printAccountId, kind);
  return "kept";
}

async function applyRegistration(
  ctx: WebhookContext,
  { printAccountId }: ShopWithAccount,
  options: RegisterOptions,
): Promise<RegisterResult> {
  if (!printAccountId) return "no_account";
  const result = await callProvider(() => registerWebhooks(ctx, printAccountId, options));
  if (result.outcome === "failed") return result.failure;
  return result.value.skipped.length > 0 ? "other_address" : "registered";
}

/** Times are ISO 8601, UTC. */
export type RotateSecretResult =
  | { outcome: "rotated"; previousSecretUntil: string }
  /** The key before the present one is still accepted until then. */
  | { outcome: "too_soon"; until: string }
  /** The new key is there, the print service does not know it yet: both are accepted, and the app goes on by itself. */
  | { outcome: "pending" }
  | { outcome: "no_account" };

/** Gives the print service a new key for its calls, for a person who waits for the answer. */
export async function rotateSecretNow(
  ctx: WebhookContext,
  { printAccountId }: ShopWithAccount,
): Promise<RotateSecretResult> {
  if (!printAccountId) return { outcome: "no_account" };
  const result = await callProvider(() => rotateWebhookSecret(ctx, printAccountId));
  if (result.outcome === "failed") return { outcome: "pending" };
  const { value } = result;
  return value.outcome === "rotated"
    ? { outcome: "rotated", previousSecretUntil: value.previousSecretUntil.toISOString() }
    : { outcome: "too_soon", until: value.until.toISOString() };
}
