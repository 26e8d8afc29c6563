import { Badge, BlockStack, Card, Divider, InlineStack } from "@shopify/polaris";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { COPY as COMMON } from "../common/copy.ts";
import { MessageBanner } from "../common/banners.tsx";
import { StateBadge } from "../common/badges.tsx";
import { CardHeading } from "../common/text.tsx";
import { ActionButton, type ActionControls } from "./action-button.tsx";
import { KIND_LABELS, SUBMISSION_CARD } from "./copy.ts";
import { Disclosure } from "./disclosure.tsx";
import { Items } from "./items.tsx";
import { NextStep } from "./next-step.tsx";
import { Parcels } from "./parcels.tsx";
import { ReprintButton } from "./reprint-button.tsx";
import { TechnicalDetails } from "./technical-details.tsx";
import { Timeline } from "./submission-timeline.tsx";

export interface SubmissionCardProps {
  page: OrderDetails;
  submission: SubmissionView;
  controls: ActionControls;
}

/** One submission: where it stands, and what is, or will be, sent to the print service. */
export function SubmissionCard({ page, submission, controls }: SubmissionCardProps) {
  const { id, actions, parcels } = submission;
  return (
    <Card>
      <BlockStack gap="400">
        <Header submission={submission} />
        {submission.practice && (
          <MessageBanner tone="info" title={COMMON.practice.order} text={COMMON.practice.orderText} />
        )}
        <NextStep submission={submission} now={page.now} />
        {actions.length > 0 && (
          <InlineStack gap="200">
            {actions.map((action) => (
              <ActionButton key={action} action={action} submissionId={id} controls={controls} />
            ))}
          </InlineStack>
        )}
        <Timeline submission={submission} />
        <Divider />
        <Items submission={submission} lines={page.lines} orderNumber={page.number} controls={controls} />
        {parcels.length > 0 && <Parcels parcels={parcels} />}
        <ReprintButton page={page} submission={submission} />
        <Divider />
        <Disclosure label={SUBMISSION_CARD.technicalDetails}>
          <TechnicalDetails submission={submission} />
        </Disclosure>
      </BlockStack>
    </Card>
  );
}

function Header({ submission: { kind, state, replaced } }: { submission: SubmissionView }) {
  return (
    <InlineStack gap="200" blockAlign="center">
      <CardHeading>{KIND_LABELS[kind]}</CardHeading>
      <StateBadge state={state} />
      {replaced && <Badge tone="warning">{SUBMISSION_CARD.replaced}</Badge>}
    </InlineStack>
  );
}
