import { Banner, BlockStack, List, Text, type BannerHandles } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { BulkResult } from "../../orders/actions/bulk-actions.ts";
import { pluralize } from "../common/format.ts";
import { bulkFailures, type BulkFailure } from "./bulk-words.ts";

/** Which orders did not do what was asked for, and why; nothing when all did. */
export function BulkOutcome({ results, onDismiss }: { results: readonly BulkResult[]; onDismiss(): void }) {
  const failures = bulkFailures(results);
  const banner = useRef<BannerHandles>(null);
  // The button that asked for it is gone with the selection.
  useEffect(() => banner.current?.focus(), [results]);
  if (failures.length === 0) return null;
  const count = failures.reduce((sum, one) => sum + one.count, 0);
  return (
    <Banner ref={banner} tone="warning" title={`${pluralize(count, "order")} did not go on`} onDismiss={onDismiss}>
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
      <Text as="span">
        {reason} ({pluralize(count, "order")})
      </Text>
      <Text as="span" tone="subdued">
        {names.join(", ")}
      </Text>
    </BlockStack>
  );
}
