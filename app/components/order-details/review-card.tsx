import {
  Banner,
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  Card,
  Divider,
  InlineStack,
  KeyboardKey,
  Link,
  List,
  SkeletonBodyText,
  Text,
} from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { Fragment, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { ReviewResult } from "../../orders/actions/approve-reviews.ts";
import { REVIEW_APPROVALS, type ReviewApproval } from "../../orders/actions/review-approvals.ts";
import type { ActionResult } from "../../orders/core/order-rows.ts";
import type { QueuedOrder } from "../../orders/pages/review/review-queue.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { OrderLineId } from "../../ports/ids.ts";
import { AttentionBadge } from "../common/badges.tsx";
import { MessageBanner } from "../common/banners.tsx";
import { COPY } from "../common/copy.ts";
import { DateTime } from "../common/date-time.tsx";
import { REVIEW_QUEUE } from "../common/page-links.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";
import { CardHeading, Note, SmallNote, Subheading } from "../common/text.tsx";
import { useDenied } from "../common/shop-context.tsx";
import { ChangeButton, LineActionButton, type ActionControls, type ActionRequest, useActions } from "./actions.tsx";
import { actionLabel, DONE_MESSAGES, LINE_ACTION_LABELS } from "./action-copy.ts";
import { CHANGE } from "./change-copy.ts";
import { OrderNote, usePersonalization } from "./order-texts.tsx";
import {
  doneToast,
  OUTCOME_NOTICES,
  plainToast,
  REVIEW,
  REVIEW_KEYS,
  isShown,
  ReviewItem,
  reviewOf,
  useLoadedReview,
  type Review,
  type ReviewedItem,
} from "./review-item.tsx";

/** What the queue hears of an order. */
export interface ReviewEvents {
  /** Nothing is left to review of it: the next order's turn. */
  onDone(order: QueuedOrder, said: { toast?: string; notice?: string }): void;
  onSkip(order: QueuedOrder, toast?: string): void;
  onToast(message: string): void;
}

interface ReviewCardProps extends ReviewEvents {
  order: QueuedOrder;
  /** It is its turn. Otherwise it is loaded, and not shown yet. */
  active: boolean;
}

/** One order of the queue. */
export function ReviewCard({ order, active, ...events }: ReviewCardProps) {
  const { loaded, loading, reload } = useLoadedReview(order.number);
  const page = loaded?.status === "read" ? loaded.page : null;
  const review = page && reviewOf(page);
  const [hasDialog, setHasDialog] = useState(false);
  // A saved change may end the review before the dialog hears of it: the dialog's order stays as it is.
  const opened = useRef<{ page: OrderDetails; review: Review } | null>(null);
  if (!hasDialog) opened.current = page && review && { page, review };
  const isGone = !hasDialog && loaded !== undefined && loaded.status !== "unreachable" && review === null;
  const outcome = loaded?.status === "gone" ? "not_found" : page?.cancelled ? "canceled" : "reviewed";
  useEffect(() => {
    // What was read before its turn may be old: the next read decides.
    if (active && isGone && !loading) events.onDone(order, { notice: OUTCOME_NOTICES[outcome](order.name) });
  }, [active, isGone, loading]);
  return (
    <div hidden={!active}>
      {opened.current ? (
        <OpenReview order={order} {...opened.current} active={active} onDialog={setHasDialog} {...events} />
      ) : (
        <Card>
          <BlockStack gap="400">
            <CardHeading>{REVIEW.order(order.name)}</CardHeading>
            {loaded?.status === "unreachable" ? (
              <>
                <MessageBanner
                  tone="critical"
                  text={REVIEW.unreachable}
                  action={{ content: COPY.tryAgain, loading, onAction: reload }}
                />
                <InlineStack>
                  <Button onClick={() => events.onSkip(order)}>{REVIEW.skip}</Button>
                </InlineStack>
              </>
            ) : (
              <Box minHeight="400px">
                <SkeletonBodyText lines={8} />
              </Box>
            )}
          </BlockStack>
        </Card>
      )}
    </div>
  );
}

const PICTURE_PIXELS = 240;

/** A button of the card, and the key that does the same. */
interface Act {
  key: string;
  label: string;
  primary?: boolean;
  critical?: boolean;
  disabled?: boolean;
  loading?: boolean;
  run(): void;
}

interface OpenReviewProps extends ReviewCardProps {
  page: OrderDetails;
  review: Review;
  /** A dialog over the order opens or closes. */
  onDialog(isOpen: boolean): void;
}

function OpenReview({ order, page, review, active, onDialog, ...events }: OpenReviewProps) {
  const [attempt, setAttempt] = useState(0);
  const personalization = usePersonalization(page, attempt);
  const [firstSeen] = useState(review.reasons.map(({ version }) => version));
  const hasChanged = review.reasons.some(({ version }) => !firstSeen.includes(version));
  const shown = isShown(review, personalization);
  const { acts, controls, failed, dialog } = useReviewActs({ order, page, review, shown, events });
  const hasDialog = dialog !== null;
  useEffect(() => onDialog(hasDialog), [hasDialog]);
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    // After a dialog that closes, which gives the focus back to a button of the order before.
    if (active) requestAnimationFrame(() => region.current && focusTop(region.current));
  }, [active]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const act = acts.find(({ key }) => key === event.key.toUpperCase());
    if (!act || act.disabled || !isPlainKey(event)) return;
    event.preventDefault();
    act.run();
  };
  const isUnread = personalization?.status === "unreadable";
  return (
    <>
      <section
        ref={region}
        tabIndex={-1}
        aria-label={REVIEW.order(order.name)}
        style={{ borderRadius: "var(--p-border-radius-300)" }}
        onKeyDown={onKeyDown}
      >
        <Card>
          <BlockStack gap="400">
            <BlockStack gap="100">
              <CardHeading>
                <Link url={`/app/orders/${order.number}`} monochrome>
                  {REVIEW.order(order.name)}
                </Link>
              </CardHeading>
              <SmallNote>
                <DateTime at={page.placedAt} />
              </SmallNote>
            </BlockStack>
            <Acts acts={acts} />
            {failed && <MessageBanner tone="critical" {...COPY.requestFailed} />}
            {hasChanged && <MessageBanner tone="info" text={REVIEW.changed} />}
            {isUnread && (
              <MessageBanner
                tone="warning"
                text={REVIEW.textsUnread}
                action={{ content: COPY.tryAgain, onAction: () => setAttempt(attempt + 1) }}
              />
            )}
            <OtherHolds holds={review.otherHolds} />
            {review.items.map((reviewed, at) => (
              <Fragment key={reviewed.item.id}>
                {at > 0 && <Divider />}
                <ReviewItem reviewed={reviewed} personalization={personalization} pixels={PICTURE_PIXELS}>
                  {review.items.length > 1 && <ItemButtons reviewed={reviewed} controls={controls} />}
                </ReviewItem>
              </Fragment>
            ))}
            {review.reasons.some((one) => !review.items.some(({ reasons }) => reasons.includes(one))) && (
              <MessageBanner
                tone="warning"
                text={REVIEW.notShown}
                action={{ content: REVIEW.openOrder, url: `/app/orders/${order.number}` }}
              />
            )}
            {review.otherItems.length > 0 && (
              <Part title={REVIEW.otherItems}>
                <List>
                  {review.otherItems.map(({ id, quantity, title }) => (
                    <List.Item key={id}>{REVIEW.otherItem(quantity, title)}</List.Item>
                  ))}
                </List>
              </Part>
            )}
            {hasNote(personalization) && (
              <Part title={REVIEW.orderNote}>
                <OrderNote personalization={personalization} />
              </Part>
            )}
            <Keys acts={acts} />
          </BlockStack>
        </Card>
      </section>
      {dialog}
    </>
  );
}

