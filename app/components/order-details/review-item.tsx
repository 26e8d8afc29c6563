import { Banner, BlockStack, Box, InlineGrid, SkeletonBodyText, Text } from "@shopify/polaris";
import { type ReactNode, useEffect } from "react";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import { foldName } from "../../common/clean-text.ts";
import type { Property } from "../../ports/order-model.ts";
import { Note, Subdued, Subheading } from "../common/text.tsx";
import { ITEMS, PERSONALIZATION } from "./copy.ts";
import { Artwork, DrawnTexts } from "./lines.tsx";
import { useFetcher } from "@remix-run/react";
import { TEXT_REVIEWS, ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import { UNSENT_STATES } from "../../orders/core/states.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { ItemView, SubmissionView, PlannedWaitView } from "../../orders/pages/details/submission-view.ts";
import type { OrderLineId } from "../../ports/ids.ts";
import type { ReviewOutcome } from "../../orders/actions/approve-reviews.ts";
import { COUNT_LIMIT } from "../../orders/pages/list/tabs.ts";
import { formatNumber, formatUpTo, pluralize } from "../common/format.ts";

interface ReviewItemProps {
  reviewed: ReviewedItem;
  /** undefined while loading. */
  personalization: Personalization | undefined;
  pixels: number;
  /** Below the texts. */
  children?: ReactNode;
}

/** An item with its artwork beside what the customer wrote for it, and the note that is sent. */
export function ReviewItem({ reviewed, personalization, pixels, children }: ReviewItemProps) {
  const { item, line, reasons } = reviewed;
  // Before the first complete payload, the mapping shows what is there already.
  const artwork = item.artwork.length === 0 ? (line?.artwork ?? []) : item.artwork;
  const unused = reasons.filter(({ code }) => code === "details_unused");
  return (
    <InlineGrid columns={{ xs: 1, md: ["oneHalf", "oneHalf"] }} gap="400">
      {artwork.length > 0 ? (
        <Artwork artwork={artwork} title={item.title} pixels={pixels} />
      ) : (
        <Note>{REVIEW.noArtwork}</Note>
      )}
      <BlockStack gap="300">
        <BlockStack gap="050">
          <Subheading breakWord>{item.title}</Subheading>
          <Text as="p" breakWord>
            {[ITEMS.sku(item.itemSku), ITEMS.quantity(item.quantity)].join(" · ")}
          </Text>
        </BlockStack>
        {unused.map(({ id, message }) => (
          <Banner key={id} tone="warning">
            <p>{message}</p>
          </Banner>
        ))}
        <DrawnTexts texts={item.texts} />
        <Texts reviewed={reviewed} personalization={personalization} />
        {children}
      </BlockStack>
    </InlineGrid>
  );
}

function Texts({ reviewed, personalization }: Pick<ReviewItemProps, "reviewed" | "personalization">) {
  if (personalization === undefined) {
    return (
      <Box minHeight="120px">
        <SkeletonBodyText lines={4} />
      </Box>
    );
  }
  if (personalization.status === "unreadable") return <Text as="p">{REVIEW.textsUnread}</Text>;
  const { texts, note } = textsOf(reviewed, personalization);
  return (
    <>
      <BlockStack gap="100">
        <Subdued>{REVIEW.customerWrote}</Subdued>
        {texts.length === 0 && <Text as="p">{PERSONALIZATION.changed}</Text>}
        {texts.map(({ name, value }, at) => (
          <BlockStack key={at}>
            <Text as="p" breakWord>
              {name}
            </Text>
            <Text as="p" variant="headingLg" breakWord>
              “{value}”
            </Text>
          </BlockStack>
        ))}
      </BlockStack>
      <BlockStack gap="100">
        <Subdued>{REVIEW.printNote}</Subdued>
        <Text as="p" variant={note ? "headingMd" : "bodyMd"} breakWord>
          {note ? `“${note}”` : REVIEW.noNote}
        </Text>
      </BlockStack>
    </>
  );
}

function textsOf(
  { item }: ReviewedItem,
  personalization: Extract<Personalization, { status: "read" }>,
): { texts: Property[]; note: string | null } {
  return personalization.lines.find(({ lineId }) => lineId === item.lineId) ?? { texts: [], note: null };
}

/** Whether every text that waits for a review is on the page: nothing is approved that nobody has seen. */
export function isShown({ reasons, items }: Review, personalization: Personalization | undefined): boolean {
  if (personalization?.status !== "read") return false;
  return reasons.every((reason) => {
    const reviewed = items.find((one) => one.reasons.includes(reason));
    if (!reviewed) return false;
    const names = textsOf(reviewed, personalization).texts.map(({ name }) => foldName(name));
    return [reason.detail["properties"] ?? []].flat().every((name) => names.includes(foldName(String(name))));
  });
}

/** gone: the store has no such order here. unreachable: Inkbridge did not answer. */
export type LoadedReview = { status: "read"; page: OrderDetails } | { status: "gone" } | { status: "unreachable" };

/** Loads one order of the queue; the page's refreshes load it again. undefined while loading. */
export function useLoadedReview(number: string): {
  loaded: LoadedReview | undefined;
  loading: boolean;
  reload(): void;
} {
  const { load, data, state } = useFetcher<LoadedReview>();
  const path = `/app/orders/${number}/review`;
  useEffect(() => load(path), [load, path]);
  return { loaded: data, loading: state !== "idle", reload: () => load(path) };
}

/** What of an order waits for a review of the customer's texts. */
export interface Review {
  submission: SubmissionView;
  /** The open reviews, at least one. */
  reasons: ReasonView[];
  items: ReviewedItem[];
  /** Items of the same print order without a text to review. */
  otherItems: ItemView[];
  /** What else holds the order: a review leaves these in force. */
  otherHolds: ReasonView[];
}

export interface ReviewedItem {
  item: ItemView;
  line: LineView | undefined;
  reasons: ReasonView[];
}

const isReview = ({ code }: ReasonView): boolean => TEXT_REVIEWS.includes(code);

/** The first print order with texts to review; null: none is left. */
export function reviewOf(page: OrderDetails): Review | null {
  for (const submission of page.submissions) {
    const own = page.reasons.filter((one) => one.submissionId === submission.id || one.submissionId === null);
    const reasons = own.filter((one) => isReview(one) && one.submissionId !== null);
    if (page.cancelled || submission.replaced || !UNSENT_STATES.includes(submission.state) || reasons.length === 0)
      continue;
    const of = (lineId: OrderLineId) => reasons.filter((one) => one.lineId === lineId);
    const reviewed = submission.items.filter(({ lineId }) => of(lineId).length > 0);
    return {
      submission,
      reasons,
      items: reviewed.map((item) => ({
        item,
        line: page.lines.find(({ id }) => id === item.lineId),
        reasons: of(item.lineId),
      })),
      otherItems: submission.items.filter((item) => !reviewed.includes(item)),
      otherHolds: own.filter((one) => one.phase === "hold" && !isReview(one)),
    };
  }
  return null;
}

/** Texts of the page that shows one order after another whose personalization waits for a person. */
export const REVIEW = {
  title: "Review personalization",
  back: "Orders",
  several: "Approve several…",
  order: (name: string) => `Order ${name}`,
  /** `3 of 41 · 39 left`. */
  progress: (position: number, waiting: number) => {
    const isCapped = waiting >= COUNT_LIMIT;
    const total = formatNumber(position - 1 + waiting);
    return isCapped ? `${formatNumber(position)} of ${total} or more` : `${formatNumber(position)} of ${total}`;
  },
  left: (waiting: number) => `${formatUpTo(COUNT_LIMIT, waiting)} left`,
  reviewed: "All reviewed",
  reviewedText: "Orders whose personalization needs a review appear here.",
  viewOrders: "View orders",
  end: (skipped: number) => `End of the list: ${pluralize(skipped, "order")} skipped`,
  endText: "Skipped orders stay on hold until somebody reviews them.",
  startAgain: "Review skipped orders",
  skip: "Skip",
  correct: "Correct…",
  loading: "Loading order",
  unreachable: "This order couldn't be loaded. Try again in a moment, or skip the order.",
  textsUnread: "Shopify isn't showing the customer's text right now. Try again in a moment, or skip the order.",
  notShown: "Part of this order can't be shown here. Review it on the order's page.",
  openOrder: "Open order",
  customerWrote: "Customer wrote",
  printNote: "Print note to be sent",
  noNote: "No print note is sent with this item.",
  noArtwork: "No artwork yet",
  orderNote: "Order note",
  otherItems: "Also in this order",
  otherItem: (quantity: number, title: string) => `${formatNumber(quantity)} × ${title}`,
  otherHolds: "Also on hold",
  otherHoldsText: "A review doesn't clear this. The order waits for it afterward, too.",
  changed: "This order changed while you were reviewing it. This is what it says now.",
  keys: "Keyboard shortcuts",
  keysText: "They work while the order is in focus.",
};

/** Single keys count only while the focus is within the order (WCAG 2.1.4). */
export const REVIEW_KEYS = {
  approve_personalization: "A",
  print_without_details: "P",
  correct: "C",
  skip: "S",
  exclude: "D",
} as const;

/** What becomes of an order that was approved. */
interface AfterReview {
  /** What still holds it. */
  holds: readonly AttentionCode[];
  /** What it waits for then; null: nothing. */
  waitsFor: PlannedWaitView["for"] | null;
}

const WAITS: Readonly<Record<PlannedWaitView["for"], string>> = {
  edit_window: "Goes to print when its edit window ends",
  sending_time: "Goes to print at the next sending time",
  pause: "Waits until sending is resumed",
  staff: "Waits until you send it",
};

function afterReview({ holds, waitsFor }: AfterReview): string {
  if (holds.length > 0) return `Still waits for: ${holds.map((code) => ATTENTION[code].label).join(", ")}`;
  return waitsFor === null ? "Goes to print now" : WAITS[waitsFor];
}

/** The toast after an act. `done`: what was done. */
export const doneToast = (name: string, done: string, after: AfterReview): string =>
  `${name}: ${done}. ${afterReview(after)}`;

export const plainToast = (name: string, done: string): string => `${name}: ${done}`;

/** Why an order was not approved. */
export const OUTCOME_NOTICES: Readonly<Record<Exclude<ReviewOutcome, "approved">, (name: string) => string>> = {
  changed: (name) => `Order ${name} changed meanwhile and wasn't approved. Review what it says now.`,
  reviewed: (name) => `Order ${name} no longer needs a review. Somebody else reviewed it, or it changed.`,
  canceled: (name) => `Order ${name} was canceled.`,
  not_found: (name) => `Order ${name} is no longer in this store.`,
};

export const REVIEW_LIST = {
  title: "Approve several orders",
  intro: (count: number) => `The next ${pluralize(count, "order")}. Read each one, then select the orders to approve.`,
  select: (name: string) => `Approve order ${name}`,
  selectAll: "Select all orders shown",
  oneByOne: "Decide on this order by itself: the customer's text won't be printed.",
  approve: (count: number) => `Approve ${pluralize(count, "order")}`,
  cancel: "Cancel",
  done: (approved: number, going: number) =>
    `${pluralize(approved, "order")} approved, ${formatNumber(going)} of them ${going === 1 ? "goes" : "go"} to print now`,
  waits: (name: string, after: AfterReview) => `Order ${name}: ${afterReview(after).toLowerCase()}`,
};
