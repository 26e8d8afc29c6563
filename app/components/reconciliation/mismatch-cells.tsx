import { Badge, BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { LedgerRow } from "../../orders/reconciliation/rows.ts";
import { WHY_WORDS } from "../../orders/reconciliation/copy.ts";
import { ATTENTION_LABELS } from "../common/attention-labels.ts";
import { counted } from "../common/format.ts";
import { StateBadge } from "../common/state-badge.tsx";
import { When } from "../common/date-time.tsx";

interface Props {
  row: LedgerRow;
}

const Small = ({ children }: { children: ReactNode }) => (
  <Text as="span" variant="bodySm" tone="subdued" breakWord>
    {children}
  </Text>
);

/** The order, where one of this store's carries the reference, and the reference. */
export function OrderCell({ row }: Props) {
  return (
    <BlockStack gap="050">
      {row.order ? (
        // Not the row's primary link: that would follow a click on the row's buttons, too.
        <Link monochrome removeUnderline url={`/app/orders/${row.order.number}`}>
          <Text as="span" fontWeight="semibold">
            {row.order.name}
          </Text>
        </Link>
      ) : (
        <Text as="span" fontWeight="semibold">
          No order
        </Text>
      )}
      <Small>{row.reference}</Small>
    </BlockStack>
  );
}

/** What this side knows of it. */
export function HereCell({ row }: Props) {
  if (!row.state) return <Small>{row.events > 0 ? `${counted(row.events, "event")} kept for it` : "Not known"}</Small>;
  return (
    <BlockStack gap="050" inlineAlign="start">
      <InlineStack gap="100">
        <StateBadge state={row.state} />
        {row.askedFor && <Badge tone="warning">{ATTENTION_LABELS.missing_at_service}</Badge>}
      </InlineStack>
      {row.sentAt && (
        <Small>
          Sent <When at={row.sentAt} />
        </Small>
      )}
      {row.parcels.length > 0 && <Small>{tracking(row.parcels.map((parcel) => parcel.trackingNumber))}</Small>}
    </BlockStack>
  );
}

/** What the service's list says of it. */
export function ThereCell({ row: { there } }: Props) {
  if (!there) return <Small>Not listed</Small>;
  const statuses = [...new Set(there.items.flatMap((item) => item.orderStatus ?? []))];
  return (
    <BlockStack gap="050" inlineAlign="start">
      <Text as="span">{statuses.join(", ") || "No status"}</Text>
      {there.serviceOrderId && <Small>Its number {there.serviceOrderId}</Small>}
      {there.enteredAt && <Small>Entered {there.enteredAt}, its clock</Small>}
      {there.items.length > 0 && <Small>{items(there.items)}</Small>}
      {there.trackingNumbers.length > 0 && <Small>{tracking(there.trackingNumbers)}</Small>}
    </BlockStack>
  );
}

/** What differs. */
export function WhyCell({ row }: Props) {
  return (
    <Text as="span" breakWord>
      {WHY_WORDS[row.why]}
    </Text>
  );
}

const MOST_NAMED = 2;

function items(all: NonNullable<LedgerRow["there"]>["items"]): string {
  return some(all.map((item) => `${item.quantity} × ${item.itemSku}`));
}

const tracking = (numbers: readonly string[]): string => `Tracking ${some(numbers)}`;

function some(all: readonly string[]): string {
  const named = all.slice(0, MOST_NAMED).join(", ");
  return all.length > MOST_NAMED ? `${named} and ${all.length - MOST_NAMED} more` : named;
}
