import { Prisma, type StaffActionKind } from "../../prisma/client/client.ts";
import type { Tx } from "../database/sql.ts";
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

/** A transaction of either client of the database. */
type AnyTx = Prisma.TransactionClient | Tx;

/**
 * Notes what the member of staff who asks is doing, in the transaction that does it: the change and its entry stand or fail together.
 * Before orders are locked in it, for the entry waits for the shop's row.
 */
export type NoteAction = (tx: AnyTx, kind: StaffActionKind, data?: NewStaffAction["data"]) => Promise<void>;

/** Notes who did what, in the transaction that does it. */
export async function recordStaffAction(
  { clock, ids }: Pick<ShopsContext, "clock" | "ids">,
  tx: AnyTx,
  { shopId, userId, kind, data = {} }: NewStaffAction,
): Promise<void> {
  const statement = Prisma.sql`
    INSERT INTO "StaffAction" ("id", "shopId", "at", "userId", "kind", "data")
    VALUES (${ids.uuid()}::uuid, ${shopId}::uuid, ${clock.now()}::timestamptz, ${userId}, ${kind}::"StaffActionKind",
      ${JSON.stringify(data)}::jsonb)`;
  await ("inTransaction" in tx ? tx.execute(statement) : tx.$executeRaw(statement));
}
