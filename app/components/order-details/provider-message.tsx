import { Modal, SkeletonBodyText } from "@shopify/polaris";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { ProviderRequest } from "../../orders/core/attention-registry.ts";
import { EditableMessage } from "../common/editable-message.tsx";
import { formatFullDateTime } from "../common/format.ts";
import { useRestoreFocus } from "../common/focus.ts";
import { CHECK_ADDRESS, PARTS, PROVIDER_MESSAGE, REQUESTS } from "../common/provider-message-copy.ts";
import { useShop } from "../common/shop-context.tsx";
import { detailMessages } from "./copy.ts";
import { addressLines, useRecipient, type AddressView } from "./recipient.tsx";

/** What a message is about: a reason, or a difference that nobody has reported. `id`: one value for each. */
export type MessageSubject = Pick<ReasonView, "asks" | "detail" | "providerMessages"> & { id: string };

interface ProviderMessageDialogProps {
  page: OrderDetails;
  subject: MessageSubject;
  submission: SubmissionView;
  onClose(): void;
}

/** A message to the print service that is ready to copy. Its address is read from Shopify when the dialog opens. */
export function ProviderMessageDialog({ page, subject, submission, onClose }: ProviderMessageDialogProps) {
  useRestoreFocus();
  const { name: shopName, timezone } = useShop();
  const now = useRecipient(page.number, subject.id);
  const current = now?.current.status === "read" ? now.current.recipient : null;
  const formatTime = (iso: string) => formatFullDateTime(iso, timezone);
  return (
    <Modal open title={PROVIDER_MESSAGE.title} onClose={onClose}>
      <Modal.Section>
        {now ? (
          <EditableMessage
            text={providerMessage({ page, subject, submission, current, shopName, formatTime })}
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

interface ProviderMessageInput {
  page: Pick<OrderDetails, "lines" | "submissions">;
  subject: Omit<MessageSubject, "id">;
  submission: SubmissionView;
  /** The address that Shopify has now; null: not known. */
  current: AddressView | null;
  shopName: string;
  /** A moment with its time zone. */
  formatTime(iso: string): string;
}

/** A message to the print service's support about a submission: what is asked, and everything needed to answer. */
export function providerMessage(input: ProviderMessageInput): string {
  const { asks } = input.subject;
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
function reportOf({ submission, subject }: ProviderMessageInput): string[] {
  const statuses = new Set(submission.items.flatMap(({ orderStatus }) => orderStatus ?? []));
  return [
    ...(statuses.size > 0 ? [`${PARTS.status}: ${[...statuses].join(", ")}`] : []),
    ...subject.providerMessages.map((message) => `${PARTS.providerMessage}: “${message}”`),
    ...detailMessages(subject),
  ];
}
