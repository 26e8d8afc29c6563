import type { Prisma } from "../../prisma/client/client.ts";
import { isSameHash } from "../encryption/encryptor.server.ts";
import { HOUR_MS } from "../ports/clock.ts";
import type { ShopId, StoreLinkId } from "../ports/ids.ts";
import type { ShopsContext } from "./context.ts";
import { recordStaffAction } from "./staff-actions.ts";
import { readStaffNames } from "./staff-names.ts";

/** Each shop is linked with so many others at most. */
const LINK_LIMIT = 20;
const CODE_LENGTH = 12;
const CODE_FOR_MS = HOUR_MS;
/** Wrong codes of one shop in an hour. */
const WRONG_CODES = 10;

/** A member of the staff of a shop. */
interface StaffOfShop {
  shopId: ShopId;
  /** Shopify's id of the user. */
  userId: string;
}

type Context = Pick<ShopsContext, "db" | "clock" | "ids" | "encryptor">;

/** `code`: to be entered in the other store, once, within an hour. no_account: only stores of one live print account are linked. */
export type CreateCodeResult = { outcome: "created"; code: string; expiresAt: string } | { outcome: "no_account" };

/** Makes the code that links another shop of the same print account. An earlier code of the shop no longer works. */
export async function createLinkCode(ctx: Context, { shopId, userId }: StaffOfShop): Promise<CreateCodeResult> {
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId }, include: { printAccount: true } });
  if (shop.printAccount?.kind !== "live") return { outcome: "no_account" };
  const code = ctx.ids.code(CODE_LENGTH);
  const expiresAt = new Date(ctx.clock.now().getTime() + CODE_FOR_MS);
  const data = { codeHash: hashOf(ctx, code), createdBy: userId, expiresAt };
  await ctx.db.$transaction(async (tx) => {
    await tx.storeLinkCode.upsert({ where: { shopId }, create: { shopId, ...data }, update: data });
    await recordStaffAction(ctx, tx, { shopId, userId, kind: "store_code_created" });
  });
  return { outcome: "created", code: code.match(/.{4}/g)?.join("-") ?? code, expiresAt: expiresAt.toISOString() };
}

/** What was typed, in the letters of a code. */
const asCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");

const hashOf = ({ encryptor }: Context, code: string): string => encryptor.hash(`store link code ${code}`);

/** too_many: of wrong codes in the last hour. wrong: no such code, an expired or used one, or one of another print account. */
export type EnterCodeResult = "linked" | "already_linked" | "wrong" | "too_many" | "full" | "no_account";

/** Links the shop with the one whose staff made the code. Both show each other's counts from now on. */
export async function enterLinkCode(
  ctx: Context,
  { shopId, userId }: StaffOfShop,
  typed: string,
): Promise<EnterCodeResult> {
  const hash = hashOf(ctx, asCode(typed));
  const now = ctx.clock.now();
  return ctx.db.$transaction(async (tx) => {
    // Tries are counted one after the other. A weaker lock than FOR UPDATE: two shops may enter each other's codes at once.
    await tx.$queryRaw`SELECT 1 FROM "Shop" WHERE "id" = ${shopId}::uuid FOR NO KEY UPDATE`;
    const mine = await tx.shop.findUniqueOrThrow({ where: { id: shopId }, include: { printAccount: true } });
    const { printAccountId, uninstalledAt } = mine;
    // An uninstallation since the session check has ended the shop's links: none follows.
    if (uninstalledAt || !printAccountId || mine.printAccount?.kind !== "live") return "no_account";
    const note = (kind: "store_code_failed" | "stores_linked", shop: ShopId, user: string, store?: string) =>
      recordStaffAction(ctx, tx, { shopId: shop, userId: user, kind, data: store ? { store } : {} });
    const since = new Date(now.getTime() - HOUR_MS);
    const tries = await tx.staffAction.count({ where: { shopId, kind: "store_code_failed", at: { gt: since } } });
    if (tries >= WRONG_CODES) return "too_many";
    const codes = await tx.storeLinkCode.findMany({
      where: { expiresAt: { gt: now }, shop: { printAccountId, uninstalledAt: null, id: { not: shopId } } },
      include: { shop: { select: { domain: true } } },
    });
    const found = codes.filter(({ codeHash }) => isSameHash(codeHash, hash))[0];
    const { count } = found
      ? await tx.storeLinkCode.deleteMany({ where: { shopId: found.shopId, codeHash: found.codeHash } })
      : { count: 0 };
    if (!found || count === 0) {
      await note("store_code_failed", shopId, userId);
      return "wrong";
    }
    const [links, theirs] = [await findLinks(tx, shopId), await findLinks(tx, found.shopId)];
    if (links.some((link) => [link.invitingShopId, link.acceptingShopId].includes(found.shopId)))
      return "already_linked";
    if (links.length >= LINK_LIMIT || theirs.length >= LINK_LIMIT) return "full";
    await tx.storeLink.create({
      data: {
        ...{ id: ctx.ids.uuid(), invitingShopId: found.shopId, invitedBy: found.createdBy, linkedAt: now },
        ...{ acceptingShopId: shopId, acceptedBy: userId },
      },
    });
    await note("stores_linked", shopId, userId, found.shop.domain);
    await note("stores_linked", found.shopId, found.createdBy, mine.domain);
    return "linked";
  });
}

