import { BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { ReconciliationRow } from "../../orders/reconciliation/rows.ts";
import { REASON_TEXT } from "../../orders/reconciliation/copy.ts";
import { AttentionBadge, StateBadge } from "../common/badges.tsx";
import { DateTime } from "../common/date-time.tsx";
import { COPY } from "./copy.ts";
import { Small, Strong } from "../common/text.tsx";

const text = COPY.row;

interface Props {
  row: ReconciliationRow;
}

/** The store's order with the reference, if there is one, and the reference. */
export function OrderCell({ row }: Props) {
  return (
    <BlockStack gap="050">
      {row.order ? (
        // Not the row's primary link: a click on the row's buttons would follow it, too.
        <Link monochrome removeUnderline url={`/app/orders/${row.order.number}`}>
          <Strong>{row.order.name}</Strong>
        </Link>
      ) : (
        <Strong>{text.noOrder}</Strong>
      )}
      <Small breakWord>{row.reference}</Small>
    </BlockStack>
  );
}

/** The order in Inkbridge. */
export function AppCell({ row }: Props) {
  if (!row.state)
    return <Small breakWord>{row.unmatchedEvents > 0 ? text.events(row.unmatchedEvents) : text.unknown}</Small>;
  return (
    <BlockStack gap="050" inlineAlign="start">
      <InlineStack gap="100">
        <StateBadge state={row.state} />
        {row.reportedMissing && <AttentionBadge code="missing_at_provider" />}
      </InlineStack>
      {row.sentAt && (
        <Small breakWord>
          {text.sent} <DateTime at={row.sentAt} />
        </Small>
      )}
      {row.parcels.length > 0 && (
        <Small breakWord>{tracking(row.parcels.map((parcel) => parcel.trackingNumber))}</Small>
      )}
    </BlockStack>
  );
}

/** The order in the print service's list. */
export function ProviderCell({ row: { providerOrder } }: Props) {
  if (!providerOrder) return <Small breakWord>{text.notListed}</Small>;
  const statuses = [...new Set(providerOrder.items.flatMap((item) => item.orderStatus ?? []))];
  return (
    <BlockStack gap="050" inlineAlign="start">
      <Text as="span">{statuses.join(", ") || text.noStatus}</Text>
      {providerOrder.serviceOrderId && <Small breakWord>{text.number(providerOrder.serviceOrderId)}</Small>}
      {providerOrder.enteredAt && <Small breakWord>{text.created(providerOrder.enteredAt)}</Small>}
      {providerOrder.items.length > 0 && <Small breakWord>{items(providerOrder.items)}</Small>}
      {providerOrder.trackingNumbers.length > 0 && <Small breakWord>{tracking(providerOrder.trackingNumbers)}</Small>}
    </BlockStack>
  );
}

/** The difference. */
export function ReasonCell({ row }: Props) {
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

const tracking = (numbers: readonly string[]): string => text.tracking(joinFirst(numbers));

function joinFirst(all: readonly string[]): string {
  const named = all.slice(0, MAX_NAMED).join(", ");
  return all.length > MAX_NAMED ? text.more(named, all.length - MAX_NAMED) : named;
}
