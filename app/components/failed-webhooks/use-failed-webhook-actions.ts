import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useEffect } from "react";
import { counted } from "../common/format.ts";
import type { Failed } from "../common/request-failed.ts";

export type DeliveriesAct = "read_again" | "put_away";

type Answer = { outcome: "acted"; act: DeliveriesAct; done: number; left: number } | Failed;

export interface DeliveriesActs {
  busy: DeliveriesAct | null;
  /** The last act did not reach the app. */
  failed: boolean;
  /** How many were left as they were by the last act, and by which. */
  left: { act: DeliveriesAct; count: number } | null;
  wish(act: DeliveriesAct, ids: string[]): void;
}

const DONE: Readonly<Record<DeliveriesAct, string>> = { read_again: "being read again", put_away: "put away" };

/** What a person may do with messages, some at a time. */
export function useDeliveriesActs(): DeliveriesActs {
  const writer = useFetcher<Answer>();
  const shopify = useAppBridge();
  const given = writer.state === "submitting" ? undefined : writer.data;
  useEffect(() => {
    if (given?.outcome === "acted" && given.done > 0)
      shopify.toast.show(`${counted(given.done, "message")} ${DONE[given.act]}`);
  }, [given, shopify]);
  return {
    busy: writer.state === "idle" ? null : ((writer.json as { act: DeliveriesAct } | undefined)?.act ?? null),
    failed: given?.outcome === "failed",
    left: given?.outcome === "acted" && given.left > 0 ? { act: given.act, count: given.left } : null,
    wish: (act, ids) => writer.submit({ act, ids }, { method: "POST", encType: "application/json" }),
  };
}
