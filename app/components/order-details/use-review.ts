import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { TEXT_REVIEWS } from "../../orders/core/attention.ts";
import { UNSENT_STATES } from "../../orders/core/states.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { ItemView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { OrderLineId } from "../../ports/ids.ts";

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
