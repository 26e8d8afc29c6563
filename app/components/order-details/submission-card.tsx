import {
  Badge,
  BlockStack,
  Card,
  Divider,
  InlineStack,
  Button,
  Collapsible,
  Text,
  Box,
  Icon,
  Link,
} from "@shopify/polaris";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import type { SubmissionView, ParcelView } from "../../orders/pages/details/submission-view.ts";
import { COPY as COMMON } from "../common/copy.ts";
import { MessageBanner } from "../common/banners.tsx";
import { StateBadge } from "../common/badges.tsx";
import { CardHeading, SmallNote, Note, Subheading } from "../common/text.tsx";
import { ActionButton, type ActionControls } from "./actions.tsx";
import { KIND_LABELS, SUBMISSION_CARD, hasUnknownContents, PARCEL_LABELS, PARCEL_TONES, PARCELS } from "./copy.ts";
import { Items } from "./lines.tsx";
import { NextStep } from "./next-step.tsx";
import { useState, useId, type ReactNode, Fragment } from "react";
import { REPRINT, mayReprint, ReprintDialog } from "./reprint-dialog.tsx";
import type { Action } from "../../orders/actions/actions.ts";
import type { AttentionCode } from "../../orders/core/attention.ts";
import { reasonCodesOf } from "./reasons.ts";
import { DateTime } from "../common/date-time.tsx";
import { useCopy } from "../common/editable-message.tsx";
import { AttemptsAndLookups } from "./uncertainty.tsx";
import { CheckCircleIcon, ClockIcon, MinusCircleIcon, XCircleIcon } from "@shopify/polaris-icons";
import type { MilestoneView } from "../../orders/pages/details/timeline.ts";
import { actorLabel, milestoneLabel, milestoneReason, TIMELINE } from "./history-card.tsx";

interface SubmissionCardProps {
  page: OrderDetails;
  submission: SubmissionView;
  /** undefined while loading. */
  personalization: Personalization | undefined;
  controls: ActionControls;
}

/** One submission: where it stands, and what is, or will be, sent to the print service. */
export function SubmissionCard({ page, submission, personalization, controls }: SubmissionCardProps) {
  const { parcels } = submission;
  const reasons = reasonCodesOf(page, submission);
  return (
    <Card>
      <BlockStack gap="400">
        <Header submission={submission} reasons={reasons} />
        {submission.practice && (
          <MessageBanner tone="info" title={COMMON.practice.order} text={COMMON.practice.orderText} />
        )}
        <NextStep submission={submission} reasons={reasons} orderCancelled={page.cancelled} now={page.now} />
        <Actions page={page} submission={submission} controls={controls} />
        <Timeline submission={submission} />
        <Divider />
        <Items
          submission={submission}
          lines={page.lines}
          personalization={personalization}
          orderNumber={page.number}
          controls={controls}
        />
        {parcels.length > 0 && <Parcels submission={submission} orderCancelled={page.cancelled} />}
        <Divider />
        <Disclosure label={SUBMISSION_CARD.technicalDetails}>
          <TechnicalDetails submission={submission} />
        </Disclosure>
      </BlockStack>
    </Card>
  );
}

function Header(props: { submission: SubmissionView; reasons: readonly AttentionCode[] }) {
  const { kind, state, replaced } = props.submission;
  return (
    <InlineStack gap="200" blockAlign="center">
      <CardHeading>{KIND_LABELS[kind]}</CardHeading>
      <StateBadge state={state} reasons={props.reasons} />
      {replaced && <Badge tone="warning">{SUBMISSION_CARD.replaced}</Badge>}
    </InlineStack>
  );
}

/** What staff can do with the submission. A replacement prints everything once more: single items come first. */
function Actions({ page, submission, controls }: Omit<SubmissionCardProps, "personalization">) {
  const { id, actions } = submission;
  const reprint = mayReprint(page, submission);
  if (actions.length === 0 && !reprint) return null;
  const button = (action: Action) => (
    <ActionButton key={action} action={action} submissionId={id} controls={controls} />
  );
  return (
    <InlineStack gap="200">
      {actions.filter((action) => action !== "replace").map(button)}
      {reprint && <ReprintButton page={page} submission={submission} />}
      {actions.filter((action) => action === "replace").map(button)}
    </InlineStack>
  );
}

/** Offers to print items of a sent submission once more. */
function ReprintButton({ page, submission }: { page: OrderDetails; submission: SubmissionView }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{REPRINT.button}</Button>
      {open && <ReprintDialog orderNumber={page.number} submission={submission} onClose={() => setOpen(false)} />}
    </>
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
      <Collapsible id={id} open={open}>
        {children}
      </Collapsible>
    </BlockStack>
  );
}

/** What the two systems call a submission, and every exchange about it: for questions to support. */
function TechnicalDetails({ submission }: { submission: SubmissionView }) {
  const { reference, replaces, serviceOrderId, storeName, providerUpdatedAt, checkedAt } = submission;
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
      <AttemptsAndLookups submission={submission} />
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
function Parcels({ submission, orderCancelled }: { submission: SubmissionView; orderCancelled: boolean }) {
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
