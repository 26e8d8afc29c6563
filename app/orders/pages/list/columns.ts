import type { Tab } from "./tabs.ts";

/** The columns of the orders list beside the order's name, in their sequence. */
export const COLUMNS = [
  "placed",
  "customer",
  "destination",
  "status",
  "stage",
  "attention",
  "items",
  "shipping",
  "production",
  "tracking",
  "value",
] as const;
export type Column = (typeof COLUMNS)[number];

/** What a tab shows where nobody chose: no column that is empty in all of its rows, and no more than 1280 pixels have room for. */
export const DEFAULT_COLUMNS: Readonly<Record<Tab, readonly Column[]>> = {
  all: ["placed", "customer", "destination", "status", "attention", "items", "value"],
  attention: ["placed", "customer", "destination", "status", "attention", "items", "value"],
  late: ["placed", "customer", "status", "stage", "attention"],
  waiting: ["placed", "customer", "status", "stage", "attention", "items"],
  at_provider: ["placed", "customer", "status", "stage", "attention", "production"],
  shipped: ["placed", "customer", "status", "stage", "attention", "tracking"],
  fulfilled: ["placed", "customer", "destination", "items", "tracking", "value"],
  not_printed: ["placed", "customer", "destination", "status", "items"],
};

/** The columns of a list. */
export const shownColumns = ({ tab, columns }: { tab: Tab; columns: readonly Column[] }): readonly Column[] =>
  columns.length === 0 ? DEFAULT_COLUMNS[tab] : columns;

/** A choice as a query has it: empty where it is the tab's own. */
export function chosenColumns(tab: Tab, chosen: readonly Column[]): readonly Column[] {
  const columns = COLUMNS.filter((column) => chosen.includes(column));
  return columns.join() === DEFAULT_COLUMNS[tab].join() ? [] : columns;
}
