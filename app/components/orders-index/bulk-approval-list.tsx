import { BlockStack, List, Text } from "@shopify/polaris";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import { bulkApproval, bulkDismissal } from "./bulk-approval.ts";
import { BULK_APPROVAL, BULK_CONFIRMATIONS } from "./copy.ts";

interface BulkApprovalListProps {
  orders: readonly OrderSummary[];
  /** In percent; null: margins are not checked. */
  minimumMargin: number | null;
}

/** What an approval of the selected orders does, before it is done. */
export function BulkApprovalList({ orders, minimumMargin }: BulkApprovalListProps) {
  const { ends, stays } = bulkApproval(orders);
  return (
    <BlockStack gap="300">
      <Lines
        title={BULK_APPROVAL.ends}
        lines={ends.map(({ code, names }) => BULK_APPROVAL.ended(code, names.length))}
      />
      <Lines title={BULK_APPROVAL.stays} lines={stays.map(({ code, names }) => BULK_APPROVAL.staying(code, names))} />
      <Text as="p">{BULK_CONFIRMATIONS.approve.message}</Text>
      {minimumMargin !== null && <Text as="p">{BULK_APPROVAL.margin(minimumMargin)}</Text>}
    </BlockStack>
  );
}

/** What marking the selected orders as resolved dismisses. */
export function BulkDismissalList({ orders }: { orders: readonly OrderSummary[] }) {
  const lines = bulkDismissal(orders).map(({ code, names }) => BULK_APPROVAL.staying(code, names));
  return (
    <BlockStack gap="300">
      <Lines title={BULK_APPROVAL.dismisses} lines={lines} />
      <Text as="p">{BULK_CONFIRMATIONS.acknowledge.message}</Text>
    </BlockStack>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <BlockStack gap="100">
      <Text as="p" fontWeight="semibold">
        {title}
      </Text>
      <List>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}
