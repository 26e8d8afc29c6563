import { BlockStack, Checkbox, Divider, Modal, SkeletonBodyText, Text } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { Fragment, useEffect, useState } from "react";
import type { ReadReview, ReviewResult } from "../../orders/actions/approve-reviews.ts";
import type { QueuedOrder } from "../../orders/pages/review/review-queue.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { PlannedWaitView } from "../../orders/pages/details/submission-view.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY } from "../common/copy.ts";
import { useRestoreFocus } from "../common/focus.ts";
import { REVIEW_QUEUE } from "../common/page-links.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";
import { Note } from "../common/text.tsx";
import { useDenied } from "../common/shop-context.tsx";
import {
  OUTCOME_NOTICES,
  REVIEW,
  REVIEW_LIST,
  isShown,
  ReviewItem,
  reviewOf,
  useLoadedReview,
  type Review,
} from "./review-item.tsx";
import { OtherHolds } from "./review-card.tsx";
import { usePersonalization } from "./order-texts.tsx";

/** An order whose texts the dialog shows, and what is approved of it. */
interface ReadOrder extends ReadReview {
  waitsFor: PlannedWaitView["for"] | null;
}

interface ReviewListProps {
  orders: readonly QueuedOrder[];
  onClose(): void;
  /** What became of each order that was selected. */
  onAnswer(said: { done: QueuedOrder[]; toast: string | null; notices: string[] }): void;
}

/** Approves several orders at once: each with its texts, its print note and its artwork, and none that is not selected. */
export function ReviewList({ orders, onClose, onAnswer }: ReviewListProps) {
  useRestoreFocus();
  const denied = useDenied();
  const [read, setRead] = useState<ReadonlyMap<string, ReadOrder | null>>(new Map());
  const [selected, setSelected] = useState<readonly string[]>([]);
  const { submit, state, data } = useFetcher<{ results: ReviewResult[] } | RequestFailed>();
  const ready = orders.filter(({ number }) => read.get(number));
  const chosen = ready.filter(({ number }) => selected.includes(number));
  useEffect(() => {
    if (data && !hasFailed(data)) onAnswer(answerOf(data.results, orders, read));
    // Runs once per answer: the other values may change without one.
  }, [data]);
  const approve = () => {
    const reviews = chosen.flatMap(({ number }) => {
      const one = read.get(number);
      return one ? [{ submissionId: one.submissionId, seen: [...one.seen] }] : [];
    });
    const how = { method: "post", encType: "application/json", action: REVIEW_QUEUE.url } as const;
    submit({ action: "approve_personalization", reviews }, how);
  };
  const toggle = (number: string, checked: boolean) =>
    setSelected(checked ? [...selected, number] : selected.filter((one) => one !== number));
  const busy = state !== "idle";
  return (
    <Modal
      open
      size="large"
      title={REVIEW_LIST.title}
      onClose={onClose}
      primaryAction={{
        content: REVIEW_LIST.approve(chosen.length),
        disabled: denied || chosen.length === 0,
        loading: busy,
        onAction: approve,
      }}
      secondaryActions={[{ content: REVIEW_LIST.cancel, disabled: busy, onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          <Text as="p">{REVIEW_LIST.intro(orders.length)}</Text>
          {!busy && hasFailed(data) && <MessageBanner tone="critical" {...COPY.requestFailed} />}
          <Checkbox
            label={REVIEW_LIST.selectAll}
            disabled={ready.length === 0}
            checked={ready.length > 0 && chosen.length === ready.length}
            onChange={(checked) => setSelected(checked ? ready.map(({ number }) => number) : [])}
          />
          {orders.map((order) => (
            <Fragment key={order.number}>
              <Divider />
              <ListedOrder
                order={order}
                checked={selected.includes(order.number)}
                onToggle={(checked) => toggle(order.number, checked)}
                onRead={(one) => setRead((before) => new Map([...before, [order.number, one]]))}
              />
            </Fragment>
          ))}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

interface ListedOrderProps {
  order: QueuedOrder;
  checked: boolean;
  onToggle(checked: boolean): void;
  /** null: not to be approved from here. */
  onRead(read: ReadOrder | null): void;
}

function ListedOrder({ order, ...props }: ListedOrderProps) {
  const { loaded } = useLoadedReview(order.number);
  const page = loaded?.status === "read" ? loaded.page : null;
  const review = page && reviewOf(page);
  if (page && review) return <OpenOrder order={order} page={page} review={review} {...props} />;
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {REVIEW.order(order.name)}
      </Text>
      {loaded === undefined && <SkeletonBodyText lines={6} />}
      {loaded?.status === "unreachable" && <Note>{REVIEW.unreachable}</Note>}
      {loaded?.status === "read" && <Note>{OUTCOME_NOTICES.reviewed(order.name)}</Note>}
      {loaded?.status === "gone" && <Note>{OUTCOME_NOTICES.not_found(order.name)}</Note>}
    </BlockStack>
  );
}

const PICTURE_PIXELS = 120;

type OpenOrderProps = ListedOrderProps & { page: OrderDetails; review: Review };

function OpenOrder({ order, page, review, checked, onToggle, onRead }: OpenOrderProps) {
  const personalization = usePersonalization(page);
  const { submission, reasons, items, otherHolds } = review;
  const isOneByOne = reasons.some(({ actions }) => !actions.includes("approve_personalization"));
  const mayApprove = !isOneByOne && isShown(review, personalization);
  const seen = reasons.map(({ version }) => version);
  useEffect(() => {
    const waitsFor = submission.waits?.for ?? null;
    onRead(mayApprove ? { submissionId: submission.id, seen, waitsFor } : null);
    // What is approved is what is on the page now.
  }, [mayApprove, submission.id, seen.join()]);
  return (
    <BlockStack gap="300">
      <Checkbox
        label={REVIEW_LIST.select(order.name)}
        disabled={!mayApprove}
        checked={mayApprove && checked}
        helpText={isOneByOne ? REVIEW_LIST.oneByOne : undefined}
        onChange={onToggle}
      />
      <OtherHolds holds={otherHolds} />
      {items.map((reviewed) => (
        <ReviewItem
          key={reviewed.item.id}
          reviewed={reviewed}
          personalization={personalization}
          pixels={PICTURE_PIXELS}
        />
      ))}
    </BlockStack>
  );
}

function answerOf(
  results: readonly ReviewResult[],
  orders: readonly QueuedOrder[],
  read: ReadonlyMap<string, ReadOrder | null>,
): Parameters<ReviewListProps["onAnswer"]>[0] {
  const rows = results.flatMap((result) => {
    const order = orders.find(({ number }) => read.get(number)?.submissionId === result.submissionId);
    const waitsFor = (order && read.get(order.number)?.waitsFor) ?? null;
    return order ? [{ order, outcome: result.outcome, after: { holds: result.holds, waitsFor } }] : [];
  });
  const approved = rows.filter(({ outcome }) => outcome === "approved");
  const waits = approved.filter(({ after }) => after.holds.length > 0 || after.waitsFor !== null);
  return {
    done: rows.filter(({ outcome }) => outcome !== "changed").map(({ order }) => order),
    toast: approved.length > 0 ? REVIEW_LIST.done(approved.length, approved.length - waits.length) : null,
    notices: [
      ...waits.map(({ order, after }) => REVIEW_LIST.waits(order.name, after)),
      ...rows.flatMap(({ order, outcome }) => (outcome === "approved" ? [] : [OUTCOME_NOTICES[outcome](order.name)])),
    ],
  };
}
