import { RemoteError } from "../../ports/errors.ts";
import type { PrintService } from "../../ports/print-service.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { encryptWebhookSecret } from "../secrets.ts";
import { WEBHOOK_KINDS, registerWebhooks } from "./register-webhooks.ts";

/** How long after a rotation the service may still repeat events under the old token, in milliseconds. */
export const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1000;

export type SecretRotation =
  | { outcome: "rotated"; previousSecretUntil: Date }
  /** The last one is too young: a third token would shut out events under the first. */
  | { outcome: "too_soon"; until: Date };

/**
 * Gives the print service a new token for its events (print-service: registerTrackingWebhook,
 * registerOrderStatusWebhook), without losing one: the new token is committed first and both are accepted; then both
 * registrations are updated; then the old one ends after a while. Repeating after a failure goes on with the same
 * token, and never makes a third.
 * @throws RemoteError when the service cannot be told; both tokens count until it is
 */
export async function rotateWebhookSecret(
  ctx: ShopsContext,
  printService: PrintService,
  accountId: string,
  appUrl: string,
): Promise<SecretRotation> {
  const tooSoon = await beginRotation(ctx, accountId);
  if (tooSoon) return tooSoon;
  await registerWebhooks(ctx, printService, accountId, appUrl, { kinds: WEBHOOK_KINDS, active: "as_is" });
  return finishRotation(ctx, accountId);
}

/** Null when a rotation is under way now: begun here, or before. */
async function beginRotation(ctx: ShopsContext, id: string): Promise<SecretRotation | null> {
  const now = ctx.clock.now();
  const secret = encryptWebhookSecret(ctx, id, ctx.ids.code(40));
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "PrintAccount" WHERE "id" = ${id}::uuid FOR UPDATE`;
    const row = await tx.printAccount.findUniqueOrThrow({ where: { id } });
    if (row.webhookSecretRotatingSince) return null;
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
    return null;
  });
}

/** Whoever confirms first sets the end of the old token; the others find it. */
async function finishRotation(ctx: ShopsContext, id: string): Promise<SecretRotation> {
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
 * Goes on with rotations that broke off, and forgets old tokens whose time is over. Returns how many accounts it went
 * on with.
 */
export async function maintainWebhookSecrets(
  ctx: ShopsContext,
  printService: PrintService,
  appUrl: string,
): Promise<number> {
  await ctx.db.printAccount.updateMany({
    where: { webhookSecretRotatingSince: null, previousWebhookSecretUntil: { lte: ctx.clock.now() } },
    data: { previousWebhookSecretEncrypted: null, previousWebhookSecretUntil: null },
  });
  const unfinished = await ctx.db.printAccount.findMany({
    where: { webhookSecretRotatingSince: { not: null }, refusedAt: null },
    select: { id: true },
  });
  for (const { id } of unfinished) {
    try {
      await rotateWebhookSecret(ctx, printService, id, appUrl);
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      ctx.log.warn({ account: id, error: error.name }, "the new key of an account's events is not registered yet");
    }
  }
  return unfinished.length;
}
