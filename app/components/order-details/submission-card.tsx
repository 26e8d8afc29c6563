import {
  Badge,
  BlockStack,
  Button,
  Card,
  Collapsible,
  Divider,
  InlineStack,
  Text,
  useCopyToClipboard,
} from "@shopify/polaris";
import { useId, useState, type ReactNode } from "react";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { StateBadge } from "../common/state-badge.tsx";
import { When } from "../common/date-time.tsx";
import { ActButton, type Acting } from "./action-button.tsx";
import { Due } from "./next-step.tsx";
import { Evidence } from "./attempts-and-lookups.tsx";
import { Items } from "./items.tsx";
import { Parcels } from "./parcels.tsx";
import { Sent } from "./shipping-details.tsx";
import { contentWords, KIND_WORDS } from "./submission-words.ts";

export interface SubmissionCardProps {
  submission: SubmissionView;
  erased: boolean;
  /** The server's present. */
  now: string;
  acting: Acting;
}

/** One thing sent, or to be sent, to the print service. */
export function SubmissionCard({ submission, erased, now, acting }: SubmissionCardProps) {
  const { id, acts, parcels, checkedAt } = submission;
  return (
    <Card>
      <BlockStack gap="400">
        <Head submission={submission} />
        <Due submission={submission} now={now} />
        {acts.length > 0 && (
          <InlineStack gap="200">
            {acts.map((act) => (
              <ActButton key={act} act={act} submissionId={id} acting={acting} />
            ))}
          </InlineStack>
        )}
        <Divider />
        <Items items={submission.items} />
        {parcels.length > 0 && <Parcels parcels={parcels} />}
        <Divider />
        <Details label={contentWords(submission.state)}>
          <Sent content={submission.content} erased={erased} erasedAt={submission.contentErasedAt} />
        </Details>
        <Details label="Attempts and look-ups">
          <Evidence submission={submission} />
        </Details>
        {checkedAt !== null && (
          <Text as="p" variant="bodySm" tone="subdued">
            Last compared with the print service: <When at={checkedAt} />
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

function Head({ submission }: { submission: SubmissionView }) {
  const { kind, state, replaced, reference, replaces } = submission;
  const [copy, copied] = useCopyToClipboard({ defaultValue: reference });
  return (
    <BlockStack gap="200">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h2" variant="headingMd">
          {KIND_WORDS[kind]}
        </Text>
        <StateBadge state={state} />
        {replaced && <Badge tone="warning">Replaced</Badge>}
      </InlineStack>
      <InlineStack gap="200" blockAlign="center">
        <Text as="p" tone="subdued" breakWord>
          Reference {reference}
          {replaces === null ? "" : `, in place of ${replaces}`}
        </Text>
        <Button variant="plain" accessibilityLabel={`Copy the reference ${reference}`} onClick={() => copy()}>
          {copied === "copied" ? "Copied" : copied === "failed" ? "Could not copy" : "Copy"}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

function Details({ label, children }: { label: string; children: ReactNode }) {
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
