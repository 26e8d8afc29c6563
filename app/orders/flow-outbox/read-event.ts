import type { FlowTriggerEvent } from "../../ports/shopify.ts";
import { reasonWords } from "../core/attention.ts";
import { skuEventSchema } from "../core/sku-event.ts";
import type { ClaimedEvent } from "./claim-events.ts";

/** What is sent; null where the event is obsolete: the reason is cleared. @throws when what is stored cannot be read */
export function readFlowEvent(claimed: ClaimedEvent): FlowTriggerEvent | null {
  const { id: eventId, shopifyGid: orderGid } = claimed;
  if (orderGid === null) return readSkuEvent(claimed);
  const fields = fieldsOf(claimed);
  return fields && { orderGid, eventId, ...fields };
}

function readSkuEvent({ id: eventId, skuEvent }: ClaimedEvent): FlowTriggerEvent {
  const { cost, ...fields } = skuEventSchema.parse(skuEvent);
  const common = { ...fields, eventId };
  return cost ? { trigger: "sku_cost_changed", ...common, cost } : { trigger: "sku_rejected", ...common };
}

type OrderEvent = Extract<FlowTriggerEvent, { orderGid: unknown }>;
type FlowEventFields = OrderEvent extends infer N
  ? N extends OrderEvent
    ? Omit<N, "orderGid" | "eventId">
    : never
  : never;

function fieldsOf({
  trigger,
  code,
  shipped,
  reference,
  trackingNumber,
  trackingUrl,
}: ClaimedEvent): FlowEventFields | null {
  switch (trigger) {
    case "order_attention": {
      if (!code) return null;
      const { message, fix } = reasonWords(code, shipped);
      return { trigger, code, message, fix };
    }
    case "order_sent":
      return reference === null ? null : { trigger, reference };
    case "parcel_shipped":
      return trackingNumber === null ? null : { trigger, trackingNumber, trackingUrl: trackingUrl ?? "" };
    case "sku_rejected":
    case "sku_cost_changed":
      return null;
  }
}
