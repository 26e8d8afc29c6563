import { useNavigate } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { COPY } from "./copy.ts";

const WAITING_ORDERS_URL = "/app/orders?tab=waiting";

/** Returns the toast after mappings were saved. With orders that they concern, it leads to the waiting orders. */
export function useSavedToast(): (mappings: number, waitingOrders: number) => void {
  const bridge = useAppBridge();
  const navigate = useNavigate();
  return (mappings, waitingOrders) => {
    const view = { action: COPY.product.viewOrders, onAction: () => navigate(WAITING_ORDERS_URL) };
    bridge.toast.show(COPY.product.saved(mappings, waitingOrders), waitingOrders > 0 ? view : {});
  };
}
