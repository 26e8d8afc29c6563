import { Badge, BlockStack, Card, DescriptionList, InlineStack, List, Page, Text } from "@shopify/polaris";
import { ATTENTION, type AttentionCode } from "../orders/attention.ts";
import type { Home } from "../shops/home.ts";

const ACCOUNT = {
  none: { tone: "attention", says: "Not connected" },
  connected: { tone: "success", says: "Connected" },
  refused: { tone: "critical", says: "Credentials refused" },
} as const;

/** Key figures of the shop: what is connected, what was received, what waits for somebody. */
export function HomeView({ home }: { home: Home }) {
  const account = ACCOUNT[home.printAccount];
  return (
    <Page title="Inkbridge" subtitle={home.name ?? home.domain}>
      <BlockStack gap="400">
        <Card>
          <InlineStack gap="200" blockAlign="center">
            <Text as="h2" variant="headingMd">
              Print service
            </Text>
            <Badge tone={account.tone}>{account.says}</Badge>
          </InlineStack>
        </Card>
        <Card>
          <Text as="h2" variant="headingMd">
            Orders
          </Text>
          <DescriptionList items={orderFigures(home)} />
        </Card>
        <Card>
          <Text as="h2" variant="headingMd">
            Needs attention
          </Text>
          {home.attentions.length === 0 ? (
            <Text as="p">Nothing is open.</Text>
          ) : (
            <AttentionList rows={home.attentions} />
          )}
        </Card>
      </BlockStack>
    </Page>
  );
}

function orderFigures(home: Home) {
  return [
    { term: "Received", description: String(home.orders) },
    { term: "Left alone", description: String(home.leftAlone) },
    ...home.submissions.map(({ state, count }) => ({ term: state.replaceAll("_", " "), description: String(count) })),
  ];
}

function AttentionList({ rows }: { rows: Home["attentions"] }) {
  return (
    <List>
      {rows.map(({ code, count }) => (
        <List.Item key={code}>
          {count} × {code in ATTENTION ? ATTENTION[code as AttentionCode].says : code}
        </List.Item>
      ))}
    </List>
  );
}
