import { useEffect } from "react";
import type { OrderPage } from "../../orders/pages/details/order-page.ts";

const EVERY_MS = 5_000;

/** States in which nothing happens of its own accord. */
const AT_REST = ["rejected", "fulfilled", "cancelled"];

/** Reads the page again every few seconds while somebody sees it and something of the order still moves. */
export function useLive(page: OrderPage, readAgain: () => void): void {
  const moves = page.refreshing || page.submissions.some((one) => !one.replaced && !AT_REST.includes(one.state));
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") readAgain();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [moves, readAgain]);
}
