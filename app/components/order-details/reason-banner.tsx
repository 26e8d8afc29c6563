import { Banner, BlockStack, Button, InlineStack, Text, type BannerProps } from "@shopify/polaris";
import type { ReactNode } from "react";
import { ATTENTION } from "../../orders/core/attention.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import { DateTime } from "../common/date-time.tsx";
import { ActionButton, LineActionButton, OrderActionButton, type ActionControls } from "./action-button.tsx";
import { detailMessages, REASON_BANNER } from "./copy.ts";
import { fixLink } from "./fix-links.ts";
import { ProviderMessages } from "./attempts-and-lookups.tsx";

export interface ReasonBannerProps {
  reason: ReasonView;
  orderNumber: string;
  /** Shown where the order has several submissions. */
  reference: string | null;
  controls: ActionControls;
  /** The facts to review. */
  children?: ReactNode;
}

/** A reason why an order needs attention: what happened, since when, and the buttons that fix it. */
export function ReasonBanner({ reason, orderNumber, reference, controls, children }: ReasonBannerProps) {
  const about = [reason.about, reference && REASON_BANNER.submission(reference)].filter((part) => part);
  return (
    <Banner tone={toneOf(reason)} title={reason.message}>
      <BlockStack gap="200">
        {about.length > 0 && <Text as="p">{about.join(", ")}</Text>}
        {detailMessages(reason).map((detail) => (
          <Text as="p" key={detail}>
            {detail}
          </Text>
        ))}
        {children}
        <ProviderMessages messages={reason.providerMessages} />
        <Text as="p">{reason.fix}</Text>
        <Buttons reason={reason} orderNumber={orderNumber} controls={controls} />
        <Text as="p" variant="bodySm">
          {REASON_BANNER.since} <DateTime at={reason.since} />
        </Text>
      </BlockStack>
    </Banner>
  );
}

function Buttons({ reason, orderNumber, controls }: Pick<ReasonBannerProps, "reason" | "orderNumber" | "controls">) {
  const link = fixLink(reason, orderNumber);
  const { submissionId } = reason;
  const excludableLineId = reason.excludable ? reason.lineId : null;
  if (!link && reason.actions.length === 0 && reason.orderActions.length === 0 && excludableLineId === null)
    return null;
  return (
    <InlineStack gap="200">
      {submissionId !== null &&
        reason.actions.map((action) => (
          <ActionButton
            key={action}
            action={action}
            submissionId={submissionId}
            code={reason.code}
            controls={controls}
          />
        ))}
      {reason.orderActions.map((action) => (
        <OrderActionButton key={action} action={action} controls={controls} />
      ))}
      {excludableLineId !== null && (
        <LineActionButton
          action="exclude_line"
          lineId={excludableLineId}
          title={reason.about ?? ""}
          controls={controls}
        />
      )}
      {reason.markable && reason.lineId !== null && (
        <LineActionButton
          action="mark_not_printed"
          lineId={reason.lineId}
          title={reason.about ?? ""}
          controls={controls}
        />
      )}
      {link && (
        <Button url={link.url} target={link.external ? "_top" : undefined}>
          {link.label}
        </Button>
      )}
    </InlineStack>
  );
}

function toneOf({ phase, code }: ReasonView): BannerProps["tone"] {
  const { mild } = ATTENTION[code];
  if (phase === "problem") return mild ? "warning" : "critical";
  return mild ? "info" : "warning";
}
