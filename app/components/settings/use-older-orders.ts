import { useAppBridge } from "@shopify/app-bridge-react";
import { useState } from "react";
import { ALL_ORDERS_SCOPE } from "../../ports/shopify.ts";
import { COPY } from "./copy.ts";

/** Asks the merchant, in Shopify's own dialog, for access to older orders. `allowed`: as the database knows it. */
export function useOlderOrders(allowed: boolean) {
  const bridge = useAppBridge();
  const [granted, setGranted] = useState(false);
  const [state, setState] = useState<"idle" | "requesting" | "failed">("idle");
  async function request(): Promise<void> {
    setState("requesting");
    try {
      const { result } = await bridge.scopes.request([ALL_ORDERS_SCOPE]);
      setState("idle");
      if (result !== "granted-all") return;
      setGranted(true);
      bridge.toast.show(COPY.olderOrders.granted);
    } catch {
      // Shopify has not approved the app for this scope, or the admin cannot be reached.
      setState("failed");
    }
  }
  return {
    isAllowed: allowed || granted,
    requesting: state === "requesting",
    failed: state === "failed",
    request: () => void request(),
  };
}
