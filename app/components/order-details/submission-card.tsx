import {
  Badge,
  BlockStack,
  Button,
  Card,
  Collapsible,
  Divider,
  InlineStack,
  Link,
  Text,
  useCopyToClipboard,
} from "@shopify/polaris";
import { useId, useState, type ReactNode } from "react";
import type { ParcelView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { StateBadge } from "../common/badges.tsx";
import { DateTime } from "../common/date-time.tsx";
import { ActionButton, type ActionControls } from "./action-button.tsx";
import { NextStep } from "./next-step.tsx";
import { AttemptsAndLookups } from "./attempts-and-lookups.tsx";
import { Items } from "./items.tsx";
import { ShippingDetails } from "./shipping-details.tsx";
import { contentLabel, KIND_LABELS, PARCEL_LABELS, PARCEL_TONES, PARCELS, SUBMISSION_CARD } from "./copy.ts";
import { ACTIVITY } from "./uncertainty-copy.ts";
import { CardHeading, Note, SmallNote, Subheading } from "../common/text.tsx";

export interface SubmissionCardProps {
  submission: SubmissionView;
  erased: boolean;
  /** The server's time. */
  now: string;
  controls: ActionControls;
}

/** One submission: what is, or will be, sent to the print service. */
export function SubmissionCard({ submission, erased, now, controls }: SubmissionCardProps) {
  const { id, actions, parcels, checkedAt } = submission;
  return (
    <Card>
      <BlockStack gap="400">
        <Header submission={submission} />
        <NextStep submission={submission} now={now} />
        {actions.length > 0 && (
          <InlineStack gap="200">
            {actions.map((action) => (
              <ActionButton key={action} action={action} submissionId={id} controls={controls} />
            ))}
          </InlineStack>
        )}
        <Divider />
        <Items items={submission.items} />
        {parcels.length > 0 && <Parcels parcels={parcels} />}
        <Divider />
        <Disclosure label={contentLabel(submission.state)}>
          <ShippingDetails
            content={submission.content}
            otherRecipient={submission.otherRecipient}
            erased={erased}
            erasedAt={submission.contentErasedAt}
          />
        </Disclosure>
        <Disclosure label={ACTIVITY.label}>
          <AttemptsAndLookups submission={submission} />
        </Disclosure>
        {checkedAt !== null && (
          <SmallNote>
            {SUBMISSION_CARD.lastChecked} <DateTime at={checkedAt} />
          </SmallNote>
        )}
      </BlockStack>
    </Card>
  );
}

function Header({ submission }: { submission: SubmissionView }) {
  const { kind, state, replaced, reference, replaces } = submission;
  const [copy, copied] = useCopyToClipboard({ defaultValue: reference });
  return (
    <BlockStack gap="200">
      <InlineStack gap="200" blockAlign="center">
        <CardHeading>{KIND_LABELS[kind]}</CardHeading>
        <StateBadge state={state} />
        {replaced && <Badge tone="warning">{SUBMISSION_CARD.replaced}</Badge>}
      </InlineStack>
      <InlineStack gap="200" blockAlign="center">
        <Note breakWord>{SUBMISSION_CARD.reference(reference, replaces)}</Note>
        <Button variant="plain" accessibilityLabel={SUBMISSION_CARD.copyReference(reference)} onClick={() => copy()}>
          {SUBMISSION_CARD.copy[copied]}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button
        variant="plain"
        disclosure={open ? "up" : "down"}
        ariaExpanded={open}
        ariaControls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      <Collapsible id={id} open={open}>
        {children}
      </Collapsible>
    </BlockStack>
  );
}

/** The tracking numbers of a submission, and whether Shopify has them. */
function Parcels({ parcels }: { parcels: ParcelView[] }) {
  return (
    <BlockStack gap="300">
      <Subheading>{PARCELS.title}</Subheading>
      {parcels.map((parcel) => (
        <InlineStack key={parcel.trackingNumber} gap="200" align="space-between" blockAlign="center">
          <BlockStack>
            <Text as="p" breakWord>
              <Tracking parcel={parcel} />
            </Text>
            <Note>
              {PARCELS.received} <DateTime at={parcel.firstSeenAt} />
            </Note>
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
