import { useEffect } from "react";
import { IDLE_STATES } from "../../orders/core/states.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";

const INTERVAL_MS = 5_000;

/** States that only a merchant's action or a change in Shopify ends. */
const FINAL_STATES = [...IDLE_STATES, "fulfilled"];

/** Reloads the page every few seconds while the tab is visible and the order may still change. */
export function useLiveRefresh(page: OrderDetails, revalidate: () => void): void {
  const isChanging =
    page.refreshing || page.submissions.some((one) => !one.replaced && !FINAL_STATES.includes(one.state));
  useEffect(() => {
    if (!isChanging) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isChanging, revalidate]);
}
