import { BlockStack, Box, Button, Card, InlineGrid, Page, Text } from "@shopify/polaris";
import type { RetentionPeriods } from "../../privacy/prune.ts";
import { useShop } from "../common/shop-context.tsx";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { CardHeading, Note, Subheading, TitledCard } from "../common/text.tsx";
import { COPY, storedData, type StoredData } from "./privacy-copy.ts";

interface PrivacyViewProps {
  periods: RetentionPeriods;
  /** Host of the print service's address. */
  printService: string;
  /** Requests that staff has to answer, and when the first one is due. */
  openRequests: { count: number; dueAt: string } | null;
}

/** What the app does with customers' data, and the pages where the merchant acts. */
export function PrivacyView({ periods, printService, openRequests }: PrivacyViewProps) {
  return (
    <Page title={COPY.title} subtitle={COPY.subtitle} backAction={{ content: COPY.back, url: "/app/settings" }}>
      <BlockStack gap="400">
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
          <DataRequestsCard open={openRequests} />
          <AccessLogCard />
        </InlineGrid>
        <StoredDataCard periods={periods} />
        <ItemsCard title={COPY.shared.title} items={COPY.shared.items(printService)} />
        <ItemsCard {...COPY.protection} />
        <ItemsCard {...COPY.erasure} />
      </BlockStack>
    </Page>
  );
}

function DataRequestsCard({ open }: { open: PrivacyViewProps["openRequests"] }) {
  const { title, text, none, action } = COPY.requests;
  const { timezone } = useShop();
  return (
    <TitledCard title={title}>
      <Text as="p">{text}</Text>
      {open ? (
        <Text as="p" fontWeight="semibold">
          {COPY.requests.open(open.count, open.dueAt, timezone)}
        </Text>
      ) : (
        <Note>{none}</Note>
      )}
      <div>
        <Button url="/app/data-requests" variant={open ? "primary" : "secondary"}>
          {action}
        </Button>
      </div>
    </TitledCard>
  );
}

function AccessLogCard() {
  const { title, text, action } = COPY.accessLog;
  return (
    <TitledCard title={title}>
      <Text as="p">{text}</Text>
      <div>
        <Button url="/app/access-log">{action}</Button>
      </div>
    </TitledCard>
  );
}

function StoredDataCard({ periods }: { periods: RetentionPeriods }) {
  const text = COPY.stored;
  const wrapped = (content: string) => <span style={{ whiteSpace: "normal" }}>{content}</span>;
  return (
    <Card padding="0">
      <BlockStack>
        <Box padding="400">
          <CardHeading>{text.title}</CardHeading>
        </Box>
        <ResponsiveTable
          rows={storedData(periods)}
          resource={text.resource}
          headings={text.headings}
          idOf={({ data }) => data}
          cells={({ data, reason, kept }) => [
            <Text as="span" fontWeight="medium">
              {wrapped(data)}
            </Text>,
            wrapped(reason),
            wrapped(kept),
          ]}
          phonePadding="400"
          phone={(row) => <StoredDataItem row={row} />}
        />
      </BlockStack>
    </Card>
  );
}

function StoredDataItem({ row }: { row: StoredData }) {
  return (
    <BlockStack gap="100">
      <Subheading>{row.data}</Subheading>
      <Text as="p">{row.reason}</Text>
      <Note>{row.kept}</Note>
    </BlockStack>
  );
}

function ItemsCard({ title, items }: { title: string; items: readonly { title: string; text: string }[] }) {
  return (
    <TitledCard title={title}>
      {items.map((item) => (
        <BlockStack key={item.title} gap="100">
          <Subheading>{item.title}</Subheading>
          <Text as="p">{item.text}</Text>
        </BlockStack>
      ))}
    </TitledCard>
  );
}
