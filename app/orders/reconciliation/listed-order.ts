import type { SyncedItem, SyncedOrder, SyncedTracking } from "../../ports/print-service.ts";

/** What a comparison needs of an order in the print service's list: no personal data, so that it can be kept as it is. */
export interface ListedOrder extends Pick<SyncedOrder, "serviceOrderId" | "reference" | "enteredAt"> {
  items: Pick<SyncedItem, "itemSku" | "quantity" | "orderStatus">[];
  trackings: Pick<SyncedTracking, "trackingNumber">[];
}

export const toListedOrder = ({
  serviceOrderId,
  reference,
  enteredAt,
  items,
  trackings,
}: SyncedOrder): ListedOrder => ({
  ...{ serviceOrderId, reference, enteredAt },
  items: items.map(({ itemSku, quantity, orderStatus }) => ({ itemSku, quantity, orderStatus })),
  trackings: trackings.map(({ trackingNumber }) => ({ trackingNumber })),
});
