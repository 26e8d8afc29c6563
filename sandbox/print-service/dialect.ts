/** Ways of the service that its other documentation and its clients show, and the interface does not. */
export interface Dialect {
  /** `per_item`: each item becomes an order of the service's own, all under the client's one order id. */
  ordersPerCreate: "one" | "per_item";
  /** Whether the list shows tracking, which the detail shows in any case. */
  listTracking: boolean;
  /** Stands before the client's order id in answers and events. */
  referencePrefix: string;
  /** How list, detail and events spell a SKU that was sent. */
  skuPrefix: string;
  skuTail: string;
  /** `object`: an event has the fields of each item in place of an array; one event for each item. */
  eventItems: "array" | "object";
  /** `data_error`: a refused create names each faulty item. */
  itemErrors: "message" | "data_error";
  /** How the detail says that there is no such order. */
  notFound: "json" | "text" | "html";
}

export const INTERFACE_DIALECT: Dialect = {
  ordersPerCreate: "one",
  listTracking: true,
  referencePrefix: "",
  skuPrefix: "",
  skuTail: "",
  eventItems: "array",
  itemErrors: "message",
  notFound: "json",
};

export const spelledReference = ({ referencePrefix }: Dialect, reference: string): string =>
  referencePrefix + reference;

export const spelledSku = ({ skuPrefix, skuTail }: Dialect, sku: string): string => skuPrefix + sku + skuTail;
