import { gidNumber, type Gid } from "../ports/gid.ts";
import type { FlowTriggerEvent } from "../ports/shopify.ts";
import { RejectedError, UncertainError } from "../ports/errors.ts";
import { FlowTriggerReceive } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";

/** shopify: flowTriggerReceive. Handles and keys are those of the triggers' shopify.extension.toml. */
export async function sendFlowEvent(client: AdminClient, shop: string, event: FlowTriggerEvent): Promise<void> {
  const { flowTriggerReceive } = await client.run(shop, FlowTriggerReceive, flowTrigger(event));
  if (!flowTriggerReceive) throw new UncertainError("Shopify answered flowTriggerReceive without a result");
  const { userErrors } = flowTriggerReceive;
  if (userErrors.length > 0) {
    const providerMessage = userErrors.map(({ message }) => message).join("; ");
    throw new RejectedError("Shopify refused flowTriggerReceive", { providerMessage });
  }
}

/** The trigger's handle, and its payload as Flow reads it. */
export function flowTrigger(event: FlowTriggerEvent): { handle: string; payload: Record<string, string | number> } {
  const eventId = { "Event ID": event.eventId };
  switch (event.trigger) {
    case "order_attention":
      return {
        handle: "flow-order-attention",
        payload: {
          ...{ ...orderOf(event), ...eventId },
          ...{ Reason: event.message, "How to fix it": event.fix, "Reason code": event.code },
        },
      };
    case "order_sent":
      return { handle: "flow-order-sent", payload: { ...orderOf(event), ...eventId, Reference: event.reference } };
    case "parcel_shipped":
      return {
        handle: "flow-parcel-shipped",
        payload: {
          ...{ ...orderOf(event), ...eventId },
          ...{ "Tracking number": event.trackingNumber, "Tracking link": event.trackingUrl },
        },
      };
    case "sku_rejected":
      return { handle: "flow-sku-rejected", payload: { ...skuOf(event), ...eventId } };
    case "sku_cost_changed": {
      const { previous, now, currency } = event.cost;
      const cost = { "Previous cost": previous, "New cost": now, Currency: currency };
      return { handle: "flow-sku-cost-changed", payload: { ...skuOf(event), ...eventId, ...cost } };
    }
  }
}

const orderOf = ({ orderGid }: { orderGid: Gid<"Order"> }) => ({ order_id: Number(gidNumber(orderGid)) });

function skuOf(event: { productGid: Gid<"Product">; itemSku: string; countryCodes: string[] }) {
  const { productGid, itemSku, countryCodes } = event;
  return { product_id: Number(gidNumber(productGid)), "Print SKU": itemSku, Countries: countryCodes.join(", ") };
}
