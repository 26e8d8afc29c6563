import type { RegistrationKind } from "../../ports/print-service.ts";
import { callProvider } from "./self-test.ts";
import {
  recordForeignKept,
  WEBHOOK_KINDS,
  registerWebhooks,
  type RegisterOptions,
  type WebhookContext,
} from "./register-webhooks.ts";
import { rotateWebhookSecret } from "./rotate-secret.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

type ShopWithAccount = { printAccountId: PrintAccountId | null };

/** other_address: somebody else's address is registered, and staff did not agree to replace that one. */
export type RegisterResult = "registered" | "other_address" | "rejected" | "unavailable" | "no_account";

/**
 * Registers the app's addresses and switches them on. Replaces somebody else's address only where it is the one that
 * staff saw and agreed to replace.
 */
export function reregisterWebhooks(
  ctx: WebhookContext,
  shop: ShopWithAccount,
  { kinds = WEBHOOK_KINDS, replacing }: { kinds?: readonly RegistrationKind[]; replacing?: string | undefined } = {},
): Promise<RegisterResult> {
  return applyRegistration(ctx, shop, { kinds, active: true, replacing });
}

/** Switches the app's address of a kind on or off. Without events the sweep still finds updates. */
export function setWebhookActive(
  ctx: WebhookContext,
  shop: ShopWithAccount,
  { kind, active }: { kind: RegistrationKind; active: boolean },
): Promise<RegisterResult> {
  return applyRegistration(ctx, shop, { kinds: [kind], active });
}

/** Keeps somebody else's address: the sweep finds updates instead. */
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
  /** The previous secret is still accepted until then. */
  | { outcome: "too_soon"; until: string }
  /**
   * The print service has not confirmed the new secret: both are accepted, and the rotation continues automatically.
   */
  | { outcome: "pending" }
  | { outcome: "no_account" };

/** Rotates the webhook secret, for staff who wait for the answer. */
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
