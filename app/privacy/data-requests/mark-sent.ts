import type { DataRequestId, ShopId } from "../../ports/ids.ts";
import type { ShopsContext } from "../../shops/context.ts";

/** Ends an open request: staff sent the customer the export. unchanged: it is no open request of this shop. */
export async function markSent(
  ctx: Pick<ShopsContext, "db" | "clock">,
  { shopId, id, userId }: { shopId: ShopId; id: DataRequestId; userId: string },
): Promise<"done" | "unchanged"> {
  const { count } = await ctx.db.dataRequest.updateMany({
    where: { id, shopId, state: "open" },
    data: { state: "sent", endedAt: ctx.clock.now(), endedBy: userId },
  });
  return count === 1 ? "done" : "unchanged";
}
