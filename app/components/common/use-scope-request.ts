import { useAppBridge } from "@shopify/app-bridge-react";
import { useState } from "react";

interface OptionalScope {
  scope: string;
  /** As the database knows it. */
  allowed: boolean;
  /** The toast once it is granted. */
  granted: string;
  onGranted?(): void;
}

/** Asks the merchant, in Shopify's own dialog, for an optional scope. */
export function useScopeRequest({ scope, allowed, granted: message, onGranted }: OptionalScope) {
  const bridge = useAppBridge();
  const [granted, setGranted] = useState(false);
  const [state, setState] = useState<"idle" | "requesting" | "failed">("idle");
  async function request(): Promise<void> {
    setState("requesting");
    try {
      const { result } = await bridge.scopes.request([scope]);
      setState("idle");
      if (result !== "granted-all") return;
      setGranted(true);
      bridge.toast.show(message);
      onGranted?.();
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
