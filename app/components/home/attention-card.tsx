import { BlockStack, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { ATTENTION, needsStaffAction } from "../../orders/core/attention.ts";
import type { AttentionRow } from "../../orders/core/attention-registry.ts";
import type { Home } from "../../home/home.ts";
import { AttentionBadge } from "../common/attention-badge.tsx";
import { COPY } from "./copy.ts";

const text = COPY.attention;

type Row = Home["attentions"][number];

const FIX_URLS: Partial<Record<NonNullable<AttentionRow["fixedIn"]>, string>> = {
  print_account: "/app/settings#print-account",
  contact: "/app/settings#contact",
  prices: "/app/settings#prices",
  products: "/app/products",
};

/** The open reasons, most urgent first, with links to their orders. */
export function AttentionCard({ attentions }: { attentions: Row[] }) {
  const forStaff = attentions.filter(({ code }) => needsStaffAction(code));
  const automatic = attentions.filter(({ code }) => !needsStaffAction(code));
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {text.title}
        </Text>
        {forStaff.length === 0 && (
          <Text as="p" tone="subdued">
            {text.none}
          </Text>
        )}
        {forStaff.map((row) => (
          <Reason key={row.code} row={row} url={`/app/orders?tab=attention&reason=${row.code}`} />
        ))}
        {automatic.length > 0 && (
          <Text as="h3" variant="headingSm">
            {text.automatic}
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
  const { label, message, fix, fixedIn, fixAllLabel } = ATTENTION[code];
  const fixUrl = fixedIn && FIX_URLS[fixedIn];
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <AttentionBadge code={code} />
        <Link url={url} accessibilityLabel={`${text.orders(orders)}: ${label}`}>
          {text.orders(orders)}
        </Link>
      </InlineStack>
      <Text as="p">
        {message}{" "}
        <Text as="span" tone="subdued">
          {fix}
        </Text>{" "}
        {fixAllLabel && fixUrl && <Link url={fixUrl}>{fixAllLabel}</Link>}
      </Text>
    </BlockStack>
  );
}
