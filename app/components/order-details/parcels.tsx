import { Badge, BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { ParcelView } from "../../orders/pages/details/submission-view.ts";
import { DateTime } from "../common/date-time.tsx";
import { PARCEL_LABELS, PARCEL_TONES, PARCELS } from "./copy.ts";

/** The tracking numbers of a submission, and whether Shopify has them. */
export function Parcels({ parcels }: { parcels: ParcelView[] }) {
  return (
    <BlockStack gap="300">
      <Text as="h3" variant="headingSm">
        {PARCELS.title}
      </Text>
      {parcels.map((parcel) => (
        <InlineStack key={parcel.trackingNumber} gap="200" align="space-between" blockAlign="center">
          <BlockStack>
            <Text as="p" breakWord>
              <Tracking parcel={parcel} />
            </Text>
            <Text as="p" tone="subdued">
              {PARCELS.received} <DateTime at={parcel.firstSeenAt} />
            </Text>
          </BlockStack>
          <Badge tone={PARCEL_TONES[parcel.state]}>{PARCEL_LABELS[parcel.state]}</Badge>
        </InlineStack>
      ))}
    </BlockStack>
  );
}

function Tracking({ parcel: { trackingNumber, trackingUrl } }: { parcel: ParcelView }) {
  if (trackingUrl === "") return trackingNumber;
  return (
    <Link url={trackingUrl} external accessibilityLabel={PARCELS.track(trackingNumber)}>
      {trackingNumber}
    </Link>
  );
}
