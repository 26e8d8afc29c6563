import type { ShopSettings } from "../../settings/settings.ts";
import { statusMeaning } from "./status-meaning.ts";

export interface ShipmentInput {
  rule: ShopSettings["fulfillWhen"];
  /** Of the print order's items, in the print service's words; null: none yet. */
  statuses: readonly (string | null)[];
  /** Packages of the print order that count as shipped. */
  shipped: number;
  /** PrintAccount.reportsShipping: whether the print service says of items that they have shipped; null: not known yet. */
  reportsShipping: boolean | null;
}

export interface ShipmentDecision {
  /** Of the packages that wait, the oldest first, so many have shipped. */
  ship: number;
  /** awaited: the others may still ship. ended: the print service has ended every item. */
  others: "awaited" | "ended";
}

/**
 * Which packages with a tracking number count as shipped. A label may be printed before the goods are (print-service:
 * trackingAdded is sent "when tracking becomes available"), and neither events nor list say which items are in a package: so many
 * packages have shipped as items have, and all of them once no item is left
 * (docs/decisions/0076-told-when-it-ships.md, 0077-contents-of-packages.md).
 */
export function decideShipments({ rule, statuses, shipped, reportsShipping }: ShipmentInput): ShipmentDecision {
  if (rule === "tracking") return { ship: Infinity, others: "awaited" };
  const meanings = statuses.map(statusMeaning);
  const open = meanings.filter((meaning) => meaning !== "ended" && meaning !== "cancel_requested");
  if (open.length === 0 && meanings.length > 0) return { ship: 0, others: "ended" };
  const onTheirWay = open.filter((meaning) => meaning === "shipped").length;
  const all = onTheirWay === open.length && onTheirWay > 0;
  if (all || reportsShipping === false) return { ship: Infinity, others: "awaited" };
  return { ship: rule === "all_shipped" ? 0 : Math.max(0, onTheirWay - shipped), others: "awaited" };
}
