import { Banner, BlockStack, Button, InlineStack, Text, type BannerProps } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import { When } from "../common/date-time.tsx";
import { ActButton, LineActButton, type Acting } from "./action-button.tsx";
import { detailWords } from "./detail-words.ts";
import { mendLink } from "./fix-links.ts";
import { ServiceWords } from "./provider-messages.tsx";

export interface ReasonBannerProps {
  reason: ReasonView;
  orderNumber: string;
  /** Shown where the order has several submissions. */
  reference: string | null;
  acting: Acting;
  /** What is to be looked at. */
  children?: ReactNode;
}

/** Why an order stands: what happened, since when, and the buttons that mend it. */
export function ReasonBanner({ reason, orderNumber, reference, acting, children }: ReasonBannerProps) {
  const about = [reason.about, reference && `submission ${reference}`].filter((part) => part);
  return (
    <Banner tone={toneOf(reason)} title={reason.says}>
      <BlockStack gap="200">
        {about.length > 0 && <Text as="p">About {about.join(", ")}.</Text>}
        {detailWords(reason).map((words) => (
          <Text as="p" key={words}>
            {words}
          </Text>
        ))}
        {children}
        <ServiceWords words={reason.words} />
        <Text as="p">{reason.mend}</Text>
        <Buttons reason={reason} orderNumber={orderNumber} acting={acting} />
        <Text as="p" variant="bodySm">
          Since <When at={reason.since} />
        </Text>
      </BlockStack>
    </Banner>
  );
}

function Buttons({ reason, orderNumber, acting }: Pick<ReasonBannerProps, "reason" | "orderNumber" | "acting">) {
  const link = mendLink(reason, orderNumber);
  const { submissionId } = reason;
  const excludedLine = reason.excludable ? reason.lineId : null;
  if (!link && reason.acts.length === 0 && excludedLine === null) return null;
  return (
    <InlineStack gap="200">
      {submissionId !== null &&
        reason.acts.map((act) => (
          <ActButton key={act} act={act} submissionId={submissionId} code={reason.code} acting={acting} />
        ))}
      {excludedLine !== null && (
        <LineActButton act="exclude_line" lineId={excludedLine} title={reason.about ?? ""} acting={acting} />
      )}
      {link && (
        <Button url={link.url} target={link.outside ? "_top" : undefined}>
          {link.label}
        </Button>
      )}
    </InlineStack>
  );
}

/** A hold that nobody has to do anything about is news, not a warning. */
function toneOf({ phase, code }: ReasonView): BannerProps["tone"] {
  if (phase === "problem") return MILD_PROBLEMS.includes(code) ? "warning" : "critical";
  return WAITS_BY_ITSELF.includes(code) ? "info" : "warning";
}

const WAITS_BY_ITSELF: readonly ReasonView["code"][] = ["risk_pending", "awaiting_approval", "held_by_person"];

/** Nothing has gone wrong yet. */
const MILD_PROBLEMS: readonly ReasonView["code"][] = [
  "fulfillment_waiting",
  "not_shipped_yet",
  "not_followed",
  "service_unreadable",
];
