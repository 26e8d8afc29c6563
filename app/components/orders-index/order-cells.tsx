import { Badge, InlineStack, Text } from "@shopify/polaris";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import { AttentionBadge } from "../common/attention-badge.tsx";
import { StateBadge } from "../common/state-badge.tsx";
import { notPrintedLabel, ROW } from "./copy.ts";

/** The state of an order's least advanced submission, and how many more submissions there are. */
export function StateCell({ row }: { row: OrderSummary }) {
  if (!row.state) return <Badge>{notPrintedLabel(row)}</Badge>;
  return (
    <InlineStack gap="100" blockAlign="center" wrap={false}>
      <StateBadge state={row.state} />
      <MoreCount count={row.furtherSubmissions} what={ROW.moreSubmissions} />
    </InlineStack>
  );
}

/** The most urgent reason for attention, and how many more there are. */
export function AttentionCell({ attention }: { attention: OrderSummary["attention"] }) {
  if (!attention) return null;
  return (
    <InlineStack gap="100" blockAlign="center" wrap={false}>
      <AttentionBadge code={attention.code} />
      <MoreCount count={attention.further} what={ROW.moreReasons} />
    </InlineStack>
  );
}

function MoreCount({ count, what }: { count: number; what: string }) {
  if (count === 0) return null;
  return (
    <Text as="span" tone="subdued" variant="bodySm">
      +{count}
      <Text as="span" visuallyHidden>
        {` ${what}`}
      </Text>
    </Text>
  );
}
