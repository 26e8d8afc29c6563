import type { Prisma, StaffActionKind } from "../../prisma/client/client.ts";
import type { ShopId } from "../ports/ids.ts";
import type { ShopsContext } from "./context.ts";

/** What a member of staff did in a shop, outside its orders: their history has entries of its own. */
interface NewStaffAction {
  shopId: ShopId;
  /** Shopify's id of the user. */
  userId: string;
  kind: StaffActionKind;
  /** Field names, counts, times, and the domain of a linked store. Never values, never personal data. */
  data?: Prisma.InputJsonObject;
}

/** Notes who did what, after it was done. */
export async function recordStaffAction(
  { db, clock, ids }: Pick<ShopsContext, "clock" | "ids"> & { db: Pick<Prisma.TransactionClient, "staffAction"> },
  { data = {}, ...action }: NewStaffAction,
): Promise<void> {
  await db.staffAction.create({ data: { ...action, data, id: ids.uuid(), at: clock.now() } });
}
