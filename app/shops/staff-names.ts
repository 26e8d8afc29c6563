import { encryptedColumn } from "../encryption/encrypted-columns.ts";
import { errorName, RemoteError } from "../ports/errors.ts";
import type { ShopId } from "../ports/ids.ts";
import type { NamedStaff, ReadStaff } from "../ports/shopify.ts";
import type { ShopsContext } from "./context.ts";
import { DAY_MS, MINUTE_MS } from "../ports/clock.ts";

/** People change their names: a name is asked for again after this time. */
const REFRESH_MS = 30 * DAY_MS;
/** An account gets another owner at times: of who was the owner this is asked again, and sooner of who was not. */
const OWNER_FOR_MS = DAY_MS;
const NOT_OWNER_FOR_MS = 10 * MINUTE_MS;
/** A page of somebody who lacks a permission waits for Shopify: after a failure, not each of them does. */
const FAILURE_FOR_MS = MINUTE_MS;

const MAX_LISTED = 200;

interface LearnContext extends ShopsContext {
  readStaff: ReadStaff;
}

interface StaffAtWork {
  shop: { id: ShopId; domain: string };
  /** Shopify's id of the user. */
  userId: string;
  /** The id token that the action came with. */
  idToken: string;
}

/**
 * Makes the names of staff known for the history of orders. The returned function is called after an action and returns at once:
 * a name that is unknown or old is asked for in the background, once at a time for each user. A failure is logged, and the next
 * action asks again.
 */
export function createStaffNames(ctx: LearnContext): (staff: StaffAtWork) => void {
  const asking = new Set<string>();
  return (staff) => {
    const key = `${staff.shop.id} ${staff.userId}`;
    if (asking.has(key)) return;
    asking.add(key);
    void requestStaffName(ctx, staff)
      .catch((error: unknown) => logFailure(ctx, staff, error))
      .finally(() => asking.delete(key));
  };
}

/** Asks Shopify for a name that is unknown or old, and keeps it. @throws RemoteError */
export async function requestStaffName(ctx: LearnContext, { shop, userId, idToken }: StaffAtWork): Promise<void> {
  const known = await ctx.db.staffMember.findUnique({ where: { shopId_userId: { shopId: shop.id, userId } } });
  if (known && ctx.clock.now().getTime() - known.updatedAt.getTime() < REFRESH_MS) return;
  await keepName(ctx, shop.id, await ctx.readStaff(shop.domain, idToken));
}

/**
 * Whether a person owns the account of the shop, as Shopify says with the name. The returned function throws nothing: where Shopify gives
 * no answer, or the request had no id token, what Shopify said last stands.
 */
export function createOwnerCheck(
  ctx: LearnContext,
): (staff: Omit<StaffAtWork, "idToken"> & { idToken: string | null }) => Promise<boolean> {
  const failedAt = new Map<string, number>();
  return async ({ shop, userId, idToken }) => {
    const key = `${shop.id} ${userId}`;
    const known = await ctx.db.staffMember.findUnique({ where: { shopId_userId: { shopId: shop.id, userId } } });
    const age = known ? ctx.clock.now().getTime() - known.updatedAt.getTime() : Infinity;
    const wasOwner = known?.accountOwner ?? false;
    if (idToken === null || age < (wasOwner ? OWNER_FOR_MS : NOT_OWNER_FOR_MS)) return wasOwner;
    if (ctx.clock.now().getTime() - (failedAt.get(key) ?? -Infinity) < FAILURE_FOR_MS) return wasOwner;
    try {
      const said = await ctx.readStaff(shop.domain, idToken);
      failedAt.delete(key);
      await keepName(ctx, shop.id, said);
      return said.userId === userId && said.accountOwner;
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      failedAt.set(key, ctx.clock.now().getTime());
      logFailure(ctx, { shop, userId, idToken }, error);
      return wasOwner;
    }
  };
}

/** Keeps nothing of a shop in which the app was uninstalled meanwhile: an erasure may have passed. */
async function keepName(ctx: ShopsContext, shopId: ShopId, { userId, name, accountOwner }: NamedStaff): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const installed = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "Shop" WHERE "id" = ${shopId}::uuid AND "uninstalledAt" IS NULL FOR SHARE`;
    if (installed.length === 0) return;
    const key = { shopId, userId };
    await tx.staffMember.createMany({
      data: { ...key, id: ctx.ids.uuid(), updatedAt: ctx.clock.now() },
      skipDuplicates: true,
    });
    const { id } = await tx.staffMember.findUniqueOrThrow({ where: { shopId_userId: key } });
    const nameEncrypted = name === null ? null : NAME.encrypt(ctx, id, name);
    await tx.staffMember.update({ where: { id }, data: { nameEncrypted, accountOwner, updatedAt: ctx.clock.now() } });
  });
}

const NAME = encryptedColumn("StaffMember.nameEncrypted");

function logFailure({ log }: LearnContext, { shop }: StaffAtWork, error: unknown): void {
  const httpStatus = error instanceof RemoteError ? error.httpStatus : undefined;
  log.warn({ shop: shop.domain, error: errorName(error), httpStatus }, "the name of a member of staff is not known");
}

/** The members of a shop's staff whom the app knows by name, by Shopify's ids, sorted by name. Personal data, for the merchant only. */
export async function listStaff(
  ctx: Pick<ShopsContext, "db" | "encryptor">,
  shopId: ShopId,
): Promise<{ userId: string; name: string }[]> {
  const rows = await ctx.db.staffMember.findMany({
    where: { shopId },
    orderBy: { updatedAt: "desc" },
    take: MAX_LISTED,
  });
  return rows
    .flatMap((row) => {
      const name = NAME.decrypt(ctx, row);
      return name === null ? [] : [{ userId: row.userId, name }];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

/** The known names of members of a shop's staff, by Shopify's ids. Personal data, for the merchant only. */
export async function readStaffNames(
  ctx: Pick<ShopsContext, "db" | "encryptor">,
  shopId: ShopId,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await ctx.db.staffMember.findMany({ where: { shopId, userId: { in: [...userIds] } } });
  return new Map(
    rows.flatMap((row) => {
      const name = NAME.decrypt(ctx, row);
      return name === null ? [] : [[row.userId, name]];
    }),
  );
}
