import { BlockStack, List, Text } from "@shopify/polaris";
import type { Ledger } from "../../orders/reconciliation/reconcile.ts";
import { When } from "../common/date-time.tsx";
import { calmWords } from "./copy.ts";

/** When both sides were compared, and what needs no repair. */
export function Summary({ ledger }: { ledger: Ledger }) {
  return (
    <BlockStack gap="200">
      <Text as="h2" variant="headingSm">
        Compared <When at={ledger.comparedAt} />
      </Text>
      <List>
        {calmWords(ledger.counts).map((words) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}
