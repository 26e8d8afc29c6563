import { Prisma, type OrderChange, type ShopifyWriteOutcome } from "../../../prisma/client/client.ts";
import { writeOutcomeOf, RemoteError } from "../../ports/errors.ts";
import { changeOrderIn } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import { addHistory, type Staff } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import { decryptChange, type ChangedValues } from "../core/order-change.ts";
import { clearReasons, noteHistory, raiseReason, setOrder } from "../core/order-rows.ts";
import { dueNow, isClaimExpired } from "../core/reschedule.ts";
import { readRows } from "../../database/rows.ts";
import type { Tx } from "../../database/sql.ts";
import { readSettings } from "../../settings/settings.ts";
import { readShop, type ShopRow } from "../core/shop-row.ts";
import { withChangedRecipient } from "../compose/changed-values.ts";
import { givenOfOrder, outdatedFields } from "../compose/current-changes.ts";
import { isSavedInShopify } from "../receive/sync-address-write.ts";
import type { OrderChangeId, OrderId, ShopId } from "../../ports/ids.ts";
import type { Gid } from "../../ports/gid.ts";

/**
 * Claims the write again after it failed. Needs the order's lock. Returns whose write is claimed; null: nothing is to be written, or
 * another write is under way.
 */
async function claimAgain(
  tx: Tx,
  ctx: OrdersContext,
  order: { id: OrderId; shopId: ShopId },
  staff: Staff,
): Promise<OrderChangeId | null> {
  const { id: orderId, shopId } = order;
  const ofOrder = Prisma.sql`WHERE "orderId" = ${orderId}::uuid AND "orderLineId" IS NULL AND "endedAt" IS NULL`;
  const [row] = await readRows(tx, "OrderChange", ofOrder);
  if (!row?.addressWrite || !row.addressWriteAt || row.addressWrite === "done") return null;
  if (row.addressWrite === "claimed" && !isClaimExpired(ctx, row.addressWriteAt)) return null;
  await tx.execute`
    UPDATE "OrderChange" SET "addressWrite" = 'claimed', "addressWriteAt" = ${ctx.clock.now()} WHERE "id" = ${row.id}::uuid`;
  await addHistory(tx, ctx, { shopId, orderId, code: "order.save_address", actor: staff });
  return row.id;
}

/** Staff asks once more to save the corrected address in Shopify. */
export async function saveAddressAgain(
  ctx: OrdersContext,
  order: { id: OrderId; shopId: ShopId },
  { userId }: Staff,
): Promise<"done" | "invalid_state"> {
  const claimed = await withOrderLock(ctx, order.id, (tx) => claimAgain(tx, ctx, order, { userId }));
  if (!claimed) return "invalid_state";
  await writeAddress(ctx, claimed, userId);
  return "done";
}

/**
 * Writes the corrected address to Shopify, as the committed change claims it. A failure holds nothing: the order says so, with
 * a retry.
 */
export async function writeAddress(ctx: OrdersContext, changeId: OrderChangeId, userId: string | null): Promise<void> {
  const row = await ctx.db.orderChange.findUnique({ where: { id: changeId }, include: { order: true } });
  const shop = row && (await readShop(ctx.sql, { id: row.order.shopId }));
  const content = row && decryptChange(ctx, row);
  if (!shop || !content || row.endedAt || row.addressWrite !== "claimed") return;
  const outcome = await callShopify(ctx, shop, row, row.order.shopifyGid, content.after);
  await withOrderLock(ctx, row.orderId, (tx) => record(tx, ctx, row, outcome, userId));
  ctx.wake.order(row.orderId);
}

type Outcome = Exclude<ShopifyWriteOutcome, "claimed">;

/** An address that changed in Shopify since is not overwritten: the order is held, and staff decides. */
async function callShopify(
  ctx: OrdersContext,
  shop: ShopRow,
  row: OrderChange,
  orderGid: Gid<"Order">,
  values: ChangedValues,
): Promise<Outcome> {
  try {
    const shown = await ctx.shopify.readOrder(shop.domain, orderGid);
    if (!shown) return "rejected";
    if (isSavedInShopify(shown, values)) return "done";
    const given = givenOfOrder(shown, [], values, readSettings(shop.settings), (value) => ctx.encryptor.hash(value));
    if (outdatedFields({ row, values }, given).length > 0) return "not_processed";
    const { shippingAddress, email } = withChangedRecipient(shown, values);
    await ctx.shopify.updateRecipient(shop.domain, orderGid, {
      shippingAddress: values.address || values.phone !== undefined ? shippingAddress : null,
      email: values.email === undefined ? null : email,
    });
    return "done";
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ change: row.id, error: error.name, httpStatus: error.httpStatus }, "address not saved in Shopify");
    return writeOutcomeOf(error);
  }
}

/** Only for the claim that the call was made with: another one may be under way by now. */
async function record(
  tx: Tx,
  ctx: OrdersContext,
  row: OrderChange & { order: { shopId: ShopId } },
  outcome: Outcome,
  userId: string | null,
): Promise<void> {
  const { id, orderId, addressWriteAt } = row;
  const count = await tx.execute`
    UPDATE "OrderChange" SET "addressWrite" = ${outcome}::"ShopifyWriteOutcome"
    WHERE "id" = ${id}::uuid AND "addressWrite" = 'claimed' AND "addressWriteAt" = ${addressWriteAt}`;
  if (count === 0) return;
  const ids = { shopId: row.order.shopId, orderId };
  const data = { outcome, change: id };
  await changeOrderIn(tx, orderId, (rows) => {
    noteHistory(rows, ctx, { ...ids, code: "shopify.address_update", actor: { userId }, data });
    const code = "address_not_saved";
    if (outcome === "done") clearReasons(rows, ctx, { submissionId: null, codes: [code] }, "facts");
    else raiseReason(rows, ctx, { ...ids, code });
    setOrder(rows, dueNow(ctx));
  });
}
