import type { FailpointAction, WriteFailpoint } from "../environment/failpoints.ts";

/** What befalls one order, or one shop, on purpose: none of it is chance of the network. */
export type TargetedFault =
  /** The service says no to this order, in this way; `lasting`: whenever it is asked, also after all faults are lifted. */
  | { do: "reject order"; order: string; effect: (typeof REJECTIONS)[number]; permanent: boolean }
  /** The answer to its first create is lost, and the create is repeated: the workers are struck while the service has that. */
  | { do: "strike repeat"; order: string; strike: (typeof REPEAT_STRIKES)[number] }
  /** What befalls the payment of this order at the service, or its cancellation there. */
  | { do: "strike write"; order: string; kind: WriteKind; by: WriteStrike }
  /** Canceled in Shopify some time after the app has on record that the service took it. */
  | { do: "cancel once sent"; order: string; afterMs: number }
  /** Two 401 in a row, though the credentials are good. */
  | { do: "two 401s"; order: string }
  /** The service makes the order, and answers 429. `denied`: the detail says so many times that there is no such order. */
  | { do: "429 after create"; order: string; denied: number }
  /** Some time after the app has on record that the service took the order, the service shows it no more. */
  | { do: "hide order"; order: string; from: "list" | "list and detail"; afterMs: number }
  /** Once the app knows a line of it as ours, the merchant deletes its product; the order waits for its payment until then. */
  | { do: "delete product"; order: string; payAfterMs: number }
  /** The merchant leaves for good; `heard`: app/uninstalled reaches us. shop/redact always does. */
  | { do: "uninstall for good"; shop: number; webhookDelivered: boolean; redactAfterMs: number };

export const REPEAT_STRIKES = ["kill", "freeze"] as const;

export type WriteKind = "pay" | "cancel";

/** Answers to a payment or a cancellation, and `empty wallet`: the service has no money for a while. */
export const SPOILT_WRITES = ["lost answer", "slow", "429", "500 after it", "empty wallet"] as const;

export type WriteStrike = (typeof SPOILT_WRITES)[number] | { point: WriteFailpoint; action: FailpointAction };

/** Ways to refuse one order. server_error: the body cannot be worked on, and no word says so. */
export const REJECTIONS = ["forbidden", "rejected_text", "rejected_html", "body_status", "server_error"] as const;

/** What is wrong for the whole seed, and after it: nobody lifts it. */
export interface PermanentFaults {
  /** How the list is put into pages; empty: plainly. The names are those of the stand-in. */
  listing: {
    limitCounts?: "items";
    pageBytes?: number;
    shortPages?: number[];
    underLoad?: { every: number; limit: number };
    pageNumber?: "clamped";
    sequence?: "oldest first";
    lengthOf?: "range";
    late?: { every: number; ms: number };
  };
  /** Ways that the interface does not show; empty: none. The names are those of the stand-in. */
  dialect: {
    ordersPerCreate?: "per_item";
    listTracking?: false;
    referencePrefix?: "#";
    skuPrefix?: string;
    skuTail?: string;
    eventItems?: "object";
    notFound?: "text" | "html";
  };
  /** `refuse`: a second create call of a reference is told that it exists already. */
  duplicates: "accept" | "refuse";
  /** `by_order`: nothing is printed before somebody pays for it. */
  billing: "prepaid" | "by_order";
  /** What version 3 leaves open; empty: plainly. The names are those of the stand-in. */
  version3: {
    repeatedOrderId?: "refused" | "checked last";
    eventIds?: "both" | "client" | "service";
    paidTwice?: "refused" | "succeeds" | "charges";
    paymentTakesMs?: number;
    pricesUntilPaid?: "zero" | "known";
  };
  /** From the end of the storm on the list cannot be read any longer. */
  unreadable: "server_error" | "html" | "body_status" | null;
}
