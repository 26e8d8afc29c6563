import { Box, Modal, SkeletonBodyText, BlockStack, InlineGrid, Text } from "@shopify/polaris";
import { useState, type ReactNode } from "react";
import { ATTENTION, TEXT_REVIEWS, UNCERTAINTIES } from "../../orders/core/attention.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import type { ActionControls } from "./action-button.tsx";
import { OrderNote, PersonalizationTexts } from "./order-texts.tsx";
import { TrackingNumbers } from "./submission-card.tsx";
import { ReasonBanner } from "./reason-banner.tsx";
import { groupReasons, type ReasonGroup } from "./reason-groups.ts";
import { mayReprint, ReprintDialog } from "./reprint-dialog.tsx";
import { UncertaintySummary } from "./uncertainty.tsx";
import { useRecipient, type RecipientState } from "./use-recipient.ts";
import { EditableMessage } from "../common/editable-message.tsx";
import { formatFullDateTime } from "../common/format.ts";
import { useShop } from "../common/shop-context.tsx";
import { useRestoreFocus } from "../common/restore-focus.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { PROVIDER_MESSAGE } from "../common/provider-message-copy.ts";
import { providerMessage } from "./provider-message.ts";
import { Subheading } from "../common/text.tsx";
import { AddressBlock, addressLines } from "./address-block.tsx";
import { ADDRESSES } from "./copy.ts";

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
  const aboutAddress = page.reasons.filter(({ code }) => ATTENTION[code].cause === "address");
  const recipient = useRecipient(page.number, aboutAddress.map(({ id }) => id).join());
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
          {submission && ATTENTION[group.lead.code].cause === "address" && (
            <AddressComparison submission={submission} now={recipient} />
          )}
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
          reason={messageReason}
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

interface ProviderMessageDialogProps {
  page: OrderDetails;
  reason: ReasonView;
  submission: SubmissionView;
  onClose(): void;
}

/** A message to the print service that is ready to copy. Its address is read from Shopify when the dialog opens. */
function ProviderMessageDialog({ page, reason, submission, onClose }: ProviderMessageDialogProps) {
  useRestoreFocus();
  const { name: shopName, timezone } = useShop();
  const now = useRecipient(page.number, reason.id);
  const current = now?.current.status === "read" ? now.current.recipient : null;
  const formatTime = (iso: string) => formatFullDateTime(iso, timezone);
  return (
    <Modal open title={PROVIDER_MESSAGE.title} onClose={onClose}>
      <Modal.Section>
        {now ? (
          <EditableMessage
            text={providerMessage({ page, reason, submission, current, shopName, formatTime })}
            email={now.printServiceEmail}
            references={[submission.reference]}
          />
        ) : (
          <SkeletonBodyText lines={8} />
        )}
      </Modal.Section>
    </Modal>
  );
}

/** The address that was sent beside those that Shopify and the print service have now. */
function AddressComparison({ submission, now }: { submission: SubmissionView; now: RecipientState }) {
  const { content, otherRecipient } = submission;
  if (!content) return null;
  const current = now?.current.status === "read" ? now.current.recipient : null;
  const isSame = current !== null && addressLines(current).join() === addressLines(content).join();
  return (
    <BlockStack gap="200">
      <InlineGrid columns={{ xs: 1, sm: otherRecipient ? 3 : 2 }} gap="300">
        <BlockStack gap="100">
          <Subheading>{ADDRESSES.sent}</Subheading>
          <AddressBlock address={content} />
        </BlockStack>
        <BlockStack gap="100">
          <Subheading>{ADDRESSES.inShopify}</Subheading>
          {current && <AddressBlock address={current} />}
          {now && !current && <Text as="p">{ADDRESSES.unread[now.current.status]}</Text>}
          {!now && <LoadingAddress lines={addressLines(content).length} />}
        </BlockStack>
        {otherRecipient && (
          <BlockStack gap="100">
            <Subheading>{ADDRESSES.atProvider}</Subheading>
            <AddressBlock address={{ ...otherRecipient, zip: "" }} />
          </BlockStack>
        )}
      </InlineGrid>
      {isSame && <Text as="p">{ADDRESSES.same}</Text>}
    </BlockStack>
  );
}

/** As high as the address that was sent: the buttons below stay where they are. */
const LoadingAddress = ({ lines }: { lines: number }) => (
  <Box minHeight={`${lines * LINE_PX}px`}>
    <Text as="p">{ADDRESSES.unread.loading}</Text>
  </Box>
);

const LINE_PX = 20;