const ofShop = (shopId: ShopId) => ({ OR: [{ invitingShopId: shopId }, { acceptingShopId: shopId }] });

const findLinks = (tx: Prisma.TransactionClient, shopId: ShopId) => tx.storeLink.findMany({ where: ofShop(shopId) });

/** Ends a link of the shop, whichever side made it. false: it has ended already. */
export async function endLink(ctx: Context, { shopId, userId }: StaffOfShop, id: StoreLinkId): Promise<boolean> {
  return ctx.db.$transaction(async (tx) => {
    const shops = { invitingShop: { select: { domain: true } }, acceptingShop: { select: { domain: true } } };
    const link = await tx.storeLink.findFirst({ where: { id, ...ofShop(shopId) }, include: shops });
    if (!link || (await tx.storeLink.deleteMany({ where: { id } })).count === 0) return false;
    const invited = link.invitingShopId === shopId;
    const [mine, other] = invited ? [link.invitingShop, link.acceptingShop] : [link.acceptingShop, link.invitingShop];
    const otherId = invited ? link.acceptingShopId : link.invitingShopId;
    const action = { userId, kind: "stores_unlinked" } as const;
    await recordStaffAction(ctx, tx, { ...action, shopId, data: { store: other.domain } });
    await recordStaffAction(ctx, tx, { ...action, shopId: otherId, data: { store: mine.domain, by: "other" } });
    return true;
  });
}

/** Ends every link of a shop that is gone, and its code. The code first: whoever has just taken the code commits the link before. */
export async function endLinks(tx: Prisma.TransactionClient, shopId: ShopId): Promise<void> {
  await tx.storeLinkCode.deleteMany({ where: { shopId } });
  await tx.storeLink.deleteMany({ where: ofShop(shopId) });
}

/** Another shop that this one is linked with. Times are ISO 8601, UTC. */
export interface LinkedShop {
  linkId: StoreLinkId;
  shopId: ShopId;
  domain: string;
  name: string;
  linkedAt: string;
  /** The names of the two people who linked the shops, where they are known. Personal data, for both merchants. */
  mine: string | null;
  theirs: string | null;
  /** Both are installed, and send their orders with one print account: only then does either show the other's counts. */
  active: boolean;
}

/** The shops that a shop is linked with, the oldest link first. */
export async function readLinkedShops(ctx: Pick<Context, "db" | "encryptor">, shopId: ShopId): Promise<LinkedShop[]> {
  const rows = await ctx.db.storeLink.findMany({
    where: ofShop(shopId),
    include: { invitingShop: true, acceptingShop: true },
    orderBy: [{ linkedAt: "asc" }, { id: "asc" }],
  });
  return Promise.all(
    rows.map(async (row): Promise<LinkedShop> => {
      const inviting = { shop: row.invitingShop, user: row.invitedBy };
      const accepting = { shop: row.acceptingShop, user: row.acceptedBy };
      const [mine, other] = inviting.shop.id === shopId ? [inviting, accepting] : [accepting, inviting];
      const nameOf = async ({ shop, user }: typeof mine) =>
        (await readStaffNames(ctx, shop.id, [user])).get(user) ?? null;
      const { id, domain, name, printAccountId, uninstalledAt } = other.shop;
      return {
        ...{ linkId: row.id, shopId: id, domain, name: name ?? domain, linkedAt: row.linkedAt.toISOString() },
        ...{ mine: await nameOf(mine), theirs: await nameOf(other) },
        active: uninstalledAt === null && printAccountId !== null && printAccountId === mine.shop.printAccountId,
      };
    }),
  );
}

/** Whether the menu leads to the page of all stores. */
export async function isLinked({ db }: Pick<Context, "db">, shopId: ShopId): Promise<boolean> {
  return (await db.storeLink.findFirst({ where: ofShop(shopId), select: { id: true } })) !== null;
}
