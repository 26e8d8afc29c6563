import { Badge, BlockStack, Box, Button, Checkbox, InlineStack, Link, SkeletonBodyText, Text } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { ActionResult } from "../../orders/actions/submission-actions.ts";
import { reasonWords } from "../../orders/core/attention.ts";
import { SHIPPED_STATES } from "../../orders/core/states.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { InboxEntry } from "../../orders/pages/inbox/inbox.ts";
import { AttentionBadge } from "../common/badges.tsx";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { DateTime } from "../common/date-time.tsx";
import { timeAgo } from "../common/format.ts";
import { orderUrl } from "../common/page-links.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";
import { Small, SmallNote, Strong, Subdued } from "../common/text.tsx";
import { DONE_MESSAGES } from "../order-details/action-copy.ts";
import { PAGE as ORDER } from "../order-details/copy.ts";
import { ReasonBanners } from "../order-details/reason-banners.tsx";
import { useActions, type ActionRequest } from "../order-details/actions.tsx";
import { usePersonalization } from "../order-details/order-texts.tsx";
import { useLoadedReview } from "../order-details/review-item.tsx";
import { ENTRY, SNOOZE } from "./copy.ts";

interface EntryProps {
  entry: InboxEntry;
  now: string;
  /** Shopify's id of the acting user. */
  me: string;
  selected: boolean;
  open: boolean;
  onSelect(selected: boolean): void;
  onOpen(open: boolean): void;
  onToast(message: string): void;
}

/** An order that needs a person: why, since when, and on request what can be done, as the order's page has it. */
export function Entry({ entry, now, me, selected, open, onSelect, onOpen, onToast }: EntryProps) {
  const { order, codes, since, assignee, snooze } = entry;
  const [first] = codes;
  const words = first && reasonWords(first, order.state !== null && SHIPPED_STATES.includes(order.state));
  const detailsId = `inbox-actions-${order.number}`;
  const label = open ? ENTRY.hide : ENTRY.show;
  return (
    <Box padding="400" background={selected ? "bg-surface-selected" : undefined}>
      <div style={{ display: "flex", alignItems: "start", gap: "var(--p-space-300)" }}>
        <Checkbox label={ENTRY.select(order.name)} labelHidden checked={selected} onChange={onSelect} />
        <div style={{ flex: 1, minWidth: 0 }}>
          <BlockStack gap="150">
            <InlineStack gap="200" blockAlign="center">
              <Link dataPrimaryLink monochrome removeUnderline url={orderUrl(order.number, "inbox")}>
                <Strong>{order.name}</Strong>
              </Link>
              {codes.map((code) => (
                <AttentionBadge key={code} code={code} />
              ))}
              {assignee && <Badge>{ENTRY.assignedTo(assigneeName(assignee, me))}</Badge>}
            </InlineStack>
            {words && (
              <Text as="p">
                {words.message} <Subdued>{words.fix}</Subdued>
              </Text>
            )}
            <SmallNote>
              {ENTRY.since} <DateTime at={since} /> ({timeAgo(since, new Date(now))})
              {snooze && (
                <Small>
                  {" "}
                  · {ENTRY.snoozed} <DateTime at={snooze.until} /> · {SNOOZE.reasons[snooze.reason]}
                </Small>
              )}
            </SmallNote>
            <InlineStack>
              <Button
                variant="plain"
                disclosure={open ? "up" : "down"}
                ariaExpanded={open}
                ariaControls={open ? detailsId : undefined}
                accessibilityLabel={ENTRY.of(label, order.name)}
                onClick={() => onOpen(!open)}
              >
                {label}
              </Button>
            </InlineStack>
            {open && (
              <div id={detailsId}>
                <EntryActions number={order.number} onToast={onToast} />
              </div>
            )}
          </BlockStack>
        </div>
      </div>
    </Box>
  );
}

const assigneeName = ({ userId, name }: NonNullable<InboxEntry["assignee"]>, me: string): string =>
  userId === me ? ENTRY.me : (name ?? ENTRY.unnamed);

/** Loads the order with its reasons and their actions. */
function EntryActions({ number, onToast }: { number: string; onToast(message: string): void }) {
  const { loaded, loading, reload } = useLoadedReview(number);
  if (loaded?.status === "unreachable") {
    const tryAgain = { content: COMMON.tryAgain, loading, onAction: reload };
    return <MessageBanner tone="critical" text={ENTRY.unread} action={tryAgain} />;
  }
  if (loaded?.status === "gone") return <SmallNote>{ENTRY.gone}</SmallNote>;
  if (loaded) return <OrderActions page={loaded.page} onToast={onToast} />;
  return (
    <Box minHeight="120px">
      <SkeletonBodyText lines={4} />
    </Box>
  );
}

interface ActionAnswer {
  result: ActionResult;
  action: Exclude<ActionRequest["action"], "refresh">;
}

/** What the order's page offers for each reason: the same words, actions and dialogs, answered by its own action. */
function OrderActions({ page, onToast }: { page: OrderDetails; onToast(message: string): void }) {
  const { submit, data, state, json } = useFetcher<ActionAnswer | RequestFailed>();
  const busy = state === "idle" ? null : ((json ?? null) as ActionRequest | null);
  const failed = hasFailed(data);
  const answer = failed ? undefined : data;
  useEffect(() => {
    if (answer?.result === "done") onToast(DONE_MESSAGES[answer.action]);
    if (answer?.result === "unchanged") onToast(ORDER.unchanged);
    // Runs once per answer: the function may change without one.
  }, [answer]);
  const send = (request: ActionRequest) =>
    submit(request, { method: "post", encType: "application/json", action: orderUrl(page.number) });
  const { controls, dialog } = useActions(page, busy, send, onToast);
  const personalization = usePersonalization(page);
  const conflict = answer !== undefined && answer.result !== "done" && answer.result !== "unchanged";
  return (
    <BlockStack gap="300">
      {!busy && failed && <MessageBanner tone="critical" {...COMMON.requestFailed} />}
      {!busy && conflict && <MessageBanner tone="warning" {...ORDER.conflict} />}
      <ReasonBanners page={page} personalization={personalization} controls={controls} />
      {dialog}
    </BlockStack>
  );
}
