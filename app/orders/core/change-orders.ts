import type { SqlClient, Tx } from "../../database/sql.ts";
import type { OrderId } from "../../ports/ids.ts";
import { transact } from "./append.ts";
import { lockAndLoad, withIds } from "./load-rows.ts";
import { copyRows, type OrderRows } from "./order-rows.ts";
import { saveOrders } from "./save-orders.ts";

/**
 * Decides on each item by the rows of its order, and saves what differs. Items of one order are decided on in turn, each by what those
 * before have made of the rows. `loaded`: the rows as they are under the locks. null: the item's order is not among them.
 */
export async function changeLoaded<Item extends { orderId: OrderId }, Result>(
  tx: Tx,
  loaded: readonly OrderRows[],
  items: readonly Item[],
  change: (rows: OrderRows, item: Item) => Result,
): Promise<(Result | null)[]> {
  const orders = new Map(loaded.map((before) => [before.order.id, { before, after: copyRows(before) }]));
  const results = items.map((item) => {
    const order = orders.get(item.orderId);
    return order ? change(order.after, item) : null;
  });
  await saveOrders(tx, [...orders.values()]);
  return results;
}

/** A change of one order. It may be decided more than once: on the rows as they are then. */
export interface OrderChange<Result = unknown> {
  orderId: OrderId;
  change(rows: OrderRows): Result;
}

/**
 * Changes the rows of orders in a transaction of its own, and writes `alongside` what is not of orders. null: another transaction has
 * locked the order (`skipLocked`). @throws when an order is gone
 */
export const changeOrders = <Result>(
  ctx: { sql: SqlClient },
  items: readonly OrderChange<Result>[],
  { skipLocked = false, alongside }: { skipLocked?: boolean; alongside?: Alongside<Result> } = {},
): Promise<({ result: Result } | null)[]> =>
  transact(ctx, async (tx) => {
    const ids = items.map(({ orderId }) => orderId);
    const loaded = await lockAndLoad(tx, withIds(ids), { skipLocked });
    if (!skipLocked && loaded.length < new Set(ids).size) throw new Error("the order was deleted meanwhile");
    const changed = await changeLoaded(tx, loaded, items, (rows, { change }) => ({ result: change(rows) }));
    await alongside?.(tx, changed);
    return changed;
  });

type Alongside<Result> = (tx: Tx, changed: readonly ({ result: Result } | null)[]) => Promise<void>;

/** The same of one order, which is waited for. */
export const changeOrder = <Result>(
  ctx: { sql: SqlClient },
  orderId: OrderId,
  change: (rows: OrderRows) => Result,
): Promise<Result> => transact(ctx, (tx) => changeOrderIn(tx, orderId, change));

/** The same within a transaction that does more. */
export async function changeOrderIn<Result>(
  tx: Tx,
  orderId: OrderId,
  change: (rows: OrderRows) => Result,
): Promise<Result> {
  const loaded = await lockAndLoad(tx, withIds([orderId]));
  const [changed] = await changeLoaded(tx, loaded, [{ orderId }], (rows) => ({ result: change(rows) }));
  if (!changed) throw new Error("the order was deleted meanwhile");
  return changed.result;
}
