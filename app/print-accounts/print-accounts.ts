import { Prisma } from "../../prisma/client/client.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import { readAccount } from "./read-account.ts";
import { ACCEPTED } from "./recheck-refused.ts";
import {
  acceptedWebhookSecrets,
  encryptCredentials,
  encryptToken,
  encryptWebhookSecret,
  hashLogin,
  tokenEndOf,
} from "./secrets.ts";
import type { InterfaceVersion, Login } from "../ports/print-service.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";

/** Header in which the print service sends the secret (print-service: registeredHeader). */
const WEBHOOK_HEADER = "X-Inkbridge-Key";

/** How an account is reached, where it is not by email and password through version 1. */
interface LoginOptions {
  /** Of a new account; that of a known one stays. */
  version?: InterfaceVersion;
  /** An account of which the service has shown that these are its new credentials. */
  known?: PrintAccountId | null;
  note?: NoteAction;
}

/**
 * Connects a shop with the account of these credentials, for which the print service has issued a token. A move that was being prepared is
 * over. Returns the account's id.
 */
export const connectPrintAccount = (
  ctx: ShopsContext,
  shopDomain: string,
  credentials: Login,
  token: string,
  options: LoginOptions = {},
): Promise<PrintAccountId> =>
  storeLogin(ctx, credentials, token, options, async (tx, { id, isNew }) => {
    const shop = await tx.shop.findUnique({ where: { domain: shopDomain }, select: { goLiveAt: true } });
    if (isNew && shop) await markHistoryUnverified(tx, { ...shop, printAccountId: id });
    await switchAccount(tx, { domain: shopDomain }, id, ctx.clock.now());
    await options.note?.(tx, "account_connected");
    return id;
  });

/** The same account with a new password is not a new connection. Returns whether it is another account. */
async function switchAccount(
  tx: Prisma.TransactionClient,
  shop: { domain: string } | { id: ShopId },
  printAccountId: PrintAccountId,
  connectedAt: Date,
): Promise<boolean> {
  const { count } = await tx.shop.updateMany({
    where: { ...shop, OR: [{ printAccountId: null }, { printAccountId: { not: printAccountId } }] },
    data: { printAccountId, connectedAt, version: { increment: 1 } },
  });
  await endPreparedMove(tx, shop);
  return count > 0;
}

/** What was made is history. The account that a shop was to move to goes with the unused ones. */
const endPreparedMove = (tx: Prisma.TransactionClient, shop: Prisma.ShopWhereInput) =>
  tx.accountMove.deleteMany({ where: { shop, state: { not: "moved" } } });

/**
 * Stores the login of an account, and does `then` in the same transaction. One account is one row for each version of the interface, found
 * by the keyed hash of its email or access token, however many shops use it.
 */
export async function storeLogin<Result>(
  ctx: ShopsContext,
  credentials: Login,
  token: string,
  { version = "v1", known = null }: LoginOptions,
  then: (tx: Prisma.TransactionClient, account: { id: PrintAccountId; isNew: boolean }) => Promise<Result>,
): Promise<Result> {
  const emailHash = hashLogin(ctx, credentials, version);
  const isNew = known === null && (await createAccountIfNew(ctx, emailHash, credentials, version));
  return ctx.db.$transaction(async (tx) => {
    const { id } = known
      ? { id: known }
      : await tx.printAccount.findUniqueOrThrow({ where: { emailHash }, select: { id: true } });
    await tx.printAccount.update({
      where: { id },
      data: {
        emailHash,
        credentialsEncrypted: encryptCredentials(ctx, id, credentials),
        tokenEndsAt: tokenEndOf(credentials, ctx.clock.now()),
        tokenEncrypted: encryptToken(ctx, id, token),
        tokenVersion: { increment: 1 },
        ...ACCEPTED,
        version: { increment: 1 },
      },
    });
    return then(tx, { id, isNew });
  });
}

