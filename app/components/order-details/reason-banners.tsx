import { Banner, BlockStack, Box, Button, InlineStack, Text, type BannerProps } from "@shopify/polaris";
import { useState, type ReactNode, Fragment } from "react";
import { ATTENTION, TEXT_REVIEWS, UNCERTAINTIES } from "../../orders/core/attention.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import {
  type ActionControls,
  ActionButton,
  ChangeButton,
  LineActionButton,
  OrderActionButton,
  type ButtonVariant,
} from "./actions.tsx";
import { OrderNote, PersonalizationTexts } from "./order-texts.tsx";
import { TrackingNumbers } from "./submission-card.tsx";
import {
  groupReasons,
  type ReasonGroup,
  lineButtons,
  bannerButtons,
  fixLinks,
  nextReason,
  type BannerButton,
} from "./reasons.ts";
import { mayReprint, ReprintDialog, REPRINT } from "./reprint-dialog.tsx";
import { UncertaintySummary, ProviderMessages } from "./uncertainty.tsx";
import { PROVIDER_MESSAGE } from "../common/provider-message-copy.ts";
import { ProviderMessageDialog } from "./provider-message.tsx";
import { COMPARE, detailMessages, REASON_BANNER, reasonMessage } from "./copy.ts";
import { useListName } from "../common/list-address.ts";
import { differencesUrl } from "../common/page-links.ts";
import { DateTime } from "../common/date-time.tsx";
import { useDenied } from "../common/shop-context.tsx";

interface ReasonBannersProps {
  page: OrderDetails;
  personalization: Personalization | undefined;
  controls: ActionControls;
}

/** Every open reason of the order, those that one step fixes in one banner. */
export function ReasonBanners({ page, personalization, controls }: ReasonBannersProps) {
  const [messageReason, setMessageReason] = useState<ReasonView | null>(null);
  const [reprinted, setReprinted] = useState<SubmissionId | null>(null);
  const submissionOf = (id: SubmissionId | null) => page.submissions.find((one) => one.id === id);
  const reprintOf = submissionOf(reprinted);
  const about = messageReason && submissionOf(messageReason.submissionId);
  const renderFacts = (reason: ReasonView): ReactNode => {
    const uncertainty = submissionOf(reason.submissionId)?.uncertainty;
    if (UNCERTAINTIES.includes(reason.code) && uncertainty) return <UncertaintySummary uncertainty={uncertainty} />;
    const names = [reason.detail["properties"] ?? []].flat().map(String);
    if (reason.code === "order_note") return <OrderNote personalization={personalization} />;
    if (!TEXT_REVIEWS.includes(reason.code)) return null;
    return <PersonalizationTexts lineId={reason.lineId} names={names} personalization={personalization} />;
  };
  const renderGroup = (group: ReasonGroup) => {
    const submission = submissionOf(group.lead.submissionId);
    return (
      // Polaris adds space between adjacent banners.
      <Box key={group.lead.id}>
        <ReasonBanner
          group={group}
          orderNumber={page.number}
          reference={page.submissions.length > 1 ? (submission?.reference ?? null) : null}
          controls={controls}
          onMessage={setMessageReason}
          onReprint={setReprinted}
          mayReprint={submission !== undefined && mayReprint(page, submission)}
          renderFacts={renderFacts}
        >
          {submission && group.lead.shipped && <TrackingNumbers parcels={submission.parcels} />}
        </ReasonBanner>
      </Box>
    );
  };
  return (
    <>
      {groupReasons(page.reasons).map(renderGroup)}
      {messageReason && about && (
        <ProviderMessageDialog
          page={page}
          subject={messageReason}
          submission={about}
          onClose={() => setMessageReason(null)}
        />
      )}
      {reprintOf && (
        <ReprintDialog orderNumber={page.number} submission={reprintOf} onClose={() => setReprinted(null)} />
      )}
    </>
  );
}

interface ReasonBannerProps {
  group: ReasonGroup;
  orderNumber: string;
  /** Shown where the order has several submissions. */
  reference: string | null;
  controls: ActionControls;
  /** Opens the message to the print service. */
  onMessage(reason: ReasonView): void;
  /** Opens the reprint of a submission. */
  onReprint(submissionId: SubmissionId): void;
  /** Items of the submission can be printed once more. */
  mayReprint: boolean;
  /** The facts to review about one reason. */
  renderFacts(reason: ReasonView): ReactNode;
  /** The facts to review about all of them. */
  children?: ReactNode;
}

