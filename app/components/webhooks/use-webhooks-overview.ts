import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { Standing } from "../../print-accounts/webhooks/webhook-status.ts";
import type { Failed } from "../common/request-failed.ts";

export const STANDING_ADDRESS = "/app/registrations/standing";

/** How our addresses stand at the print service, asked after the page is there. */
export function useStanding() {
  const reader = useFetcher<{ outcome: "read"; standing: Standing | null } | Failed>();
  const load = () => reader.load(STANDING_ADDRESS);
  useEffect(load, []);
  return {
    /** undefined before it is read; null without a print account. */
    standing: reader.data?.outcome === "read" ? reader.data.standing : undefined,
    unread: reader.state === "idle" && reader.data?.outcome === "failed",
    load,
    loading: reader.state !== "idle",
  };
}
