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
import { groupReasons, type ReasonGroup } from "./reasons.ts";
import { mayReprint, ReprintDialog } from "./reprint-dialog.tsx";
import { UncertaintySummary } from "./uncertainty.tsx";
import { useRecipient, type RecipientState } from "./customer-card.tsx";
import { EditableMessage } from "../common/editable-message.tsx";
import { formatFullDateTime } from "../common/format.ts";
import { useShop } from "../common/shop-context.tsx";
import { useRestoreFocus } from "../common/focus.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { PROVIDER_MESSAGE, CHECK_ADDRESS, PARTS, REQUESTS } from "../common/provider-message-copy.ts";
import { Subheading } from "../common/text.tsx";
import { AddressBlock, addressLines, type AddressView } from "./address-block.tsx";
import { ADDRESSES, detailMessages } from "./copy.ts";
import type { ProviderRequest } from "../../orders/core/attention-registry.ts";

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

interface ProviderMessageInput {
  page: Pick<OrderDetails, "lines" | "submissions">;
  reason: ReasonView;
  submission: SubmissionView;
  /** The address that Shopify has now; null: not known. */
  current: AddressView | null;
  shopName: string;
  /** A moment with its time zone. */
  formatTime(iso: string): string;
}

/** A message to the print service's support about a submission: what is asked, and everything needed to answer. */
export function providerMessage(input: ProviderMessageInput): string {
  const { asks } = input.reason;
  if (!asks) return "";
  const sections = [
    [PARTS.greeting],
    [requestOf(asks, input)],
    headOf(asks, input),
    ...subjectOf(asks, input),
    trackingOf(asks, input),
    [PARTS.items, ...input.submission.items.map((item) => itemText(item.quantity, item))],
    reportOf(input),
    [PARTS.confirm],
    [`${PARTS.closing},`, input.shopName],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function requestOf(asks: ProviderRequest, { submission, current }: ProviderMessageInput): string {
  if (asks !== "change_address") return REQUESTS[asks];
  const { content, otherRecipient } = submission;
  const isNew = current !== null && content !== null && !isSame(current, content);
  return isNew || otherRecipient !== null ? REQUESTS.change_address : CHECK_ADDRESS;
}

function headOf(asks: ProviderRequest, { page, submission, formatTime }: ProviderMessageInput): string[] {
  const { id, reference, serviceOrderId, storeName, submittedAt, providerUpdatedAt } = submission;
  const replacement =
    asks === "stop_duplicate" ? page.submissions.find((one) => one.replaces === reference) : undefined;
  const accepted = providerUpdatedAt === null ? "" : `, ${PARTS.acceptedAt(providerUpdatedAt)}`;
  return [
    [PARTS.reference, reference],
    [PARTS.replacement, replacement && replacement.id !== id ? replacement.reference : ""],
    [PARTS.serviceOrderId, serviceOrderId ?? ""],
    [PARTS.store, storeName ?? ""],
    [PARTS.sent, submittedAt === null ? "" : `${formatTime(submittedAt)}${accepted}`],
  ].flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
}

/** What the request is about, if not the whole order. */
function subjectOf(asks: ProviderRequest, input: ProviderMessageInput): string[][] {
  if (asks === "cancel_items") return [[PARTS.itemsToCancel, ...extraItems(input)]];
  return asks === "change_address" || asks === "redirect" ? addresses(input) : [];
}

function addresses({ submission, current }: ProviderMessageInput): string[][] {
  const { content, otherRecipient } = submission;
  const wanted = current ?? content;
  return [
    wanted ? [PARTS.newAddress, ...addressLines(wanted)] : [],
    content && wanted && !isSame(content, wanted) ? [PARTS.sentAddress, ...addressLines(content)] : [],
    otherRecipient ? [PARTS.shownAddress, ...addressLines({ ...otherRecipient, zip: "" })] : [],
  ];
}

const isSame = (a: AddressView, b: AddressView): boolean => addressLines(a).join() === addressLines(b).join();

/** What was sent of each line beyond what its order still has. */
function extraItems({ page, submission }: ProviderMessageInput): string[] {
  const sent = page.submissions
    .filter(({ state, replaced, kind }) => state !== "cancelled" && !replaced && kind !== "reprint")
    .flatMap(({ items }) => items);
  return submission.items.flatMap((item) => {
    const ordered = page.lines.find(({ id }) => id === item.lineId)?.quantity ?? 0;
    const total = sent.filter(({ lineId }) => lineId === item.lineId).reduce((sum, one) => sum + one.quantity, 0);
    const extra = Math.min(item.quantity, total - ordered);
    return extra > 0 ? [itemText(extra, item)] : [];
  });
}

/** The parcels that the request is about. */
const trackingOf = (asks: ProviderRequest, { submission }: ProviderMessageInput): string[] =>
  asks === "refund" || asks === "redirect"
    ? submission.parcels.map(({ trackingNumber }) => `${PARTS.tracking}: ${trackingNumber}`)
    : [];

const itemText = (quantity: number, { itemSku, title }: { itemSku: string; title: string }): string =>
  `- ${quantity} × ${itemSku} (${title})`;

/** What the print service itself said, and what does not match. */
function reportOf({ submission, reason }: ProviderMessageInput): string[] {
  const statuses = new Set(submission.items.flatMap(({ orderStatus }) => orderStatus ?? []));
  return [
    ...(statuses.size > 0 ? [`${PARTS.status}: ${[...statuses].join(", ")}`] : []),
    ...reason.providerMessages.map((message) => `${PARTS.providerMessage}: “${message}”`),
    ...detailMessages(reason),
  ];
}
