import type { NewFulfillment, TrackingInfo, TrackingUpdate, NewHold } from "../ports/shopify.ts";
import {
  FulfillmentCreate,
  FulfillmentOrderOpen,
  FulfillmentOrderReportProgress,
  FulfillmentTrackingInfoUpdate,
  FulfillmentOrderHold,
  FulfillmentOrderReleaseHold,
  ReadHolds,
} from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { resultOrThrow } from "./answers.ts";
import type { Gid } from "../ports/gid.ts";
import { RejectedError } from "../ports/errors.ts";

/** shopify: fulfillmentCreate. All lines must share one assigned location. Returns the fulfillment's gid. */
export async function createFulfillment(
  client: AdminClient,
  shop: string,
  input: NewFulfillment,
): Promise<Gid<"Fulfillment">> {
  const byOrder = new Map<Gid<"FulfillmentOrder">, { id: Gid<"FulfillmentOrderLineItem">; quantity: number }[]>();
  for (const line of input.lines) {
    const lines = byOrder.get(line.fulfillmentOrderGid) ?? [];
    byOrder.set(line.fulfillmentOrderGid, [...lines, { id: line.fulfillmentOrderLineGid, quantity: line.quantity }]);
  }
  const lineItemsByFulfillmentOrder = [...byOrder].map(([fulfillmentOrderId, fulfillmentOrderLineItems]) => ({
    fulfillmentOrderId,
    fulfillmentOrderLineItems,
  }));
  const fulfillment = {
    lineItemsByFulfillmentOrder,
    trackingInfo: wireTracking(input.tracking),
    notifyCustomer: input.notifyCustomer,
  };
  const answer = await client.run(shop, FulfillmentCreate, { fulfillment, message: input.message ?? null });
  return resultOrThrow("fulfillmentCreate", answer.fulfillmentCreate, "fulfillment").id;
}

/** shopify: fulfillmentTrackingInfoUpdate overwrites, so `tracking` is everything that is to stand. */
export async function updateTracking(client: AdminClient, shop: string, input: TrackingUpdate): Promise<void> {
  const variables = { id: input.fulfillmentGid, tracking: wireTracking(input.tracking), notify: input.notifyCustomer };
  const answer = await client.run(shop, FulfillmentTrackingInfoUpdate, variables);
  resultOrThrow("fulfillmentTrackingInfoUpdate", answer.fulfillmentTrackingInfoUpdate, "fulfillment");
}

/** shopify: fulfillmentOrderReportProgress marks the fulfillment order as in progress. */
export async function reportProgress(
  client: AdminClient,
  shop: string,
  fulfillmentOrderGid: Gid<"FulfillmentOrder">,
): Promise<void> {
  const answer = await client.run(shop, FulfillmentOrderReportProgress, { id: fulfillmentOrderGid });
  resultOrThrow("fulfillmentOrderReportProgress", answer.fulfillmentOrderReportProgress, "fulfillmentOrder");
}

/** shopify: fulfillmentOrderOpen marks a scheduled fulfillment order as open. */
export async function openFulfillmentOrder(
  client: AdminClient,
  shop: string,
  fulfillmentOrderGid: Gid<"FulfillmentOrder">,
): Promise<void> {
  const answer = await client.run(shop, FulfillmentOrderOpen, { id: fulfillmentOrderGid });
  resultOrThrow("fulfillmentOrderOpen", answer.fulfillmentOrderOpen, "fulfillmentOrder");
}

interface WireTracking {
  company?: string;
  number?: string;
  numbers?: string[];
  url?: string;
  urls?: string[];
}

/**
 * Shopify pairs `numbers` with `urls` by position and takes one company for all: it is named when all agree. A link
 * cannot be empty, so numbers with a link come first: a number without a link gets no other's.
 */
export function wireTracking(given: readonly TrackingInfo[]): WireTracking {
  const linked = given.filter((info) => info.url !== "");
  const tracking = [...linked, ...given.filter((info) => info.url === "")];
  const [first, ...others] = tracking;
  if (!first) return {};
  const company = others.every((info) => info.company === first.company) ? first.company : null;
  const urls = linked.map((info) => info.url);
  return {
    ...(company ? { company } : {}),
    ...(others.length === 0 ? { number: first.number } : { numbers: tracking.map((info) => info.number) }),
    ...(urls.length > 0 ? (others.length === 0 ? { url: first.url } : { urls }) : {}),
  };
}

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
