import type { NotPrinted } from "../../../prisma/client/client.ts";
import type { ShopId } from "../../ports/ids.ts";
import { NEEDS_MAPPING } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { commitThenWake, wakeHeld, wakeUnmatched } from "./wake-orders.ts";
import type { Gid } from "../../ports/gid.ts";

type MarkContext = Pick<OrdersContext, "db" | "clock" | "ids" | "wake">;

/** A variant, or with null every variant of the product that has no mapping. */
interface PrintMark {
  productGid: Gid<"Product">;
  variantGid: Gid<"ProductVariant"> | null;
}

/**
 * Says that the print service does not print a variant or a product: orders that wait for a mapping of it continue without it.
 * `alsoCommit` is committed with the mark.
 */
export async function markNotPrinted(
  ctx: MarkContext,
  shopId: ShopId,
  { productGid, variantGid }: PrintMark,
  alsoCommit?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const row: NotPrinted = {
    id: ctx.ids.uuid(),
    shopId,
    productGid,
    variantGid: variantGid ?? "",
    createdAt: ctx.clock.now(),
  };
  await commitThenWake(ctx, async (inTransaction) => {
    await inTransaction.db.notPrinted.createMany({ data: [row], skipDuplicates: true });
    await alsoCommit?.(inTransaction.db);
    await wakeHeld(inTransaction, shopId, NEEDS_MAPPING);
  });
}

/** Takes that back: open items of the product are decided again. */
export async function unmarkNotPrinted(
  ctx: MarkContext,
  shopId: ShopId,
  { productGid, variantGid }: PrintMark,
): Promise<void> {
  await commitThenWake(ctx, async (inTransaction) => {
    await inTransaction.db.notPrinted.deleteMany({ where: { shopId, productGid, variantGid: variantGid ?? "" } });
    await wakeUnmatched(inTransaction, shopId, [productGid]);
  });
}
