import type { Counts } from "../../orders/pages/list/count-orders.ts";
import { COUNT_LIMIT, COUNTED_TABS, type Tab } from "../../orders/pages/list/tabs.ts";
import { TAB_COPY } from "./copy.ts";

/**
 * A tab with the number of its orders. Part of the text and no badge: Polaris measures tabs without badges, and the last
 * tabs would overflow the line.
 */
export const tabLabel = (tab: Tab, counts: Counts): string => TAB_COPY[tab].label + count(tab, counts);

function count(tab: Tab, counts: Counts): string {
  const counted = COUNTED_TABS.find((one) => one === tab);
  const orders = counted ? counts.tabs[counted] : 0;
  if (orders === 0) return "";
  return orders >= COUNT_LIMIT ? ` (${COUNT_LIMIT - 1}+)` : ` (${orders})`;
}
