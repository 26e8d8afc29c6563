import type { Gid } from "../../ports/gid.ts";
import type { FulfillmentOrderSnapshot } from "../../ports/order-model.ts";

/** The merchant's own fulfillment orders in which some of these line items are open. Nothing is written to those of a fulfillment service. */
export const merchantOrdersOf = (
  all: readonly FulfillmentOrderSnapshot[],
  lineItemGids: ReadonlySet<Gid<"LineItem">>,
): FulfillmentOrderSnapshot[] =>
  all.filter(
    (fo) =>
      !fo.atFulfillmentService && fo.lines.some((line) => line.remaining > 0 && lineItemGids.has(line.lineItemGid)),
  );
