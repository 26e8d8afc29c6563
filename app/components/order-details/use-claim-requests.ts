import { useRevalidator } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useState } from "react";
import type { ClaimResponse } from "../../orders/actions/claims.ts";
import { COPY } from "../common/copy.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";
import { CLAIMS } from "./claim-copy.ts";

/** The dialogs about a claim that stands. */
export type ClaimDialogKind = "message" | "answer" | "customer" | "photos";

type Intent = "open" | "ask" | "answer" | "close" | "reopen" | "remove_photo";

/** The requests about an order's claims. `onDone` comes before the toast, and returns false where there is none to be shown yet. */
export function useClaimRequests(orderNumber: string, onDone?: (claimId: string | undefined) => boolean | void) {
  const bridge = useAppBridge();
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState<string | null>(null);
  const [sent, setSent] = useState<Intent | null>(null);
  const { busy, send } = useJsonFetcher<ClaimResponse | RequestFailed>((answer) => {
    if (hasFailed(answer)) return setProblem(COPY.entriesKept);
    if (answer.result !== "done") {
      setProblem(CLAIMS.refused[answer.result]);
      // The refusal is about what somebody else did meanwhile.
      return revalidate();
    }
    if (onDone?.(answer.claimId) !== false && sent) bridge.toast.show(CLAIMS.saved[sent]);
  }, `/app/orders/${orderNumber}/claims`);
  return {
    busy,
    problem,
    send(body: { intent: Intent } & Extract<Parameters<typeof send>[0], object>) {
      setProblem(null);
      setSent(body.intent);
      send(body);
    },
  };
}
