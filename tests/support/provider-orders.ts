import type { SyncedItem, SyncedOrder, SyncedRecipient } from "../../app/ports/print-service.ts";

/** A recipient of which the service shows nothing. */
export const NO_RECIPIENT: SyncedRecipient = {
  name: "",
  email: "",
  phone: "",
  address1: "",
  address2: "",
  city: "",
  province: "",
  provinceCode: "",
  country: "",
  countryCode: "",
};

/** An order as list or detail shows it. */
export function syncedOrder(over: Partial<SyncedOrder> & Pick<SyncedOrder, "reference">): SyncedOrder {
  return {
    serviceOrderId: "1",
    enteredAt: null,
    storeName: null,
    recipient: NO_RECIPIENT,
    items: [],
    trackings: [],
    ...over,
  };
}

export function syncedItem(over: Partial<SyncedItem> & Pick<SyncedItem, "itemSku">): SyncedItem {
  return {
    productName: "",
    quantity: 1,
    artworkFront: "",
    artworkBack: "",
    mockup: "",
    orderStatus: null,
    paymentStatus: null,
    ...over,
  };
}
