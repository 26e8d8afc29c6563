import { Rejected } from "../ports/errors.ts";
import type { NewHold } from "../ports/shopify.ts";
import { FulfillmentOrderHold, FulfillmentOrderReleaseHold, ReadHolds } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { refuse } from "./result-or-throw.ts";

/** Handles of our holds start so (shopify: a handle is unique per app and fulfillment order). */
const OUR_HANDLES = "inkbridge-";

/** A hold that this app placed: seen by Shopify's word or by the handle that we give. */
export function isOurHold(hold: { handle: string | null; heldByRequestingApp: boolean }): boolean {
  return hold.heldByRequestingApp || (hold.handle?.startsWith(OUR_HANDLES) ?? false);
}

/** shopify: fulfillmentOrderHold. A repeated handle is no error: the hold is there. */
export async function placeHold(client: AdminClient, shop: string, input: NewHold): Promise<void> {
  const hold = { reason: input.reason, reasonNotes: input.notes, handle: input.handle, notifyMerchant: false };
  const answer = await client.run(shop, FulfillmentOrderHold, { id: input.fulfillmentOrderGid, hold });
  const errors = answer.fulfillmentOrderHold?.userErrors ?? [];
  if (errors.length > 0 && errors.every((error) => error.code === "DUPLICATE_FULFILLMENT_HOLD_HANDLE")) return;
  refuse("fulfillmentOrderHold", answer.fulfillmentOrderHold, "fulfillmentHold");
}

/** shopify: fulfillmentOrderReleaseHold, of our hold with that handle alone; nothing when it is gone. */
export async function releaseOurHold(client: AdminClient, shop: string, gid: string, handle: string): Promise<void> {
  const { fulfillmentOrder } = await client.run(shop, ReadHolds, { id: gid });
  if (!fulfillmentOrder) throw new Rejected("Shopify knows no such fulfillment order");
  const ours = fulfillmentOrder.fulfillmentHolds.filter((hold) => hold.handle === handle && isOurHold(hold));
  if (ours.length === 0) return;
  const answer = await client.run(shop, FulfillmentOrderReleaseHold, { id: gid, holdIds: ours.map((hold) => hold.id) });
  refuse("fulfillmentOrderReleaseHold", answer.fulfillmentOrderReleaseHold, "fulfillmentOrder");
}
