import type { InterfaceVersion, Login } from "../ports/print-service.ts";
import { UnauthorizedError } from "../ports/errors.ts";
import type { PrintAccount } from "../../prisma/client/client.ts";
import { z } from "zod";
import { encryptedColumn } from "../encryption/encrypted-columns.ts";
import type { Encryptor } from "../encryption/encryptor.server.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { DAY_MS } from "../ports/clock.ts";

type EncryptionContext = { encryptor: Encryptor };

const credentialsShape = z.union([
  z.object({ email: z.string(), password: z.string() }),
  z.object({ accessToken: z.string() }),
]);

const CREDENTIALS = encryptedColumn("PrintAccount.credentialsEncrypted");
const TOKEN = encryptedColumn("PrintAccount.tokenEncrypted");
const WEBHOOK_SECRET = encryptedColumn("PrintAccount.webhookSecretEncrypted");
const PREVIOUS_SECRET = encryptedColumn("PrintAccount.previousWebhookSecretEncrypted");

export const encryptCredentials = (ctx: EncryptionContext, accountId: PrintAccountId, credentials: Login) =>
  CREDENTIALS.encrypt(ctx, accountId, JSON.stringify(credentials));

/** @throws UnauthorizedError for a practice account: it has no credentials, so nothing signs in to the print service with it */
export function decryptCredentials(
  ctx: EncryptionContext,
  row: Pick<PrintAccount, "id" | "credentialsEncrypted">,
): Login {
  if (!row.credentialsEncrypted) throw new UnauthorizedError("a practice account has no credentials");
  return credentialsShape.parse(CREDENTIALS.decryptJson(ctx, row));
}

/** What is sent and stored. White space around a token comes from copying it. */
export const normalizeLogin = (given: Login): Login =>
  "accessToken" in given
    ? { accessToken: given.accessToken.trim() }
    : { email: given.email.trim(), password: given.password };

/**
 * The account's key: the same however its email is spelled. An account that is known by its access token alone has no email. One email
 * signs in through each version of the interface, and the version of a row never changes: each version has a row of its own.
 */
export function hashLogin(ctx: EncryptionContext, given: Login, version: InterfaceVersion): string {
  const credentials = normalizeLogin(given);
  if ("accessToken" in credentials) return ctx.encryptor.hash(`access token ${credentials.accessToken}`);
  const email = credentials.email.toLowerCase();
  return ctx.encryptor.hash(version === "v1" ? email : `${version} ${email}`);
}

const TOKEN_LIFE_DAYS = 730;
const jwtClaims = z.object({ exp: z.number().positive() });

/**
 * When an access token ends that a person gave: as it says itself where it is a JSON Web Token, else after the life that the print service
 * gives them, from now on. null: the credentials are a password, which fetches tokens.
 */
export function tokenEndOf(credentials: Login, now: Date): Date | null {
  if (!("accessToken" in credentials)) return null;
  const { data: claims } = jwtClaims.safeParse(readJwt(credentials.accessToken));
  const end = claims ? claims.exp * 1000 : now.getTime() + TOKEN_LIFE_DAYS * DAY_MS;
  return new Date(Math.min(end, now.getTime() + 10 * TOKEN_LIFE_DAYS * DAY_MS));
}

function readJwt(token: string): unknown {
  const [, claims, signature] = token.split(".");
  if (!claims || signature === undefined) return null;
  try {
    return JSON.parse(Buffer.from(claims, "base64url").toString());
  } catch {
    return null;
  }
}

/** The email of an account that signs in with one; null: it has an access token. */
export const emailOf = (credentials: Login): string | null => ("accessToken" in credentials ? null : credentials.email);

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
