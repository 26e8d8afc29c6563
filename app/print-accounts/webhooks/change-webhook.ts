import type { RegistrationKind } from "../../ports/print-service.ts";
import { callProvider } from "./self-test.ts";
import {
  recordForeignKept,
  WEBHOOK_KINDS,
  registerWebhooks,
  type RegisterOptions,
  type WebhookContext,
} from "./register-webhooks.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import { errorName, RemoteError } from "../../ports/errors.ts";
import type { ShopsContext } from "../../shops/context.ts";
import type { NoteAction } from "../../shops/staff-actions.ts";
import { encryptWebhookSecret } from "../secrets.ts";

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
  note?: NoteAction,
): Promise<RegisterResult> {
  return applyRegistration(ctx, shop, { kinds, active: true, replacing }, note);
}

/** Switches the app's address of a kind on or off. Without events the sweep still finds updates. */
export function setWebhookActive(
  ctx: WebhookContext,
  shop: ShopWithAccount,
  { kind, active }: { kind: RegistrationKind; active: boolean },
  note?: NoteAction,
): Promise<RegisterResult> {
  return applyRegistration(ctx, shop, { kinds: [kind], active }, note);
}

/** Keeps somebody else's address: the sweep finds updates instead. */
export async function keepForeignWebhook(
  ctx: WebhookContext,
  { printAccountId }: ShopWithAccount,
  kind: RegistrationKind,
  note?: NoteAction,
): Promise<"kept" | "no_account"> {
  if (!printAccountId) return "no_account";
  await ctx.db.$transaction(async (tx) => {
    await recordForeignKept({ db: tx }, printAccountId, kind);
    await note?.(tx, "foreign_webhook_kept", { webhook: kind });
  });
  return "kept";
}

/** Staff's entry is committed before the service is called: what becomes of a call whose answer is lost shows at the service. */
async function applyRegistration(
  ctx: WebhookContext,
  { printAccountId }: ShopWithAccount,
  options: RegisterOptions,
  note: NoteAction | undefined,
): Promise<RegisterResult> {
  if (!printAccountId) return "no_account";
  const webhook = options.kinds.join(" ");
  await note?.(ctx.db, options.active ? "webhooks_registered" : "webhooks_deactivated", { webhook });
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
  note?: NoteAction,
): Promise<RotateSecretResult> {
  if (!printAccountId) return { outcome: "no_account" };
  const result = await callProvider(() => rotateWebhookSecret(ctx, printAccountId, note));
  if (result.outcome === "failed") return { outcome: "pending" };
  const { value } = result;
  return value.outcome === "rotated"
    ? { outcome: "rotated", previousSecretUntil: value.previousSecretUntil.toISOString() }
    : { outcome: "too_soon", until: value.until.toISOString() };
}

/** How long after a rotation the service may repeat events under the old secret. */
export const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1000;

/** A third secret would shut out events under the first. */
type TooSoon = { outcome: "too_soon"; until: Date };
type SecretRotation = { outcome: "rotated"; previousSecretUntil: Date } | TooSoon;

/**
 * Gives the print service a new secret for its events (print-service: registerTrackingWebhook,
 * registerOrderStatusWebhook) without losing an event: the new secret is committed first and both are accepted, then
 * both registrations are updated, then the old secret expires. Repeating after a failure continues with the same
 * secret.
 * @throws RemoteError when the registrations cannot be updated; both secrets are accepted until then
 */
export async function rotateWebhookSecret(
  ctx: WebhookContext,
  accountId: PrintAccountId,
  note?: NoteAction,
): Promise<SecretRotation> {
  const begun = await beginRotation(ctx, accountId, note);
  if (begun.outcome === "too_soon") return begun;
  await registerWebhooks(ctx, accountId, { kinds: WEBHOOK_KINDS, active: "as_is" });
  return finishRotation(ctx, accountId);
}

async function beginRotation(
  ctx: ShopsContext,
  id: PrintAccountId,
  note: NoteAction | undefined,
): Promise<{ outcome: "under_way" } | TooSoon> {
  const now = ctx.clock.now();
  const secret = encryptWebhookSecret(ctx, id, ctx.ids.code(40));
  return ctx.db.$transaction(async (tx): Promise<{ outcome: "under_way" } | TooSoon> => {
    await tx.$queryRaw`SELECT 1 FROM "PrintAccount" WHERE "id" = ${id}::uuid FOR UPDATE`;
    const row = await tx.printAccount.findUniqueOrThrow({ where: { id } });
    if (row.webhookSecretRotatingSince) return { outcome: "under_way" };
    const until = row.previousWebhookSecretUntil;
    if (until && until > now) return { outcome: "too_soon", until };
    await tx.printAccount.update({
      where: { id },
      data: {
        webhookSecretEncrypted: secret,
        previousWebhookSecretEncrypted: row.webhookSecretEncrypted,
        previousWebhookSecretUntil: null,
        webhookSecretRotatingSince: now,
        version: { increment: 1 },
      },
    });
    await note?.(tx, "webhook_secret_rotated");
    return { outcome: "under_way" };
  });
}

/** The first of several callers sets the end of the old secret. */
async function finishRotation(ctx: ShopsContext, id: PrintAccountId): Promise<SecretRotation> {
  const previousSecretUntil = new Date(ctx.clock.now().getTime() + PREVIOUS_SECRET_MS);
  await ctx.db.printAccount.updateMany({
    where: { id, webhookSecretRotatingSince: { not: null } },
    data: {
      webhookSecretRotatingSince: null,
      previousWebhookSecretUntil: previousSecretUntil,
      version: { increment: 1 },
    },
  });
  const row = await ctx.db.printAccount.findUniqueOrThrow({ where: { id } });
  return { outcome: "rotated", previousSecretUntil: row.previousWebhookSecretUntil ?? previousSecretUntil };
}

/**
 * Continues rotations that failed, and deletes old secrets that have expired. One account's failure does not stop the others.
 * Returns how many rotations it continued.
 * @throws the first error that is no RemoteError, after all accounts had their turn
 */
export async function maintainWebhookSecrets(ctx: WebhookContext): Promise<number> {
  await ctx.db.printAccount.updateMany({
    where: { webhookSecretRotatingSince: null, previousWebhookSecretUntil: { lte: ctx.clock.now() } },
    data: { previousWebhookSecretEncrypted: null, previousWebhookSecretUntil: null },
  });
  const unfinished = await ctx.db.printAccount.findMany({
    where: { webhookSecretRotatingSince: { not: null }, refusedAt: null },
    select: { id: true },
  });
  let failure: unknown = null;
  for (const { id } of unfinished) {
    try {
      await rotateWebhookSecret(ctx, id);
    } catch (error) {
      if (!(error instanceof RemoteError)) failure ??= error;
      ctx.log.warn(
        { account: id, error: errorName(error) },
        "the new key of an account's events is not registered yet",
      );
    }
  }
  if (failure !== null) throw failure;
  return unfinished.length;
}
