import { BlockStack, Box, Button, Card, InlineStack, Link, Text } from "@shopify/polaris";
import type { AttentionCode } from "../../orders/core/attention.ts";
import { AttentionBadge } from "../common/badges.tsx";
import { DateTime } from "../common/date-time.tsx";
import { CardHeading, SmallNote, Subdued } from "../common/text.tsx";
import { RetryPayments } from "../home/waiting-payments.tsx";
import { INBOX, STORE } from "./copy.ts";

/** A problem of the whole store as a line of the inbox (store-copy.ts). `since`: ISO 8601, UTC. */
export interface StoreEntry {
  key: string;
  /** A reason for attention, whose badge stands in place of the title. */
  code: AttentionCode | null;
  title: string;
  text: string;
  fix: string | null;
  since: string | null;
  orders: { count: number; url: string } | null;
  action: { label: string; url: string; external?: boolean } | null;
  /** The button tries payments at the print service again. */
  retriesPayments?: boolean;
}

/** What concerns the whole store, once each, whatever the number of orders. */
export function StoreEntries({ entries }: { entries: readonly StoreEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Card padding="0">
      <Box paddingInline="400" paddingBlockStart="400" paddingBlockEnd="100">
        <CardHeading>{INBOX.store}</CardHeading>
      </Box>
      <ul style={{ listStyle: "none", margin: 0, padding: 0 }}>
        {entries.map(({ key, ...entry }, at) => (
          <li key={key}>
            <Box padding="400" borderBlockStartWidth={at === 0 ? undefined : "025"} borderColor="border">
              <Entry {...entry} />
            </Box>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Entry({ code, title, text, fix, since, orders, action, retriesPayments }: Omit<StoreEntry, "key">) {
  return (
    <BlockStack gap="150">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        {code ? (
          <AttentionBadge code={code} />
        ) : (
          <Text as="h3" variant="headingSm">
            {title}
          </Text>
        )}
        {orders && (
          <Link url={orders.url} accessibilityLabel={`${STORE.orders(orders.count)}: ${title}`}>
            {STORE.orders(orders.count)}
          </Link>
        )}
      </InlineStack>
      <Text as="p">
        {text} {fix && <Subdued>{fix}</Subdued>}
      </Text>
      {since && (
        <SmallNote>
          {STORE.since} <DateTime at={since} />
        </SmallNote>
      )}
      {retriesPayments && (
        <InlineStack gap="200" blockAlign="center">
          <RetryPayments />
        </InlineStack>
      )}
      {action && (
        <InlineStack>
          <Button url={action.url} external={action.external}>
            {action.label}
          </Button>
        </InlineStack>
      )}
    </BlockStack>
  );
}