/** What is in sight stays where it is. */
function focusTop(region: HTMLElement): void {
  region.focus({ preventScroll: true });
  if (region.getBoundingClientRect().top < 0) region.scrollIntoView({ block: "start" });
}

const hasNote = (personalization: ReturnType<typeof usePersonalization>): boolean =>
  personalization?.status === "read" &&
  (personalization.order.note !== "" || personalization.order.attributes.length > 0);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <BlockStack gap="100">
    <Subheading>{title}</Subheading>
    {children}
  </BlockStack>
);

/** Not one that types, belongs to a shortcut of the browser, is held down, or was pressed in a dialog over the card. */
function isPlainKey({ nativeEvent, currentTarget, target, ...event }: KeyboardEvent<HTMLElement>): boolean {
  const isInside = target instanceof HTMLElement && currentTarget.contains(target);
  const isField = isInside && target.closest("input, textarea, select, [contenteditable]") !== null;
  return isInside && !isField && !nativeEvent.repeat && !event.ctrlKey && !event.metaKey && !event.altKey;
}

interface ReviewActsInput {
  order: QueuedOrder;
  page: OrderDetails;
  review: Review;
  /** Every text is on the page. */
  shown: boolean;
  events: ReviewEvents;
}

/** What a merchant can do with the order: the actions and dialogs of its page. */
function useReviewActs({ order, page, review, shown, events }: ReviewActsInput) {
  const { submission, reasons, items, otherHolds } = review;
  const { name } = order;
  const approving = useFetcher<{ results: ReviewResult[] } | RequestFailed>();
  const excluding = useFetcher<{ result: ActionResult } | RequestFailed>();
  const [request, setRequest] = useState<ActionRequest | null>(null);
  const [corrected, setCorrected] = useState<OrderLineId | null>(null);
  const busy = approving.state !== "idle" || excluding.state !== "idle" ? request : null;
  const waitsFor = submission.waits?.for ?? null;
  const others = page.submissions.filter(({ id }) => id !== submission.id);
  const hasOtherReview = reviewOf({ ...page, submissions: others }) !== null;
  /** Without another line, text or print order to review, the order is done. */
  const conclude = (isLast: boolean, toast: string) =>
    isLast && !hasOtherReview ? events.onDone(order, { toast }) : events.onToast(toast);

  useEffect(() => {
    const { data } = approving;
    const result = data && !hasFailed(data) ? data.results[0] : undefined;
    if (!result || request === null || request.action === "refresh") return;
    const { outcome, holds } = result;
    if (outcome === "changed") return events.onToast(OUTCOME_NOTICES.changed(name));
    if (outcome !== "approved") return events.onDone(order, { notice: OUTCOME_NOTICES[outcome](name) });
    const isLast = reasons.every(({ actions }) => actions.some((one) => one === request.action));
    conclude(isLast, doneToast(name, DONE_MESSAGES[request.action], { holds, waitsFor }));
    // Runs once per answer: the other values may change without one.
  }, [approving.data]);
  useEffect(() => {
    const { data } = excluding;
    if (!data || hasFailed(data) || request === null || !("lineId" in request)) return;
    if (data.result !== "done") return events.onToast(OUTCOME_NOTICES.changed(name));
    const isLast = reasons.every(({ lineId }) => lineId === request.lineId);
    conclude(isLast, plainToast(name, DONE_MESSAGES[request.action]));
  }, [excluding.data]);

  const onAction = (next: ActionRequest) => {
    setRequest(next);
    const how = { method: "post", encType: "application/json" } as const;
    if ("submissionId" in next) {
      const { action, submissionId, seen } = next;
      approving.submit({ action, reviews: [{ submissionId, seen }] }, { ...how, action: REVIEW_QUEUE.url });
    } else excluding.submit(next, { ...how, action: `/app/orders/${order.number}` });
  };
  const onChanged = (message: string) => {
    if (message !== CHANGE.savedAndApproved && message !== CHANGE.savedAndSent)
      return events.onSkip(order, plainToast(name, message));
    const left = reasons.filter(({ lineId }) => lineId !== corrected);
    const holds = [...left, ...otherHolds].map(({ code }) => code);
    conclude(left.length === 0, doneToast(name, message, { holds: [...new Set(holds)], waitsFor }));
  };
  const { controls: plain, dialog } = useActions(page, busy, onAction, onChanged);
  const controls: ActionControls = {
    ...plain,
    requestChange: (lineId, addTexts) => {
      setCorrected(lineId);
      plain.requestChange(lineId, addTexts);
    },
  };

  const denied = useDenied();
  const approvalAct = (action: ReviewApproval): Act => ({
    key: REVIEW_KEYS[action],
    label: actionLabel(action, {
      sends: controls.sends(action, submission.id),
      held: controls.isHeld(submission.id),
    }),
    primary: action === "approve_personalization",
    disabled: denied || !shown || busy !== null,
    loading: busy?.action === action,
    run: () => controls.request(action, submission.id),
  });
  const offered = REVIEW_APPROVALS.filter((action) => reasons.some(({ actions }) => actions.includes(action)));
  const [first] = items;
  const excluded = first?.line?.action === "exclude_line" ? first.line : null;
  const acts: Act[] = [
    ...offered.map(approvalAct),
    ...(first
      ? [
          {
            key: REVIEW_KEYS.correct,
            label: correctLabel(first),
            primary: !offered.includes("approve_personalization"),
            disabled: denied || busy !== null,
            run: () => controls.requestChange(first.item.lineId, textsToAdd(first)),
          },
        ]
      : []),
    { key: REVIEW_KEYS.skip, label: REVIEW.skip, disabled: busy !== null, run: () => events.onSkip(order) },
    ...(excluded
      ? [
          {
            key: REVIEW_KEYS.exclude,
            label: `${LINE_ACTION_LABELS.exclude_line}…`,
            critical: true,
            disabled: denied || busy !== null,
            run: () => controls.requestForLine("exclude_line", excluded.id),
          },
        ]
      : []),
  ];
  const failed = [approving, excluding].some(({ state, data }) => state === "idle" && hasFailed(data));
  // The next step first.
  return {
    acts: acts.toSorted((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false)),
    controls,
    failed,
    dialog,
  };
}

