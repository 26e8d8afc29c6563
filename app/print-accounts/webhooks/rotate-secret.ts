import { errorName, RemoteError } from "../../ports/errors.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { encryptWebhookSecret } from "../secrets.ts";
import { WEBHOOK_KINDS, registerWebhooks, type WebhookContext } from "./register-webhooks.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

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
export async function rotateWebhookSecret(ctx: WebhookContext, accountId: PrintAccountId): Promise<SecretRotation> {
  const begun = await beginRotation(ctx, accountId);
  if (begun.outcome === "too_soon") return begun;
  await registerWebhooks(ctx, accountId, { kinds: WEBHOOK_KINDS, active: "as_is" });
  return finishRotation(ctx, accountId);
}

async function beginRotation(ctx: ShopsContext, id: PrintAccountId): Promise<{ outcome: "under_way" } | TooSoon> {
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
