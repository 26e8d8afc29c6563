import type { Permission, Prisma } from "../../prisma/client/client.ts";
import type { ShopId } from "../ports/ids.ts";
import type { ShopsContext } from "./context.ts";
import type { NoteAction } from "./staff-actions.ts";
import { readStaffNames } from "./staff-names.ts";

export const PERMISSIONS = ["approve", "map", "pay", "settings"] as const satisfies readonly Permission[];

/** At most so many people are chosen for a permission. */
export const MAX_CHOSEN = 50;

/** Who has each permission: Shopify's ids of the people, or null for everyone who may open the app. The account owner has all. */
export type Permissions = Readonly<Record<Permission, string[] | null>>;

export async function readPermissions(
  { db }: { db: Pick<Prisma.TransactionClient, "staffPermission"> },
  shopId: ShopId,
): Promise<Permissions> {
  const rows = await db.staffPermission.findMany({ where: { shopId }, orderBy: { userId: "asc" } });
  const chosen = (permission: Permission): string[] | null => {
    const users = rows.filter((row) => row.permission === permission).map(({ userId }) => userId);
    return users.length > 0 ? users : null;
  };
  return { approve: chosen("approve"), map: chosen("map"), pay: chosen("pay"), settings: chosen("settings") };
}

/** What a person may not do, each with the names of those chosen for it, as far as they are known. Personal data, for the merchant only. */
export type Denied = Partial<Record<Permission, string[]>>;

/** `isAccountOwner` is asked only where the person was not chosen for something. */
export async function readDenied(
  ctx: Pick<ShopsContext, "db" | "encryptor">,
  { shopId, userId }: { shopId: ShopId; userId: string },
  isAccountOwner: () => Promise<boolean>,
): Promise<Denied> {
  const permissions = await readPermissions(ctx, shopId);
  const lacking = PERMISSIONS.filter((permission) => permissions[permission]?.includes(userId) === false);
  if (lacking.length === 0 || (await isAccountOwner())) return {};
  const names = await readStaffNames(ctx, shopId, [...new Set(lacking.flatMap((one) => permissions[one] ?? []))]);
  return Object.fromEntries(
    lacking.map((permission) => [permission, (permissions[permission] ?? []).flatMap((id) => names.get(id) ?? [])]),
  );
}

/**
 * changed: others were saved since `seen`. unknown_staff: somebody was chosen whom the app does not know. own_removed: a person other than
 * the account owner would lose the permission to change this, and could then not undo it.
 */
export type SavePermissionsResult = "saved" | "changed" | "unknown_staff" | "own_removed";

/** Saves who has each permission. Whoever calls has the permission `settings`. */
export async function savePermissions(
  ctx: Pick<ShopsContext, "db">,
  { shopId, userId, accountOwner }: { shopId: ShopId; userId: string; accountOwner: boolean },
  wanted: Permissions,
  seen: Permissions,
  note?: NoteAction,
): Promise<SavePermissionsResult> {
  if (!accountOwner && wanted.settings?.includes(userId) === false) return "own_removed";
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Shop" WHERE "id" = ${shopId}::uuid FOR NO KEY UPDATE`;
    const present = await readPermissions({ db: tx }, shopId);
    if (PERMISSIONS.some((one) => !isSame(present[one], seen[one]))) return "changed";
    const added = new Set(
      PERMISSIONS.flatMap((one) => (wanted[one] ?? []).filter((id) => !present[one]?.includes(id))),
    );
    added.delete(userId);
    const known = await tx.staffMember.count({ where: { shopId, userId: { in: [...added] } } });
    if (known < added.size) return "unknown_staff";
    await tx.staffPermission.deleteMany({ where: { shopId } });
    await tx.staffPermission.createMany({
      data: PERMISSIONS.flatMap((permission) =>
        [...new Set(wanted[permission] ?? [])].map((user) => ({ shopId, permission, userId: user })),
      ),
    });
    await note?.(tx, "permissions_saved");
    return "saved";
  });
}

const isSame = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  JSON.stringify(a?.toSorted() ?? null) === JSON.stringify(b?.toSorted() ?? null);
