import { Box } from "@shopify/polaris";
import { useState, type ReactNode } from "react";
import { ATTENTION, TEXT_REVIEWS, UNCERTAINTIES } from "../../orders/core/attention.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import type { ActionControls } from "./action-button.tsx";
import { AddressComparison } from "./address-comparison.tsx";
import { OrderNote } from "./order-texts.tsx";
import { PersonalizationTexts } from "./personalization-texts.tsx";
import { TrackingNumbers } from "./parcels.tsx";
import { ProviderMessageDialog } from "./provider-message-dialog.tsx";
import { ReasonBanner } from "./reason-banner.tsx";
import { groupReasons, type ReasonGroup } from "./reason-groups.ts";
import { mayReprint, ReprintDialog } from "./reprint-dialog.tsx";
import { UncertaintySummary } from "./uncertainty-summary.tsx";
import { useRecipient } from "./use-recipient.ts";

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
