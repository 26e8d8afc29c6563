import type { PrintAccount } from "@prisma/client";
import { z } from "zod";
import type { Sealer } from "../encryption/encryptor.server.ts";

type Sealing = { seal: Sealer };

/** service-interface 2.1 */
export interface Credentials {
  email: string;
  password: string;
}

const credentialsShape = z.object({ email: z.string(), password: z.string() });

const bytes = (box: Buffer) => new Uint8Array(box);

export const sealCredentials = (ctx: Sealing, accountId: string, credentials: Credentials) =>
  bytes(ctx.seal.seal(JSON.stringify(credentials), `print-account:${accountId}:credentials`));

export const openCredentials = (ctx: Sealing, row: Pick<PrintAccount, "id" | "credentialsSealed">): Credentials =>
  credentialsShape.parse(JSON.parse(ctx.seal.openText(row.credentialsSealed, `print-account:${row.id}:credentials`)));

export const sealToken = (ctx: Sealing, accountId: string, token: string) =>
  bytes(ctx.seal.seal(token, `print-account:${accountId}:token`));

export const openToken = (ctx: Sealing, row: Pick<PrintAccount, "id" | "tokenSealed">): string | null =>
  row.tokenSealed ? ctx.seal.openText(row.tokenSealed, `print-account:${row.id}:token`) : null;

export const sealEventToken = (ctx: Sealing, accountId: string, token: string) =>
  bytes(ctx.seal.seal(token, `print-account:${accountId}:event-token`));

/**
 * The tokens that an event of this account may carry at `now`, the present one first: the previous one counts as long as the
 * service may not know the present one, and for a while after.
 */
export function eventTokens(
  ctx: Sealing,
  row: Pick<
    PrintAccount,
    "id" | "eventTokenSealed" | "previousEventTokenSealed" | "previousEventTokenUntil" | "eventTokenRotatingSince"
  >,
  now: Date,
): string[] {
  const open = (box: Uint8Array) => ctx.seal.openText(box, `print-account:${row.id}:event-token`);
  const present = open(row.eventTokenSealed);
  if (!row.previousEventTokenSealed) return [present];
  const counts =
    row.eventTokenRotatingSince !== null || (row.previousEventTokenUntil !== null && row.previousEventTokenUntil > now);
  return counts ? [present, open(row.previousEventTokenSealed)] : [present];
}
