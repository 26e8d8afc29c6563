import { BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import { COST_PROBLEM_LABELS } from "../../dry-run/copy.ts";
import type { DryRunView } from "../../dry-run/read-dry-run.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import { AttentionBadge } from "../common/badges.tsx";
import { Subdued, Subheading } from "../common/text.tsx";
import { TitledCard } from "../common/titled-card.tsx";
import { COPY } from "./copy.ts";
import { ORDERS_ID } from "./orders-card.tsx";

const text = COPY.reasons;

/** What would hold the orders, the most urgent first, with how to fix it; then what keeps costs from being known. */
export function ReasonsCard({ reasons, costProblems }: Pick<DryRunView, "reasons" | "costProblems">) {
  if (reasons.length === 0 && costProblems.length === 0) return null;
  return (
    <TitledCard title={reasons.length > 0 ? text.title : COPY.costProblems}>
      {reasons.map(({ code, orders }) => (
        <BlockStack key={code} gap="100">
          <InlineStack gap="200" align="space-between" blockAlign="center">
            <AttentionBadge code={code} />
            <Link
              url={`?reason=${code}#${ORDERS_ID}`}
              accessibilityLabel={`${text.orders(orders)}: ${ATTENTION[code].label}`}
            >
              {text.orders(orders)}
            </Link>
          </InlineStack>
          <Text as="p">
            {ATTENTION[code].message} <Subdued>{ATTENTION[code].fix}</Subdued>
          </Text>
        </BlockStack>
      ))}
      {costProblems.length > 0 && reasons.length > 0 && <Subheading>{COPY.costProblems}</Subheading>}
      {costProblems.map(({ problem, orders }) => (
        <InlineStack key={problem} gap="200" align="space-between">
          <Text as="p">{COST_PROBLEM_LABELS[problem]}</Text>
          <Text as="p">{text.orders(orders)}</Text>
        </InlineStack>
      ))}
    </TitledCard>
  );
}
