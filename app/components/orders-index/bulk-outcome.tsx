import { Banner, BlockStack, List, Text, type BannerHandles } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { BulkResult } from "../../orders/actions/bulk-actions.ts";
import { counted } from "../common/format.ts";
import { otherwise, type LeftBehind } from "./bulk-words.ts";

/** Which orders did not do what was asked for, and why; nothing when all did. */
export function BulkOutcome({ results, onDismiss }: { results: readonly BulkResult[]; onDismiss(): void }) {
  const left = otherwise(results);
  const banner = useRef<BannerHandles>(null);
  // The button that asked for it is gone with the selection.
  useEffect(() => banner.current?.focus(), [results]);
  if (left.length === 0) return null;
  const count = left.reduce((sum, one) => sum + one.count, 0);
  return (
    <Banner ref={banner} tone="warning" title={`${counted(count, "order")} did not go on`} onDismiss={onDismiss}>
      <List>
        {left.map((one) => (
          <List.Item key={one.why}>
            <Reason left={one} />
          </List.Item>
        ))}
      </List>
    </Banner>
  );
}

function Reason({ left: { why, names, count } }: { left: LeftBehind }) {
  return (
    <BlockStack>
      <Text as="span">
        {why} ({counted(count, "order")})
      </Text>
      <Text as="span" tone="subdued">
        {names.join(", ")}
      </Text>
    </BlockStack>
  );
}
