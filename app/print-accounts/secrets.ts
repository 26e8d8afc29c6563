import type { Credentials } from "../ports/print-service.ts";
import { UnauthorizedError } from "../ports/errors.ts";
import type { PrintAccount } from "../../prisma/client/client.ts";
import { z } from "zod";
import { encryptedColumn } from "../encryption/encrypted-columns.ts";
import type { Encryptor } from "../encryption/encryptor.server.ts";
import type { PrintAccountId } from "../ports/ids.ts";

type EncryptionContext = { encryptor: Encryptor };

const credentialsShape = z.object({ email: z.string(), password: z.string() });

const CREDENTIALS = encryptedColumn("PrintAccount.credentialsEncrypted");
const TOKEN = encryptedColumn("PrintAccount.tokenEncrypted");
const WEBHOOK_SECRET = encryptedColumn("PrintAccount.webhookSecretEncrypted");
const PREVIOUS_SECRET = encryptedColumn("PrintAccount.previousWebhookSecretEncrypted");

export const encryptCredentials = (ctx: EncryptionContext, accountId: PrintAccountId, credentials: Credentials) =>
  CREDENTIALS.encrypt(ctx, accountId, JSON.stringify(credentials));

/** @throws UnauthorizedError for a practice account: it has no credentials, so nothing signs in to the print service with it */
export function decryptCredentials(
  ctx: EncryptionContext,
  row: Pick<PrintAccount, "id" | "credentialsEncrypted">,
): Credentials {
  if (!row.credentialsEncrypted) throw new UnauthorizedError("a practice account has no credentials");
  return credentialsShape.parse(CREDENTIALS.decryptJson(ctx, row));
}

export const encryptToken = TOKEN.encrypt;
export const decryptToken = TOKEN.decrypt;
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
  const previous = acceptsPrevious ? PREVIOUS_SECRET.decrypt(ctx, row) : null;
  return [WEBHOOK_SECRET.decrypt(ctx, row), previous].filter((secret) => secret !== null);
}
