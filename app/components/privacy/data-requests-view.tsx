import { BlockStack, Card, EmptyState, Page, Badge, Box, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import type { DataRequestsPage, DataRequestView } from "../../privacy/data-requests/list.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useDownload } from "../common/use-download.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import { usePages } from "../common/list-address.ts";
import { COPY, statusCopy } from "./data-requests-copy.ts";
import type { ExportFormat } from "../../privacy/data-requests/export.ts";
import { DateTime } from "../common/date-time.tsx";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { useShop } from "../common/shop-context.tsx";
import { Small } from "../common/text.tsx";

interface DataRequestsViewProps {
  now: string;
  /** The id after which this page begins; null for the first page. */
  after: string | null;
  page: DataRequestsPage;
}

type Answer = { outcome: "done" | "unchanged" } | RequestFailed;

/** Customers' requests for their data: the file to send, and until when. */
export function DataRequestsView({ now, after, page }: DataRequestsViewProps) {
  const pages = usePages(after, page.next, (next) => `?after=${next}`);
  const appBridge = useAppBridge();
  const file = useDownload(COPY.fileName);
  const marking = useJsonFetcher<Answer>(({ outcome }) => {
    if (outcome === "done") appBridge.toast.show(COPY.done);
  });
  return (
    <Page
      title={COPY.title}
      subtitle={COPY.subtitle}
      backAction={{ content: COPY.back, url: "/app/privacy" }}
      pagination={pages}
    >
      <BlockStack gap="400">
        {marking.answer?.outcome === "failed" && <MessageBanner tone="critical" {...COMMON.requestFailed} />}
        {file.failed && <MessageBanner tone="critical" {...COPY.downloadFailed} onDismiss={file.dismiss} />}
        {page.rows.some(({ state }) => state === "open") && <MessageBanner tone="info" {...COPY.intro} />}
        <Card padding="0">
          {page.rows.length === 0 ? (
            <EmptyState heading={COPY.empty.title} image="" fullWidth>
              <p>{COPY.empty.text}</p>
            </EmptyState>
          ) : (
            <DataRequestsTable
              rows={page.rows}
              now={now}
              busy={marking.busy || file.busy}
              onDownload={(id, format) => void file.save(`/app/data-requests/export?id=${id}&format=${format}`)}
              onSent={(id) => marking.send({ action: "mark_sent", id })}
            />
          )}
        </Card>
      </BlockStack>
    </Page>
  );
}

interface DataRequestsTableProps {
  rows: DataRequestView[];
  now: string;
  busy: boolean;
  onDownload(id: string, format: ExportFormat): void;
  onSent(id: string): void;
}

const nameOf = ({ customerName, customerNumber }: DataRequestView): string =>
  customerName || `${COPY.unnamed} ${customerNumber ?? ""}`.trim();

/** The data requests of a shop. */
function DataRequestsTable(props: DataRequestsTableProps) {
  const { rows, now } = props;
  return (
    <ResponsiveTable
      rows={rows}
      resource={COPY.resource}
      headings={COPY.headings}
      idOf={({ id }) => id}
      cells={(row) => [
        <Customer row={row} />,
        <DateTime at={row.requestedAt} />,
        <Status row={row} now={now} />,
        <Orders row={row} />,
        <Buttons row={row} {...props} />,
      ]}
      phonePadding="400"
      phone={(row) => (
        <BlockStack gap="200">
          <InlineStack align="space-between" blockAlign="start" gap="200">
            <Customer row={row} />
            <Small>
              <DateTime at={row.requestedAt} />
            </Small>
          </InlineStack>
          <Status row={row} now={now} />
          <Orders row={row} />
          <Buttons row={row} {...props} />
        </BlockStack>
      )}
    />
  );
}

function Customer({ row }: { row: DataRequestView }) {
  const name = nameOf(row);
  if (row.customerNumber === null)
    return (
      <Text as="span" fontWeight="medium">
        {name}
      </Text>
    );
  return (
    <Link
      url={`shopify://admin/customers/${row.customerNumber}`}
      target="_top"
      accessibilityLabel={COPY.openCustomer(name)}
    >
      {name}
    </Link>
  );
}

function Status({ row, now }: { row: DataRequestView; now: string }) {
  const { tone, label } = statusCopy(row, new Date(now), useShop().timezone);
  return (
    <BlockStack gap="100" inlineAlign="start">
      <Badge tone={tone}>{label}</Badge>
      {row.state === "sent" && row.endedAt && (
        <Small>
          <DateTime at={row.endedAt} /> {COPY.sentBy(row.sentBy)}
        </Small>
      )}
      {row.state === "nothing_held" && (
        <Box maxWidth="260px">
          <span style={{ whiteSpace: "normal" }}>
            <Small>{COPY.nothingHeld}</Small>
          </span>
        </Box>
      )}
    </BlockStack>
  );
}

function Orders({ row: { orders } }: { row: DataRequestView }) {
  if (orders.length === 0) return null;
  const [only] = orders;
  if (orders.length > 1 || !only) return <span>{COPY.orders(orders.length)}</span>;
  return <Link url={`/app/orders/${only.number}`}>{only.name}</Link>;
}

function Buttons({ row, busy, onDownload, onSent }: { row: DataRequestView } & DataRequestsTableProps) {
  if (row.orders.length === 0) return null;
  const name = nameOf(row);
  return (
    <InlineStack gap="200">
      <Button
        disabled={busy}
        accessibilityLabel={COPY.buttonLabel(COPY.download, name)}
        onClick={() => onDownload(row.id, "html")}
      >
        {COPY.download}
      </Button>
      <Button
        disabled={busy}
        accessibilityLabel={COPY.buttonLabel(COPY.downloadJson, name)}
        onClick={() => onDownload(row.id, "json")}
      >
        {COPY.downloadJson}
      </Button>
      {row.state === "open" && (
        <Button
          variant="primary"
          disabled={busy}
          accessibilityLabel={COPY.buttonLabel(COPY.markSent, name)}
          onClick={() => onSent(row.id)}
        >
          {COPY.markSent}
        </Button>
      )}
    </InlineStack>
  );
}