/** Two shops may connect the same new account at once: one of them creates the row. */
async function createAccountIfNew(
  ctx: ShopsContext,
  emailHash: string,
  credentials: Login,
  interfaceVersion: InterfaceVersion,
): Promise<boolean> {
  const account = newAccount(ctx);
  const { count } = await ctx.db.printAccount.createMany({
    data: {
      ...{ ...account, emailHash, interfaceVersion },
      credentialsEncrypted: encryptCredentials(ctx, account.id, credentials),
    },
    skipDuplicates: true,
  });
  return count === 1;
}

/** What every new account has: its key in the addresses of events, and the secret that they carry. */
function newAccount(ctx: ShopsContext) {
  const id = ctx.ids.uuid();
  return {
    id,
    key: ctx.ids.code(24),
    webhookHeader: WEBHOOK_HEADER,
    webhookSecretEncrypted: encryptWebhookSecret(ctx, id, ctx.ids.code(40)),
    createdAt: ctx.clock.now(),
  };
}

/** Disconnects the shop; submissions stay with the account. */
export async function disconnectPrintAccount(ctx: ShopsContext, shopDomain: string, note?: NoteAction): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.shop.updateMany({
      where: { domain: shopDomain, printAccountId: { not: null } },
      data: { printAccountId: null, connectedAt: null, version: { increment: 1 } },
    });
    if (count > 0) await note?.(tx, "account_disconnected");
    await endPreparedMove(tx, { domain: shopDomain });
  });
}

/** Header and secrets that an event must have, by the key in the address; null for an unknown key. */
export async function findWebhookSecrets(
  ctx: Pick<ShopsContext, "sql" | "encryptor" | "clock">,
  key: string,
): Promise<{ header: string; tokens: string[] } | null> {
  const row = await readAccount(ctx.sql, Prisma.sql`"key" = ${key}`);
  return row ? { header: row.webhookHeader, tokens: acceptedWebhookSecrets(ctx, row, ctx.clock.now()) } : null;
}

/** Keys of all print accounts, as in the addresses of their events. */
export async function listAccountKeys({ db }: Pick<ShopsContext, "db">): Promise<string[]> {
  return (await db.printAccount.findMany({ select: { key: true } })).map(({ key }) => key);
}

/**
 * Connects a shop with its own practice account, which is made at the first time. Its orders stay with it, as those of any
 * account do. Returns the account's id.
 */
export async function connectPracticeAccount(
  ctx: ShopsContext,
  shop: { id: ShopId },
  note?: NoteAction,
): Promise<PrintAccountId> {
  await ctx.db.printAccount.createMany({
    data: { ...newAccount(ctx), kind: "practice", practiceShopId: shop.id },
    skipDuplicates: true,
  });
  const { id } = await ctx.db.printAccount.findUniqueOrThrow({
    where: { practiceShopId: shop.id },
    select: { id: true },
  });
  await ctx.db.$transaction(async (tx) => {
    if (await switchAccount(tx, { id: shop.id }, id, ctx.clock.now())) await note?.(tx, "practice_connected");
  });
  return id;
}

/**
 * The history of a print account is complete since the last gap (app/orders/gap-recovery/heartbeat.ts). Where older
 * orders of a shop may be sent now (a new account, an earlier go-live), its list is read first: a restored database may
 * know the shop, but not what it sent.
 */
export async function markHistoryUnverified(
  tx: Prisma.TransactionClient,
  shop: { goLiveAt: Date; printAccountId: PrintAccountId },
): Promise<void> {
  const { goLiveAt, printAccountId } = shop;
  await tx.$executeRaw`
    UPDATE "PrintAccount" a SET
      "syncGapFrom" = LEAST(a."syncGapFrom", ${goLiveAt}), "syncGapDetectedAt" = COALESCE(a."syncGapDetectedAt", h."since")
    FROM "Heartbeat" h WHERE a."id" = ${printAccountId}::uuid AND ${goLiveAt} < h."since"`;
}
