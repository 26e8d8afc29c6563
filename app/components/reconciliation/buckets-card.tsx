import { Box, Button, Card, InlineStack, Tabs, BlockStack, Text, Link } from "@shopify/polaris";
import { useState, type ReactNode } from "react";
import { useScrollToOpenTab } from "../common/list-filters.ts";
import { BUCKETS, REPAIRS_FOR, type Bucket, type Repair } from "../../orders/reconciliation/buckets.ts";
import type { Reconciliation } from "../../orders/reconciliation/reconcile.ts";
import type { ReconciliationRow } from "../../orders/reconciliation/rows.ts";
import { BUCKET_LABELS, REASON_TEXT } from "../../orders/reconciliation/copy.ts";
import { COPY, EMPTY_BUCKETS, repairLabel } from "./copy.ts";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { AttentionBadge, StateBadge } from "../common/badges.tsx";
import { DateTime } from "../common/date-time.tsx";
import { Small, Strong } from "../common/text.tsx";

interface BucketsCardProps {
  reconciliation: Reconciliation;
  bucket: Bucket;
  onBucket(bucket: Bucket): void;
  repairing: RepairState;
  /** The limit of rows in one repair. */
  atOnce: number;
  onRepairAll(rows: readonly ReconciliationRow[]): void;
}

/** The four buckets: a tab each, with its rows. */
export function BucketsCard({ reconciliation, bucket, onBucket, repairing, atOnce, onRepairAll }: BucketsCardProps) {
  const rows = reconciliation.buckets[bucket];
  const tabs = BUCKETS.map((one) => ({
    id: `reconciliation-${one}`,
    panelID: `reconciliation-${one}-panel`,
    content: BUCKET_LABELS[one],
    badge: String(reconciliation.buckets[one].length),
  }));
  const canRepairAll = bucket === "shipped_not_fulfilled" && rows.length > 1;
  const batch = rows.slice(0, atOnce);
  useScrollToOpenTab(BUCKETS.indexOf(bucket), true);
  return (
    <Card padding="0">
      <Tabs tabs={tabs} selected={BUCKETS.indexOf(bucket)} onSelect={(index) => onBucket(BUCKETS[index] ?? bucket)}>
        {canRepairAll && (
          <Box padding="300">
            <InlineStack align="end">
              <Button
                loading={repairing.busy === "all"}
                disabled={repairing.busy !== null && repairing.busy !== "all"}
                onClick={() => onRepairAll(batch)}
              >
                {batch.length === rows.length ? COPY.row.fixAll(rows.length) : COPY.row.fixFirst(batch.length)}
              </Button>
            </InlineStack>
          </Box>
        )}
        {/* The key makes another tab start at its first page. */}
        <MismatchTable key={bucket} bucket={bucket} rows={rows} repairing={repairing} />
      </Tabs>
    </Card>
  );
}

const PAGE_SIZE = 25;

const tableText = COPY.table;

/** The rows of one bucket. */
function MismatchTable(props: { bucket: Bucket; rows: readonly ReconciliationRow[]; repairing: RepairState }) {
  const { bucket, rows, repairing } = props;
  const [requestedPage, setPage] = useState(0);
  const last = Math.max(0, Math.ceil(rows.length / PAGE_SIZE) - 1);
  // Repaired rows leave the table, and the open page may go with them.
  const page = Math.min(requestedPage, last);
  const shown = rows.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  const pagination = {
    hasPrevious: page > 0,
    hasNext: page < last,
    onPrevious: () => setPage(page - 1),
    onNext: () => setPage(page + 1),
    label: tableText.page(page * PAGE_SIZE + 1, page * PAGE_SIZE + shown.length, rows.length),
    accessibilityLabel: tableText.pages,
  };
  return (
    <ResponsiveTable
      rows={shown}
      resource={tableText.resource}
      headings={tableText.headings}
      idOf={({ key }) => key}
      empty={EMPTY_BUCKETS[bucket]}
      pagination={last > 0 ? pagination : undefined}
      cells={(row) => [
        <OrderCell row={row} />,
        <AppCell row={row} />,
        <ProviderCell row={row} />,
        <Sentence>
          <ReasonCell row={row} />
        </Sentence>,
        <RowActions row={row} repairing={repairing} />,
      ]}
      phone={(row) => (
        <Sentence>
          <BlockStack gap="300">
            <OrderCell row={row} />
            <ReasonCell row={row} />
            <Side title={tableText.app}>
              <AppCell row={row} />
            </Side>
            <Side title={tableText.provider}>
              <ProviderCell row={row} />
            </Side>
            <RowActions row={row} repairing={repairing} />
          </BlockStack>
        </Sentence>
      )}
    />
  );
}

/** One side with its heading: a phone has no room for the table's headings. */
function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <BlockStack gap="050">
      <Text as="span" variant="bodySm" fontWeight="medium">
        {title}
      </Text>
      {children}
    </BlockStack>
  );
}

/** Lets a sentence wrap: the cells of an index table do not. */
function Sentence({ children }: { children: ReactNode }) {
  return <div style={{ whiteSpace: "normal", minWidth: "11rem" }}>{children}</div>;
}

