import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { RecipientNow } from "../../orders/pages/details/live-snapshot.ts";

/** undefined while loading. */
export type RecipientState = RecipientNow | undefined;

/** Loads the address that Shopify has now once `key` is not "", and again when `key` changes. */
export function useRecipient(orderNumber: string, key: string): RecipientState {
  const { load, data } = useFetcher<RecipientNow>();
  useEffect(() => {
    if (key !== "") load(`/app/orders/${orderNumber}/recipient`);
  }, [load, orderNumber, key]);
  return data;
}
