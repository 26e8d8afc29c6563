import type { ShopifyWrite } from "../../../prisma/client/client.ts";
import type { FulfillmentOfOrder, FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { withOrderLock } from "../core/lock.ts";
import { OPEN_WRITE_OUTCOMES } from "../core/states.ts";
import { renewClaim } from "./claim-parcel.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import type { PlannedLine } from "./plan-parcel.ts";
import { fulfillmentsWithNumber } from "./live-fulfillments.ts";
import { recordWriteOutcome } from "./perform-write.ts";
import type { Gid } from "../../ports/gid.ts";

/**
 * Finds out about the writes of this parcel whose answer was lost (a crash, a timeout): the number on a fulfillment of
 * just these lines means that the write took effect. One that does not show stays uncertain, since it may take effect
 * late. none: no answer was lost.
 */
export async function matchLostWrites(
  ctx: OrdersContext,
  loaded: LoadedParcel,
  snapshot: FulfillmentSnapshot,
): Promise<"none" | "recorded" | "claim_lost"> {
  const open = loaded.writes.filter((write) => OPEN_WRITE_OUTCOMES.includes(write.outcome));
  if (open.length === 0) return "none";
  // Also fulfillments that the merchant has canceled since: the write took effect, and the customer got the email.
  const candidates = fulfillmentsWithNumber(snapshot, loaded.parcel.trackingNumber).filter(
    ({ gid }) => !loaded.ownFulfillments.includes(gid) && !loaded.otherFulfillments.includes(gid),
  );
  return withOrderLock(ctx, loaded.ids.orderId, async (tx) => {
    if (!(await renewClaim(tx, ctx, loaded.claim))) return "claim_lost";
    for (const write of open) {
      const fulfillment = candidates.find((one) => matchesWrite(write, one, loaded));
      if (fulfillment) {
        candidates.splice(candidates.indexOf(fulfillment), 1);
        await recordWriteOutcome(tx, ctx, loaded, write.id, { outcome: "done", fulfillmentGid: fulfillment.gid });
      } else if (write.outcome === "claimed") {
        await recordWriteOutcome(tx, ctx, loaded, write.id, { outcome: "uncertain" });
      }
    }
    return "recorded";
  });
}

/** Whether a fulfillment that carries the parcel's number is what this write was to make. */
function matchesWrite(write: ShopifyWrite, fulfillment: FulfillmentOfOrder, loaded: LoadedParcel): boolean {
  if (write.kind !== "create") return write.fulfillmentGid === fulfillment.gid;
  const gidOf = new Map(loaded.lines.map((line) => [line.submissionLineId, line.lineItemGid]));
  const expected = quantitiesByLine(
    (write.lines as unknown as PlannedLine[]).map((line) => ({
      lineItemGid: gidOf.get(line.submissionLineId) ?? "",
      quantity: line.quantity,
    })),
  );
  const actual = quantitiesByLine(fulfillment.lines);
  return expected.size === actual.size && [...expected].every(([gid, quantity]) => actual.get(gid) === quantity);
}

/** "": of no line that the submission has. */
type Line = Gid<"LineItem"> | "";

function quantitiesByLine(lines: readonly { lineItemGid: Line; quantity: number }[]): Map<Line, number> {
  const totals = new Map<Line, number>();
  for (const line of lines) totals.set(line.lineItemGid, (totals.get(line.lineItemGid) ?? 0) + line.quantity);
  return totals;
}
