import { Banner, BlockStack, List, Text, type BannerHandles } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { BulkResult } from "../../orders/actions/bulk-actions.ts";
import { BULK_OUTCOME, doneMessage, needsNothing, skipReason } from "./copy.ts";
import { Subdued } from "../common/text.tsx";
import type { BulkActionResponse } from "./use-bulk.ts";

export interface BulkGroup {
  reason: string;
  /** An unknown order has no name. */
  names: string[];
  count: number;
  /** The action was not needed, which is no failure. */
  unneeded: boolean;
}

/** The orders that a bulk action skipped by reason, failures first, then in the sequence of the results. */
export function bulkGroups({ action, results }: BulkActionResponse): BulkGroup[] {
  const byReason = new Map<string, BulkResult[]>();
  for (const result of results) {
    const reason = skipReason(result);
    if (reason !== null) byReason.set(reason, [...(byReason.get(reason) ?? []), result]);
  }
  const groups = [...byReason].map(([reason, skipped]) => ({
    reason,
    names: skipped.flatMap(({ name }) => name ?? []),
    count: skipped.length,
    unneeded: skipped.every((result) => needsNothing(action, result)),
  }));
  return groups.toSorted((a, b) => Number(a.unneeded) - Number(b.unneeded));
}

/** What a bulk action did and skipped, by group; nothing when it did everything. */
export function BulkOutcome(props: {
  response: BulkActionResponse | null;
  /** In percent; null: margins are not checked. */
  minimumMargin: number | null;
  onDismiss(): void;
}) {
  const { response, minimumMargin, onDismiss } = props;
  const banner = useRef<BannerHandles>(null);
  // The button of the bulk action, which had the focus, disappears with the selection.
  useEffect(() => banner.current?.focus(), [response]);
  const groups = response ? bulkGroups(response) : [];
  if (!response || groups.length === 0) return null;
  const sum = (unneeded: boolean) =>
    groups.filter((group) => group.unneeded === unneeded).reduce((total, { count }) => total + count, 0);
  const failed = sum(false);
  const done = doneMessage(response.action, response.results, minimumMargin);
  return (
    <Banner
      ref={banner}
      tone={failed > 0 ? "warning" : "info"}
      title={failed > 0 ? BULK_OUTCOME.failed(failed) : BULK_OUTCOME.unneeded(sum(true))}
      onDismiss={onDismiss}
    >
      <List>
        {done && <List.Item>{done}</List.Item>}
        {groups.map(({ reason, names, count }) => (
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
