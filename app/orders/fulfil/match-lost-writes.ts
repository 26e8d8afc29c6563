import type { ShopifyWrite } from "@prisma/client";
import type { FulfillmentOfOrder, FulfillmentPicture } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { lockOrder } from "../core/lock.ts";
import { keepClaim, type ParcelClaim } from "./claim-parcel.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import type { PlannedLine } from "./plan-parcel.ts";
import { carrying } from "./live-fulfillments.ts";
import { settleWrite } from "./perform-write.ts";

/**
 * Settles the writes of this parcel whose answer was lost (a crash, a timeout), from what stands in Shopify now:
 * the number on a fulfillment of just these lines means that the write took effect. One that does not show stays unclear,
 * since it may take effect late. Returns false when the claim is lost.
 */
export async function recogniseWrites(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
  picture: FulfillmentPicture,
): Promise<boolean> {
  const open = loaded.writes.filter((write) => write.outcome === "claimed" || write.outcome === "unclear");
  if (open.length === 0) return true;
  // A fulfillment that the merchant has cancelled since was made, and told of, all the same.
  const candidates = carrying(picture, loaded.parcel.trackingNumber).filter((one) => !loaded.ours.includes(one.gid));
  return ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, claim.orderId);
    if (!(await keepClaim(tx, ctx, claim))) return false;
    for (const write of open) {
      const made = candidates.find((one) => explains(write, one, loaded));
      if (made) {
        candidates.splice(candidates.indexOf(made), 1);
        await settleWrite(tx, ctx, loaded, write.id, { outcome: "done", fulfillmentGid: made.gid });
      } else if (write.outcome === "claimed") {
        await settleWrite(tx, ctx, loaded, write.id, { outcome: "unclear" });
      }
    }
    return true;
  });
}

/** Whether a fulfillment that carries the parcel's number is what this write was to make. */
function explains(write: ShopifyWrite, made: FulfillmentOfOrder, loaded: LoadedParcel): boolean {
  if (write.kind !== "create") return write.fulfillmentGid === made.gid;
  const gidOf = new Map(loaded.lines.map((line) => [line.submissionLineId, line.lineItemGid]));
  const wanted = sums(
    (write.lines as unknown as PlannedLine[]).map((line) => ({
      lineItemGid: gidOf.get(line.submissionLineId) ?? "",
      quantity: line.quantity,
    })),
  );
  const stands = sums(made.lines);
  return wanted.size === stands.size && [...wanted].every(([gid, quantity]) => stands.get(gid) === quantity);
}

function sums(lines: readonly { lineItemGid: string; quantity: number }[]): Map<string, number> {
  const by = new Map<string, number>();
  for (const line of lines) by.set(line.lineItemGid, (by.get(line.lineItemGid) ?? 0) + line.quantity);
  return by;
}
