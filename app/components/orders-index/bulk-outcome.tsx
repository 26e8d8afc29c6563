import { Banner, BlockStack, List, Text, type BannerHandles } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { BulkResult } from "../../orders/actions/bulk-actions.ts";
import { BULK_OUTCOME, skipReason } from "./copy.ts";

/** The orders that a bulk action skipped for the same reason. */
export interface BulkFailure {
  reason: string;
  /** Names of the orders; an unknown order has none. */
  names: string[];
  count: number;
}

/** The skipped orders of a bulk action by reason, in the sequence of the results. */
export function bulkFailures(results: readonly BulkResult[]): BulkFailure[] {
  const byReason = new Map<string, BulkResult[]>();
  for (const result of results) {
    const reason = skipReason(result);
    if (reason !== null) byReason.set(reason, [...(byReason.get(reason) ?? []), result]);
  }
  return [...byReason].map(([reason, skipped]) => ({
    reason,
    names: skipped.flatMap(({ name }) => name ?? []),
    count: skipped.length,
  }));
}

/** The orders that a bulk action skipped, and why; nothing when there are none. */
export function BulkOutcome({ results, onDismiss }: { results: readonly BulkResult[]; onDismiss(): void }) {
  const failures = bulkFailures(results);
  const banner = useRef<BannerHandles>(null);
  // The button of the bulk action, which had the focus, disappears with the selection.
  useEffect(() => banner.current?.focus(), [results]);
  if (failures.length === 0) return null;
  const count = failures.reduce((sum, one) => sum + one.count, 0);
  return (
    <Banner ref={banner} tone="warning" title={BULK_OUTCOME.title(count)} onDismiss={onDismiss}>
      <List>
        {failures.map((one) => (
          <List.Item key={one.reason}>
            <Reason failure={one} />
          </List.Item>
        ))}
      </List>
    </Banner>
  );
}

function Reason({ failure: { reason, names, count } }: { failure: BulkFailure }) {
  return (
    <BlockStack>
      <Text as="span">{BULK_OUTCOME.reason(reason, count)}</Text>
      <Text as="span" tone="subdued">
        {names.join(", ")}
      </Text>
    </BlockStack>
  );
}
