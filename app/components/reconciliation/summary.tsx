import { BlockStack, List, Text } from "@shopify/polaris";
import type { Reconciliation } from "../../orders/reconciliation/reconcile.ts";
import { DateTime } from "../common/date-time.tsx";
import { okSummary } from "./copy.ts";

/** When both sides were compared, and what needs no repair. */
export function Summary({ reconciliation }: { reconciliation: Reconciliation }) {
  return (
    <BlockStack gap="200">
      <Text as="h2" variant="headingSm">
        Compared <DateTime at={reconciliation.comparedAt} />
      </Text>
      <List>
        {okSummary(reconciliation.counts).map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}
