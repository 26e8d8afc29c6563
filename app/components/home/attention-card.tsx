import { Badge, BlockStack, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import { urgency, needsStaffAction } from "../../orders/core/urgency.ts";
import type { Home } from "../../home/home.ts";
import { ATTENTION_LABELS, URGENCY_TONE } from "../common/attention-labels.ts";
import { pluralize } from "../common/format.ts";

type Row = Home["attentions"][number];

/** Where a reason is mended for all its orders at once. The others are mended order by order. */
const FIX_LINKS: Partial<Record<AttentionCode, { content: string; url: string }>> = {
  no_print_account: { content: "Connect", url: "/app/settings#print-account" },
  print_account_rejected: { content: "Connect again", url: "/app/settings#print-account" },
  provider_unreadable: { content: "Test the connection", url: "/app/settings#print-account" },
  unmapped_line: { content: "Map products", url: "/app/products" },
  mapping_removed: { content: "Map products", url: "/app/products" },
  product_deleted: { content: "Map products", url: "/app/products" },
  artwork_missing: { content: "Map products", url: "/app/products" },
  contact_missing: { content: "Add a fallback", url: "/app/settings#contact" },
  margin_low: { content: "Change the limit", url: "/app/settings#prices" },
};

/** Why orders do not move, the most pressing reason first; each leads to its orders. */
export function AttentionCard({ attentions }: { attentions: Row[] }) {
  const forStaff = attentions.filter(({ code }) => needsStaffAction(code));
  const automatic = attentions.filter(({ code }) => !needsStaffAction(code));
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          What needs attention
        </Text>
        {forStaff.length === 0 && (
          <Text as="p" tone="subdued">
            Nothing waits for you.
          </Text>
        )}
        {forStaff.map((row) => (
          <Reason key={row.code} row={row} url={`/app/orders?tab=attention&reason=${row.code}`} />
        ))}
        {automatic.length > 0 && (
          <Text as="h3" variant="headingSm">
            Goes on by itself
          </Text>
        )}
        {automatic.map((row) => (
          <Reason key={row.code} row={row} url={`/app/orders?reason=${row.code}`} />
        ))}
      </BlockStack>
    </Card>
  );
}

function Reason({ row: { code, orders }, url }: { row: Row; url: string }) {
  const fixLink = FIX_LINKS[code];
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <Badge tone={URGENCY_TONE[urgency(code)]}>{ATTENTION_LABELS[code]}</Badge>
        <Link url={url} accessibilityLabel={`${pluralize(orders, "order")}: ${ATTENTION_LABELS[code]}`}>
          {pluralize(orders, "order")}
        </Link>
      </InlineStack>
      <Text as="p">
        {ATTENTION[code].message}{" "}
        <Text as="span" tone="subdued">
          {ATTENTION[code].fix}
        </Text>{" "}
        {fixLink && <Link url={fixLink.url}>{fixLink.content}</Link>}
      </Text>
    </BlockStack>
  );
}