/** Reasons why an order needs attention: what happened, since when, and the next step. */
function ReasonBanner({ group, children, reference, renderFacts, mayReprint, ...shared }: ReasonBannerProps) {
  const { lead, reasons } = group;
  const since = reasons.map((reason) => reason.since).sort()[0] ?? lead.since;
  return (
    <Banner tone={toneOf(reasons)} title={reasonMessage(lead)}>
      <BlockStack gap="200">
        {reference !== null && <Text as="p">{REASON_BANNER.submission(reference)}</Text>}
        {reasons.map((reason, at) => (
          <Fragment key={reason.id}>
            {reason.code !== lead.code && <Text as="p">{reasonMessage(reason)}</Text>}
            <Facts reason={reason}>{renderFacts(reason)}</Facts>
            {reasons.length > 1 && <Buttons buttons={rowButtons(reason, at, shared.orderNumber)} {...shared} />}
          </Fragment>
        ))}
        {children}
        <Text as="p">{nextReason(group).fix}</Text>
        <BannerButtons group={group} mayReprint={mayReprint} {...shared} />
        <Text as="p" variant="bodySm">
          {REASON_BANNER.since} <DateTime at={since} />
        </Text>
      </BlockStack>
    </Banner>
  );
}

/** What is known of one reason: its line or SKU, fields and figures, and the print service's words. */
function Facts({ reason, children }: { reason: ReasonView; children: ReactNode }) {
  return (
    <>
      {reason.about !== null && (
        <Text as="p" fontWeight="semibold" breakWord>
          {reason.about}
        </Text>
      )}
      {detailMessages(reason).map((detail) => (
        <Text as="p" key={detail} breakWord>
          {detail}
        </Text>
      ))}
      {children}
      <ProviderMessages messages={reason.providerMessages} />
    </>
  );
}

/** The buttons beside one of several lines. The next step of the banner is the first line's link. */
function rowButtons(reason: ReasonView, at: number, orderNumber: string): BannerButton[] {
  const links = at > 0 && reason.productId !== null ? fixLinks(reason, orderNumber).slice(0, 1) : [];
  const ownLinks = ATTENTION[reason.code].fixedIn === "products" ? links : [];
  return [...ownLinks.map((link) => ({ kind: "link" as const, link })), ...lineButtons(reason)];
}

/** The most severe of its reasons. */
function toneOf(reasons: readonly ReasonView[]): BannerProps["tone"] {
  const tones = reasons.map(({ phase, code }) => {
    const { mild } = ATTENTION[code];
    if (phase === "problem") return mild ? "warning" : "critical";
    return mild ? "info" : "warning";
  });
  return (["critical", "warning", "info"] as const).find((tone) => tones.includes(tone));
}

interface Shared {
  orderNumber: string;
  controls: ActionControls;
  onMessage(reason: ReasonView): void;
  /** Opens the reprint of a submission. */
  onReprint(submissionId: SubmissionId): void;
}

/** The buttons of a banner: one primary, the others plain. */
function BannerButtons({ group, mayReprint, ...shared }: Shared & { group: ReasonGroup; mayReprint: boolean }) {
  const { primary, others } = bannerButtons(group, shared.orderNumber, mayReprint);
  return <Buttons buttons={primary ? [primary, ...others] : others} hasPrimary={primary !== null} {...shared} />;
}

/** Buttons side by side. `hasPrimary`: the first one is the next step. */
export function Buttons(props: Shared & { buttons: BannerButton[]; hasPrimary?: boolean }) {
  const { buttons, hasPrimary = false, ...shared } = props;
  if (buttons.length === 0) return null;
  return (
    <InlineStack gap="400" blockAlign="center">
      {buttons.map((button, at) => (
        <OneButton
          key={keyOf(button)}
          button={button}
          variant={hasPrimary && at === 0 ? "primary" : "plain"}
          {...shared}
        />
      ))}
    </InlineStack>
  );
}

function OneButton({
  button,
  variant,
  orderNumber,
  controls,
  onMessage,
  onReprint,
}: Shared & { button: BannerButton; variant: ButtonVariant }) {
  const denied = useDenied();
  const list = useListName();
  switch (button.kind) {
    case "message":
      return (
        <Button variant={variant} onClick={() => onMessage(button.reason)}>
          {PROVIDER_MESSAGE.open}
        </Button>
      );
    case "reprint":
      return (
        <Button variant={variant} disabled={denied} onClick={() => onReprint(button.submissionId)}>
          {REPRINT.toNewAddress}
        </Button>
      );
    case "link":
      return (
        <Button variant={variant} url={button.link.url} target={button.link.external ? "_top" : undefined}>
          {button.link.label}
        </Button>
      );
    case "compare":
      return (
        <Button variant={variant} url={differencesUrl(orderNumber, list)}>
          {COMPARE.open}
        </Button>
      );
    case "action": {
      const { action, submissionId, reason } = button;
      return (
        <ActionButton
          action={action}
          submissionId={submissionId}
          code={reason.code}
          variant={variant}
          controls={controls}
        />
      );
    }
    case "order_action":
      return <OrderActionButton action={button.action} variant={variant} controls={controls} />;
    case "change": {
      const { kind: _kind, ...change } = button;
      return <ChangeButton {...change} variant={variant} controls={controls} />;
    }
    case "line_action":
      return (
        <LineActionButton action={button.action} lineId={button.lineId} title={button.title} controls={controls} />
      );
  }
}

function keyOf(button: BannerButton): string {
  if (button.kind === "link") return button.link.url;
  return "action" in button ? button.action : button.kind;
}
