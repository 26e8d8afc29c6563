/** Why an item needs a person before it is printed, the first that applies. */
const COVERAGE_GAPS = [
  "not_mapped",
  "excluded_in_shopify",
  "variant_changed",
  "sku_rejected",
  "file_unreadable",
  "file_replaced",
  "artwork",
  "approval",
] as const;
export type CoverageGap = (typeof COVERAGE_GAPS)[number];

/** What was sold in the last 30 days, in units. */
export interface PrintCoverage {
  /** Printed without a person, as mappings and settings are now. */
  automatic: number;
  gaps: Record<CoverageGap, number>;
  /** Never printed: gift cards, goods of other services, what staff marked or left out. */
  notPrinted: number;
  /** More orders were placed in that time: only the newest COVERAGE_ORDERS count. */
  limited: boolean;
}

/** Bounds the time of the query, about 70 ms, for a shop with many orders. */
export const COVERAGE_ORDERS = 5_000;

/** What is to be printed of what was sold, in units. */
export const unitsToPrint = ({ automatic, gaps }: Pick<PrintCoverage, "automatic" | "gaps">): number =>
  COVERAGE_GAPS.reduce((sum, gap) => sum + gaps[gap], automatic);

/** Rounded down: 100 only where nothing needs a person. null: nothing to print was sold. */
export function coveragePercent(coverage: Pick<PrintCoverage, "automatic" | "gaps">): number | null {
  const toPrint = unitsToPrint(coverage);
  return toPrint === 0 ? null : Math.floor((coverage.automatic / toPrint) * 100);
}
