import type { FlowNews } from "../ports/shopify.ts";
import { Rejected, Uncertain } from "../ports/errors.ts";
import { FlowTriggerReceive } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";

/** shopify: flowTriggerReceive. Handles and keys are those of the triggers' shopify.extension.toml. */
export async function tellFlow(client: AdminClient, shop: string, news: FlowNews): Promise<void> {
  const { flowTriggerReceive } = await client.run(shop, FlowTriggerReceive, flowTrigger(news));
  if (!flowTriggerReceive) throw new Uncertain("Shopify answered flowTriggerReceive without a result");
  const { userErrors } = flowTriggerReceive;
  if (userErrors.length > 0) {
    const words = userErrors.map(({ message }) => message).join("; ");
    throw new Rejected("Shopify refused flowTriggerReceive", { words });
  }
}

/** The trigger's handle, and its payload as Flow reads it. */
export function flowTrigger(news: FlowNews): { handle: string; payload: Record<string, string | number> } {
  const common = { order_id: Number(news.orderGid.split("/").at(-1)), "Event ID": news.eventId };
  switch (news.trigger) {
    case "order_attention":
      return {
        handle: "flow-order-attention",
        payload: { ...common, Reason: news.says, "How to mend it": news.mend, "Reason code": news.code },
      };
    case "order_sent":
      return { handle: "flow-order-sent", payload: { ...common, Reference: news.reference } };
    case "parcel_shipped":
      return {
        handle: "flow-parcel-shipped",
        payload: { ...common, "Tracking number": news.trackingNumber, "Tracking link": news.trackingUrl },
      };
  }
}
