import { Banner, BlockStack, Box, Button, Card, EmptyState, InlineStack, Page, Text } from "@shopify/polaris";
import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { REVIEW_LIMIT } from "../../orders/actions/review-approvals.ts";
import type { QueuedOrder, ReviewQueue } from "../../orders/pages/review/review-queue.ts";
import emptyImage from "../common/empty-orders.svg";
import { addressOfList } from "../common/list-address.ts";
import { REVIEW_QUEUE } from "../common/page-links.ts";
import { Subdued } from "../common/text.tsx";
import { useAutoRefresh } from "../common/use-auto-refresh.ts";
import { ReviewCard, type ReviewEvents } from "./review-card.tsx";
import { REVIEW } from "./review-item.tsx";
import { ReviewList } from "./review-list.tsx";

const REFRESH_MS = 10_000;

interface ReviewViewProps {
  queue: ReviewQueue;
  onToast(message: string): void;
}

/** The page that shows one order after another whose personalization waits for a person. */
export function ReviewView({ queue, onToast }: ReviewViewProps) {
  const round = useRound(queue);
  const { current, upcoming, waiting } = round;
  const [notices, setNotices] = useState<string[]>([]);
  const [listed, setListed] = useState<QueuedOrder[] | null>(null);
  useAutoRefresh(REFRESH_MS, true);
  const events: ReviewEvents = {
    onToast,
    onDone: (order, { toast, notice }) => {
      if (toast) onToast(toast);
      setNotices(notice ? [notice] : []);
      round.finish([order], false);
    },
    onSkip: (order, toast) => {
      if (toast) onToast(toast);
      setNotices([]);
      round.finish([order], true);
    },
  };
  return (
    <Page title={REVIEW.title} backAction={{ content: REVIEW.back, url: addressOfList("/app/orders") }}>
      <BlockStack gap="400">
        {notices.length > 0 && (
          <Banner tone="info" onDismiss={() => setNotices([])}>
            <BlockStack>
              {notices.map((notice) => (
                <p key={notice}>{notice}</p>
              ))}
            </BlockStack>
          </Banner>
        )}
        {current && (
          <Box paddingInline={{ xs: "400", sm: "0" }}>
            <InlineStack gap="400" align="space-between" blockAlign="center">
              <InlineStack gap="200" blockAlign="baseline">
                <Text as="p" fontWeight="semibold">
                  {REVIEW.progress(round.position, waiting)}
                </Text>
                <Subdued>{REVIEW.left(waiting)}</Subdued>
              </InlineStack>
              {upcoming.length > 0 && (
                <Button onClick={() => setListed([current, ...upcoming].slice(0, REVIEW_LIMIT))}>
                  {REVIEW.several}
                </Button>
              )}
            </InlineStack>
          </Box>
        )}
        {/* The next one is loaded with its texts and pictures. Of one kind and key, so that its turn loads nothing again. */}
        {[...(current ? [current] : []), ...upcoming.slice(0, 1)].map((order) => (
          <ReviewCard key={order.number} order={order} active={order === current} {...events} />
        ))}
        {!current && !round.loadsMore && <NothingLeft skipped={round.skipped} onStartAgain={round.startAgain} />}
      </BlockStack>
      {listed && (
        <ReviewList
          orders={listed}
          onClose={() => setListed(null)}
          onAnswer={({ done, toast, notices }) => {
            setListed(null);
            if (toast) onToast(toast);
            setNotices(notices);
            round.finish(done, false);
          }}
        />
      )}
    </Page>
  );
}

interface Finished {
  isSkipped: boolean;
  /** When its newest review arose that was there by then. */
  latest: string;
}

/** A text that changed after its approval waits again: its review arose later than all that were finished. */
const isFinished = (finished: ReadonlyMap<string, Finished>, { number, since }: QueuedOrder): boolean => {
  const one = finished.get(number);
  return one !== undefined && (one.isSkipped || since <= one.latest);
};

/** One way through the queue: each order once, and once more where another text waits after its approval. */
function useRound(queue: ReviewQueue) {
  const navigate = useNavigate();
  const [finished, setFinished] = useState<ReadonlyMap<string, Finished>>(new Map());
  const [kept, setKept] = useState<QueuedOrder | null>(null);
  const unfinished = queue.orders.filter((one) => !isFinished(finished, one));
  // An order that leaves the queue while it is shown says why before the next one's turn.
  const keeps = kept !== null && !isFinished(finished, kept);
  const current = keeps ? kept : (unfinished[0] ?? null);
  const upcoming = unfinished.filter(({ number }) => number !== current?.number);
  const loadsMore = current === null && queue.next !== null;
  useEffect(() => setKept(current), [current?.number, current?.since]);
  useEffect(() => {
    if (loadsMore && queue.next) navigate(`${REVIEW_QUEUE.url}?after=${queue.next}`, { replace: true });
  }, [loadsMore, queue.next]);
  const finishedHere = queue.orders.length - unfinished.length;
  return {
    current,
    upcoming,
    /** The next part of the queue is on its way. */
    loadsMore,
    position: finished.size + 1,
    waiting: Math.max(queue.waiting - finishedHere, current ? 1 : 0),
    skipped: [...finished.values()].filter(({ isSkipped }) => isSkipped).length,
    finish: (orders: readonly QueuedOrder[], isSkipped: boolean) => {
      const latestOf = ({ number, latest }: QueuedOrder) => {
        const listed = queue.orders.find((one) => one.number === number);
        return listed && listed.latest > latest ? listed.latest : latest;
      };
      const entries = orders.map((one) => [one.number, { isSkipped, latest: latestOf(one) }] as const);
      setFinished((before) => new Map([...before, ...entries]));
    },
    startAgain: () => {
      setFinished(new Map());
      navigate(REVIEW_QUEUE.url, { replace: true });
    },
  };
}

function NothingLeft({ skipped, onStartAgain }: { skipped: number; onStartAgain(): void }) {
  const orders = { content: REVIEW.viewOrders, url: addressOfList("/app/orders") };
  return (
    <Card>
      {skipped > 0 ? (
        <EmptyState
          heading={REVIEW.end(skipped)}
          action={{ content: REVIEW.startAgain, onAction: onStartAgain }}
          secondaryAction={orders}
          image={emptyImage}
        >
          <p>{REVIEW.endText}</p>
        </EmptyState>
      ) : (
        <EmptyState heading={REVIEW.reviewed} action={orders} image={emptyImage}>
          <p>{REVIEW.reviewedText}</p>
        </EmptyState>
      )}
    </Card>
  );
}
