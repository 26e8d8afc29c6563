import type { Credentials } from "../ports/connection-check.ts";
import { UnauthorizedError } from "../ports/errors.ts";
import type { PrintAccount } from "@prisma/client";
import { z } from "zod";
import { encryptedColumn } from "../encryption/encrypted-columns.ts";
import type { Encryptor } from "../encryption/encryptor.server.ts";
import type { PrintAccountId } from "../ports/ids.ts";

type EncryptionContext = { encryptor: Encryptor };

const credentialsShape = z.object({ email: z.string(), password: z.string() });

const CREDENTIALS = encryptedColumn<PrintAccountId>("PrintAccount.credentialsEncrypted");
const TOKEN = encryptedColumn<PrintAccountId>("PrintAccount.tokenEncrypted");
/** The previous secret is moved from this column to its own, with the same context. */
const WEBHOOK_SECRET = encryptedColumn<PrintAccountId>("PrintAccount.webhookSecretEncrypted");

export const encryptCredentials = (ctx: EncryptionContext, accountId: PrintAccountId, credentials: Credentials) =>
  CREDENTIALS.encrypt(ctx, accountId, JSON.stringify(credentials));

/** @throws UnauthorizedError for a practice account: it has no credentials, so nothing signs in to the print service with it */
export function decryptCredentials(
  ctx: EncryptionContext,
  row: Pick<PrintAccount, "id" | "credentialsEncrypted">,
): Credentials {
  if (!row.credentialsEncrypted) throw new UnauthorizedError("a practice account has no credentials");
  return credentialsShape.parse(CREDENTIALS.decryptJson(ctx, row.id, row.credentialsEncrypted));
}

export const encryptToken = TOKEN.encrypt;

export const decryptToken = (ctx: EncryptionContext, row: Pick<PrintAccount, "id" | "tokenEncrypted">): string | null =>
  TOKEN.decrypt(ctx, row.id, row.tokenEncrypted);

export const encryptWebhookSecret = WEBHOOK_SECRET.encrypt;

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
  const { webhookSecretRotatingSince: rotatingSince, previousWebhookSecretUntil: until } = row;
  const acceptsPrevious = rotatingSince !== null || (until !== null && until > now);
  const accepted = [row.webhookSecretEncrypted, acceptsPrevious ? row.previousWebhookSecretEncrypted : null];
  return accepted.flatMap((ciphertext) => WEBHOOK_SECRET.decrypt(ctx, row.id, ciphertext) ?? []);
}