/** Of several items: the buttons and keys of the card are for the first one. */
function ItemButtons({ reviewed, controls }: { reviewed: ReviewedItem; controls: ActionControls }) {
  const { item, line } = reviewed;
  return (
    <InlineStack gap="400">
      <ChangeButton
        label={correctLabel(reviewed)}
        lineId={item.lineId}
        title={item.title}
        addTexts={textsToAdd(reviewed)}
        controls={controls}
      />
      {line?.action === "exclude_line" && (
        <LineActionButton action="exclude_line" lineId={line.id} title={item.title} controls={controls} />
      )}
    </InlineStack>
  );
}

const correctLabel = (reviewed: ReviewedItem): string =>
  textsToAdd(reviewed).length > 0 ? CHANGE.addText : REVIEW.correct;

/** Names of the customer's texts that nothing prints. */
const textsToAdd = ({ reasons }: ReviewedItem): string[] =>
  reasons
    .filter(({ code }) => code === "details_unused")
    .flatMap(({ detail }) => [detail["properties"] ?? []].flat().map(String));

function Acts({ acts }: { acts: readonly Act[] }) {
  return (
    <ButtonGroup>
      {acts.map(({ key, label, primary, critical, disabled, loading, run }) => (
        <Button
          key={key}
          size="large"
          variant={primary ? "primary" : critical ? "tertiary" : undefined}
          tone={critical ? "critical" : undefined}
          disabled={disabled && !loading}
          loading={loading}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </ButtonGroup>
  );
}

function Keys({ acts }: { acts: readonly Act[] }) {
  return (
    <BlockStack gap="100">
      <InlineStack gap="300" blockAlign="center">
        <Note>{REVIEW.keys}</Note>
        {acts.map(({ key, label }) => (
          <InlineStack key={key} gap="100" blockAlign="center">
            <KeyboardKey>{key}</KeyboardKey>
            <Text as="span">{label.replace("…", "")}</Text>
          </InlineStack>
        ))}
      </InlineStack>
      <SmallNote>{REVIEW.keysText}</SmallNote>
    </BlockStack>
  );
}

/** What a review leaves in force. */
export function OtherHolds({ holds }: { holds: Review["otherHolds"] }) {
  if (holds.length === 0) return null;
  return (
    <Banner tone="warning" title={REVIEW.otherHolds}>
      <BlockStack gap="200">
        <InlineStack gap="200">
          {[...new Set(holds.map(({ code }) => code))].map((code) => (
            <AttentionBadge key={code} code={code} />
          ))}
        </InlineStack>
        <p>{REVIEW.otherHoldsText}</p>
      </BlockStack>
    </Banner>
  );
}
