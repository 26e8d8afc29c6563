import { Prisma } from "../../../prisma/client/client.ts";
import { readRows } from "../../database/rows.ts";
import type { SqlClient } from "../../database/sql.ts";
import type { OrderId } from "../../ports/ids.ts";
import { transact } from "./append.ts";
import { lockAndLoad, withIds } from "./load-rows.ts";
import { copyRows, type OrderRows } from "./order-rows.ts";
import { saveOrders } from "./save-orders.ts";

/** Decides on the rows of a stored order, its lines and changes included, and saves what was decided. */
export const decideOn = <T>(ctx: { sql: SqlClient }, orderId: OrderId, decide: (rows: OrderRows) => T) =>
  transact(ctx, async (tx): Promise<T> => {
    const [loaded] = await lockAndLoad(tx, withIds([orderId]));
    if (!loaded) throw new Error("no such order");
    const lines = await readRows(tx, "OrderLine", Prisma.sql`WHERE "orderId" = ${orderId}::uuid`);
    const changes = await readRows(
      tx,
      "OrderChange",
      Prisma.sql`WHERE "orderId" = ${orderId}::uuid AND "endedAt" IS NULL`,
    );
    const before = { ...loaded, lines, changes };
    const after = copyRows(before);
    const decided = decide(after);
    await saveOrders(tx, [{ before, after }]);
    return decided;
  });
