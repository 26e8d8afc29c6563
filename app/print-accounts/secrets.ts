import type { Credentials } from "../ports/connection-check.ts";
import { UnauthorizedError } from "../ports/errors.ts";
import type { PrintAccount } from "@prisma/client";
import { z } from "zod";
import type { Encryptor } from "../encryption/encryptor.server.ts";
import type { PrintAccountId } from "../ports/ids.ts";

type EncryptionContext = { encryptor: Encryptor };

const credentialsShape = z.object({ email: z.string(), password: z.string() });

const toBytes = (ciphertext: Buffer) => new Uint8Array(ciphertext);

export const encryptCredentials = (ctx: EncryptionContext, accountId: PrintAccountId, credentials: Credentials) =>
  toBytes(ctx.encryptor.encrypt(JSON.stringify(credentials), `print-account:${accountId}:credentials`));

/** @throws UnauthorizedError for a practice account: it has no credentials, so nothing signs in to the print service with it */
export function decryptCredentials(
  ctx: EncryptionContext,
  row: Pick<PrintAccount, "id" | "credentialsEncrypted">,
): Credentials {
  if (!row.credentialsEncrypted) throw new UnauthorizedError("a practice account has no credentials");
  const decrypted = ctx.encryptor.decryptText(row.credentialsEncrypted, `print-account:${row.id}:credentials`);
  return credentialsShape.parse(JSON.parse(decrypted));
}

export const encryptToken = (ctx: EncryptionContext, accountId: PrintAccountId, token: string) =>
  toBytes(ctx.encryptor.encrypt(token, `print-account:${accountId}:token`));

export const decryptToken = (
  ctx: EncryptionContext,
  row: Pick<PrintAccount, "id" | "tokenEncrypted">,
): string | null =>
  row.tokenEncrypted ? ctx.encryptor.decryptText(row.tokenEncrypted, `print-account:${row.id}:token`) : null;

export const encryptWebhookSecret = (ctx: EncryptionContext, accountId: PrintAccountId, token: string) =>
  toBytes(ctx.encryptor.encrypt(token, `print-account:${accountId}:event-token`));

/**
 * The secrets that an event of this account may have at `now`, the current one first. The previous one is accepted as
 * long as the service may not know the current one, and for a while after.
 */
export function acceptedWebhookSecrets(
  ctx: EncryptionContext,
  row: Pick<
    PrintAccount,
    | "id"
    | "webhookSecretEncrypted"
    | "previousWebhookSecretEncrypted"
    | "previousWebhookSecretUntil"
    | "webhookSecretRotatingSince"
  >,
  now: Date,
): string[] {
  const decrypt = (ciphertext: Uint8Array) =>
    ctx.encryptor.decryptText(ciphertext, `print-account:${row.id}:event-token`);
  const current = decrypt(row.webhookSecretEncrypted);
  if (!row.previousWebhookSecretEncrypted) return [current];
  const previousAccepted =
    row.webhookSecretRotatingSince !== null ||
    (row.previousWebhookSecretUntil !== null && row.previousWebhookSecretUntil > now);
  return previousAccepted ? [current, decrypt(row.previousWebhookSecretEncrypted)] : [current];
}
