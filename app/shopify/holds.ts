import { RejectedError } from "../ports/errors.ts";
import type { NewHold } from "../ports/shopify.ts";
import { FulfillmentOrderHold, FulfillmentOrderReleaseHold, ReadHolds } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { resultOrThrow } from "./answers.ts";
import type { Gid } from "../ports/gid.ts";

/** Prefix of our holds' handles (shopify: a handle is unique per app and fulfillment order). */
const HANDLE_PREFIX = "inkbridge-";

/** A hold that this app placed, by Shopify's flag or by our handle. */
export function isOurHold(hold: { handle: string | null; heldByRequestingApp: boolean }): boolean {
  return hold.heldByRequestingApp || (hold.handle?.startsWith(HANDLE_PREFIX) ?? false);
}

/** shopify: fulfillmentOrderHold. A repeated handle is no error: the hold is there. */
export async function placeHold(client: AdminClient, shop: string, input: NewHold): Promise<void> {
  const hold = { reason: input.reason, reasonNotes: input.notes, handle: input.handle, notifyMerchant: false };
  const answer = await client.run(shop, FulfillmentOrderHold, { id: input.fulfillmentOrderGid, hold });
  const errors = answer.fulfillmentOrderHold?.userErrors ?? [];
  if (errors.length > 0 && errors.every((error) => error.code === "DUPLICATE_FULFILLMENT_HOLD_HANDLE")) return;
  resultOrThrow("fulfillmentOrderHold", answer.fulfillmentOrderHold, "fulfillmentHold");
}

/** shopify: fulfillmentOrderReleaseHold, of our hold with that handle alone; nothing when it is gone. */
export async function releaseOurHold(
  client: AdminClient,
  shop: string,
  gid: Gid<"FulfillmentOrder">,
  handle: string,
): Promise<void> {
  const { fulfillmentOrder } = await client.run(shop, ReadHolds, { id: gid });
  if (!fulfillmentOrder) throw new RejectedError("Shopify knows no such fulfillment order");
  const ownHolds = fulfillmentOrder.fulfillmentHolds.filter((hold) => hold.handle === handle && isOurHold(hold));
  if (ownHolds.length === 0) return;
  const answer = await client.run(shop, FulfillmentOrderReleaseHold, {
    id: gid,
    holdIds: ownHolds.map((hold) => hold.id),
  });
  resultOrThrow("fulfillmentOrderReleaseHold", answer.fulfillmentOrderReleaseHold, "fulfillmentOrder");
}
