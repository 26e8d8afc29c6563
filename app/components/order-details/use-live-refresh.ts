import { useEffect } from "react";
import { IDLE_STATES } from "../../orders/core/states.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";

const INTERVAL_MS = 5_000;

/** States in which nothing happens of its own accord. */
const FINAL_STATES = [...IDLE_STATES, "fulfilled"];

/** Reads the page again every few seconds while somebody sees it and something of the order still moves. */
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
