import { Badge, BlockStack, Box, Button, Collapsible, Icon, InlineStack, Link, List, Text } from "@shopify/polaris";
import { CheckCircleIcon, ClockIcon, MinusCircleIcon, XCircleIcon } from "@shopify/polaris-icons";
import { Fragment, Suspense, useId, useState, type ReactNode } from "react";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { ParcelView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { MilestoneView } from "../../orders/pages/details/timeline.ts";
import { StateBadge } from "../common/badges.tsx";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { DateTime } from "../common/date-time.tsx";
import { useCopy } from "../common/editable-message.tsx";
import { Note, SmallNote, Subheading, TitledCard } from "../common/text.tsx";
import { ParcelClaims } from "./claims-card.tsx";
import {
  hasUnknownContents,
  KIND_LABELS,
  PARCEL_LABELS,
  PARCEL_TONES,
  PARCELS,
  REPLACED_MESSAGE,
  SUBMISSION_CARD,
} from "./copy.ts";
import { AttemptsAndLookups } from "./actions.tsx";
import { actorLabel, milestoneLabel, milestoneReason, TIMELINE } from "./history-card.tsx";
import { reasonCodesOf } from "./reasons.ts";

interface SubmissionCardProps {
  page: OrderDetails;
  submission: SubmissionView;
}

/** The way of one submission: its steps, its packages, and every exchange about it. */
export function SubmissionCard({ page, submission }: SubmissionCardProps) {
  const { kind, state, replaced, practice, parcels, items } = submission;
  const isOver = state === "cancelled" || replaced;
  return (
    <TitledCard title={KIND_LABELS[kind]}>
      {page.submissions.length > 1 && (
        <InlineStack gap="200">
          <StateBadge state={state} reasons={reasonCodesOf(page, submission)} />
          {replaced && <Badge tone="warning">{SUBMISSION_CARD.replaced}</Badge>}
        </InlineStack>
      )}
      {practice && <MessageBanner tone="info" title={COMMON.practice.order} text={COMMON.practice.orderText} />}
      {replaced && <Note>{REPLACED_MESSAGE}</Note>}
      {isOver && (
        <List>
          {items.map(({ id, quantity, title }) => (
            <List.Item key={id}>{SUBMISSION_CARD.item(quantity, title)}</List.Item>
          ))}
        </List>
      )}
      <Timeline submission={submission} />
      {parcels.length > 0 && <Parcels page={page} submission={submission} />}
      <Disclosure label={SUBMISSION_CARD.technicalDetails}>
        <TechnicalDetails page={page} submission={submission} />
      </Disclosure>
    </TitledCard>
  );
}

/** A part that is folded until a merchant opens it. */
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
      <Collapsible id={id} open={open} transition={false}>
        {open && children}
      </Collapsible>
    </BlockStack>
  );
}

/** What the two systems call a submission, and every exchange about it: for questions to support. */
function TechnicalDetails({ page, submission }: SubmissionCardProps) {
  const { id, reference, replaces, serviceOrderId, storeName, providerUpdatedAt, checkedAt } = submission;
  // Updates are the order's, not of one print order.
  const isCurrent = page.currentSubmissionId === id;
  const [copy, copied] = useCopy(reference);
  const facts = [
    serviceOrderId !== null && SUBMISSION_CARD.serviceOrderId(serviceOrderId),
    storeName !== null && storeName !== "" && SUBMISSION_CARD.storeName(storeName),
    providerUpdatedAt !== null && SUBMISSION_CARD.providerTime(providerUpdatedAt),
  ].filter((fact) => fact !== false);
  return (
    <BlockStack gap="400">
      <BlockStack gap="100">
        <InlineStack gap="200" blockAlign="center">
          <Text as="p" breakWord>
            {SUBMISSION_CARD.reference(reference, replaces)}
          </Text>
          <Button variant="plain" accessibilityLabel={SUBMISSION_CARD.copyReference(reference)} onClick={copy}>
            {SUBMISSION_CARD.copy[copied]}
          </Button>
        </InlineStack>
        {facts.map((fact) => (
          <Text as="p" key={fact} breakWord>
            {fact}
          </Text>
        ))}
      </BlockStack>
      <Suspense>
        <AttemptsAndLookups submission={submission} updates={isCurrent ? page.updates : []} />
      </Suspense>
      {checkedAt !== null && (
        <SmallNote>
          {SUBMISSION_CARD.lastChecked} <DateTime at={checkedAt} />
        </SmallNote>
      )}
    </BlockStack>
  );
}

/** The way of a submission from Shopify to the customer: which steps are done, when, by whom and why. */
function Timeline({ submission }: { submission: SubmissionView }) {
  const { timeline } = submission;
  return (
    <ol aria-label={TIMELINE.title} style={{ listStyle: "none", margin: 0, padding: 0 }}>
      {timeline.map((milestone, at) => (
        <li key={milestone.step}>
          <Step milestone={milestone} submission={submission} isLast={at === timeline.length - 1} />
        </li>
      ))}
    </ol>
  );
}

interface StepProps {
  milestone: MilestoneView;
  submission: SubmissionView;
  isLast: boolean;
}

function Step({ milestone, submission, isLast }: StepProps) {
  const { progress, at, actor, by } = milestone;
  const reason = milestoneReason(milestone, submission);
  const isAhead = progress === "ahead" || progress === "next";
  return (
    <InlineStack gap="300" wrap={false} blockAlign="stretch">
      <div style={{ display: "flex", flexDirection: "column", alignItems: "center" }}>
        <div>
          <Marker milestone={milestone} />
        </div>
        {!isLast && <div style={{ flex: 1, width: "1px", background: "var(--p-color-border)" }} />}
      </div>
      <Box paddingBlockEnd={isLast ? "0" : "300"}>
        <BlockStack>
          <Text as="p" fontWeight={isAhead ? undefined : "semibold"} tone={isAhead ? "subdued" : undefined}>
            {milestoneLabel(milestone, submission)}
          </Text>
          {reason !== "" && (
            <Text as="p" breakWord>
              {reason}
            </Text>
          )}
          {at !== null && (
            <SmallNote>
              <DateTime at={at} />
              {actor !== null && ` · ${actorLabel(actor, by)}`}
            </SmallNote>
          )}
        </BlockStack>
      </Box>
    </InlineStack>
  );
}

const ICONS = { done: CheckCircleIcon, skipped: CheckCircleIcon, next: ClockIcon, ahead: MinusCircleIcon } as const;
const TONES = { done: "success", skipped: "subdued", next: "info", ahead: "subdued" } as const;

function Marker({ milestone: { step, progress } }: { milestone: MilestoneView }) {
  if (step === "ended") return <Icon source={XCircleIcon} tone="subdued" accessibilityLabel={TIMELINE.progress.done} />;
  return <Icon source={ICONS[progress]} tone={TONES[progress]} accessibilityLabel={TIMELINE.progress[progress]} />;
}

/** The tracking numbers of a submission, and whether Shopify has them. */
function Parcels({ page, submission }: { page: OrderDetails; submission: SubmissionView }) {
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
            <ParcelClaims page={page} submission={submission} trackingNumber={parcel.trackingNumber} />
          </BlockStack>
          {page.cancelled && parcel.state === "parked" ? (
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
