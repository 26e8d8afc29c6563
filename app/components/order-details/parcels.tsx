import { Badge, BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import { Fragment } from "react";
import type { ParcelView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { DateTime } from "../common/date-time.tsx";
import { Note, Subheading } from "../common/text.tsx";
import { hasUnknownContents, PARCEL_LABELS, PARCEL_TONES, PARCELS } from "./copy.ts";

/** The tracking numbers of a submission, and whether Shopify has them. */
export function Parcels({ submission, orderCancelled }: { submission: SubmissionView; orderCancelled: boolean }) {
  const { parcels } = submission;
  return (
    <BlockStack gap="300">
      <Subheading>{PARCELS.title}</Subheading>
      {hasUnknownContents(submission) && <Note>{PARCELS.contentsUnknown}</Note>}
      {parcels.map((parcel) => (
        <InlineStack key={parcel.trackingNumber} gap="200" align="space-between" blockAlign="center">
          <BlockStack>
            <Text as="p" breakWord>
              <Tracking parcel={parcel} />
            </Text>
            <Note>
              {PARCELS.received} <DateTime at={parcel.firstSeenAt} />
              {parcel.providerTime !== null && ` · ${PARCELS.providerTime(parcel.providerTime)}`}
            </Note>
            {parcel.awaitedUntil !== null && (
              <Note>
                {PARCELS.toldBy} <DateTime at={parcel.awaitedUntil} />
              </Note>
            )}
            {parcel.state === "not_shipped" && <Note>{PARCELS.notShipped}</Note>}
          </BlockStack>
          {orderCancelled && parcel.state === "parked" ? (
            <Badge>{PARCELS.orderCancelled}</Badge>
          ) : (
            <Badge tone={PARCEL_TONES[parcel.state]}>{PARCEL_LABELS[parcel.state]}</Badge>
          )}
        </InlineStack>
      ))}
    </BlockStack>
  );
}

/** The tracking numbers alone, in a line. */
export function TrackingNumbers({ parcels }: { parcels: ParcelView[] }) {
  if (parcels.length === 0) return null;
  return (
    <Text as="p" breakWord>
      {PARCELS.title}:{" "}
      {parcels.map((parcel, at) => (
        <Fragment key={parcel.trackingNumber}>
          {at > 0 && ", "}
          <Tracking parcel={parcel} />
        </Fragment>
      ))}
    </Text>
  );
}

function Tracking({ parcel: { trackingNumber, trackingUrl } }: { parcel: ParcelView }) {
  if (trackingUrl === "") return trackingNumber;
  return (
    <Link url={trackingUrl} target="_blank" accessibilityLabel={PARCELS.track(trackingNumber)}>
      {trackingNumber}
    </Link>
  );
}