const rowText = COPY.row;

interface Props {
  row: ReconciliationRow;
}

/** The store's order with the reference, if there is one, and the reference. */
function OrderCell({ row }: Props) {
  return (
    <BlockStack gap="050">
      {row.order ? (
        // Not the row's primary link: a click on the row's buttons would follow it, too.
        <Link monochrome removeUnderline url={`/app/orders/${row.order.number}`}>
          <Strong>{row.order.name}</Strong>
        </Link>
      ) : (
        <Strong>{rowText.noOrder}</Strong>
      )}
      <Small breakWord>{row.reference}</Small>
    </BlockStack>
  );
}

/** The order in Inkbridge. */
function AppCell({ row }: Props) {
  if (!row.state)
    return <Small breakWord>{row.unmatchedEvents > 0 ? rowText.events(row.unmatchedEvents) : rowText.unknown}</Small>;
  return (
    <BlockStack gap="050" inlineAlign="start">
      <InlineStack gap="100">
        <StateBadge state={row.state} />
        {row.reportedMissing && <AttentionBadge code="missing_at_provider" />}
      </InlineStack>
      {row.sentAt && (
        <Small breakWord>
          {rowText.sent} <DateTime at={row.sentAt} />
        </Small>
      )}
      {row.parcels.length > 0 && (
        <Small breakWord>{tracking(row.parcels.map((parcel) => parcel.trackingNumber))}</Small>
      )}
    </BlockStack>
  );
}

/** The order in the print service's list. */
function ProviderCell({ row: { providerOrder } }: Props) {
  if (!providerOrder) return <Small breakWord>{rowText.notListed}</Small>;
  const statuses = [...new Set(providerOrder.items.flatMap((item) => item.orderStatus ?? []))];
  return (
    <BlockStack gap="050" inlineAlign="start">
      <Text as="span">{statuses.join(", ") || rowText.noStatus}</Text>
      {providerOrder.serviceOrderId && <Small breakWord>{rowText.number(providerOrder.serviceOrderId)}</Small>}
      {providerOrder.enteredAt && <Small breakWord>{rowText.created(providerOrder.enteredAt)}</Small>}
      {providerOrder.items.length > 0 && <Small breakWord>{items(providerOrder.items)}</Small>}
      {providerOrder.trackingNumbers.length > 0 && <Small breakWord>{tracking(providerOrder.trackingNumbers)}</Small>}
    </BlockStack>
  );
}

/** The difference. */
function ReasonCell({ row }: Props) {
  return (
    <Text as="span" breakWord>
      {REASON_TEXT[row.why]}
    </Text>
  );
}

const MAX_NAMED = 2;

function items(all: NonNullable<ReconciliationRow["providerOrder"]>["items"]): string {
  return joinFirst(all.map((item) => `${item.quantity} × ${item.itemSku}`));
}

const tracking = (numbers: readonly string[]): string => rowText.tracking(joinFirst(numbers));

function joinFirst(all: readonly string[]): string {
  const named = all.slice(0, MAX_NAMED).join(", ");
  return all.length > MAX_NAMED ? rowText.more(named, all.length - MAX_NAMED) : named;
}

/** The repair under way, and a way to start one. */
export interface RepairState {
  /** The row in repair; "all" for several; null for none. */
  busy: { key: string; repair: Repair } | "all" | null;
  repair(repair: Repair, row: ReconciliationRow): void;
}

/** The buttons of a row: its repairs, of a reference that names an order of Inkbridge, and a link to find the order. */
function RowActions({ row, repairing }: { row: ReconciliationRow; repairing: RepairState }) {
  const { busy, repair } = repairing;
  const name = row.order?.name ?? row.reference;
  return (
    <InlineStack gap="200">
      {REPAIRS_FOR[row.why]
        .filter((one) => one !== "add_order" || row.orderHint !== null)
        .map((one) => {
          const isBusy = busy !== null && busy !== "all" && busy.key === row.key && busy.repair === one;
          const label = repairLabel(one, row.why);
          return (
            <Button
              key={one}
              size="slim"
              loading={isBusy}
              disabled={busy !== null && !isBusy}
              accessibilityLabel={`${label}: ${name}`}
              onClick={() => repair(one, row)}
            >
              {label}
            </Button>
          );
        })}
      {!row.order && <FindOrder row={row} />}
    </InlineStack>
  );
}

/** The reference may carry the name of an order of this store. */
function FindOrder({ row: { orderHint, reference } }: { row: ReconciliationRow }) {
  if (orderHint?.number) {
    return (
      <Button size="slim" url={`/app/orders/${orderHint.number}`}>
        {COPY.row.open(orderHint.name)}
      </Button>
    );
  }
  const query = encodeURIComponent(orderHint?.name ?? reference);
  return (
    <Button
      size="slim"
      url={`shopify://admin/orders?query=${query}`}
      target="_top"
      accessibilityLabel={`${COPY.row.find}: ${reference}`}
    >
      {COPY.row.find}
    </Button>
  );
}
