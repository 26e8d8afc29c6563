import { Banner, BlockStack, List, Text, type BannerHandles } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { BulkResult } from "../../orders/actions/bulk-actions.ts";
import { BULK_OUTCOME, skipReason } from "./copy.ts";
import { Subdued } from "../common/text.tsx";

/** The skipped orders of a bulk action by reason, in the sequence of the results. An unknown order has no name. */
export function bulkFailures(results: readonly BulkResult[]) {
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
        {failures.map(({ reason, names, count }) => (
          <List.Item key={reason}>
            <BlockStack>
              <Text as="span">{BULK_OUTCOME.reason(reason, count)}</Text>
              <Subdued>{names.join(", ")}</Subdued>
            </BlockStack>
          </List.Item>
        ))}
      </List>
    </Banner>
  );
}
