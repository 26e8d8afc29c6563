import { Badge, BlockStack, Box, Button, Checkbox, InlineStack, Link, SkeletonBodyText, Text } from "@shopify/polaris";
import { lazy, Suspense } from "react";
import { ATTENTION, reasonWords } from "../../orders/core/attention.ts";
import { SHIPPED_STATES, type SubmissionState } from "../../orders/core/states.ts";
import type { InboxEntry } from "../../orders/pages/inbox/inbox.ts";
import { AttentionBadge } from "../common/badges.tsx";
import { DateTime } from "../common/date-time.tsx";
import { timeAgo } from "../common/format.ts";
import { orderUrl } from "../common/page-links.ts";
import { useShop } from "../common/shop-context.tsx";
import { Small, SmallNote, Strong, Subdued } from "../common/text.tsx";
import { ENTRY, SNOOZE } from "./copy.ts";

/** The actions of an order are most of the page's code: they come with the first order that is opened. */
const EntryActions = lazy(() =>
  import("./entry-actions.tsx").then(({ EntryActions: actions }) => ({ default: actions })),
);

const LOADING = (
  <Box minHeight="120px">
    <SkeletonBodyText lines={4} />
  </Box>
);

/** What staff can do, by the order's state, where Inkbridge can pay for an order and cancel it at the print service. */
const WRITABLE_FIXES: Readonly<Partial<Record<SubmissionState, "fixHere" | "tooLateFix">>> = {
  submitted: "fixHere",
  in_production: "tooLateFix",
};

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
  const { pays, cancels } = useShop();
  const isWritable = first === "payment_due_at_provider" ? pays : first === "cancelled_after_sent" && cancels;
  const fixKey = isWritable && order.state ? WRITABLE_FIXES[order.state] : undefined;
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
            {/* Open, the banners say it. */}
            {words && !open && (
              <Text as="p">
                {words.message} <Subdued>{(first && fixKey && ATTENTION[first][fixKey]) || words.fix}</Subdued>
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
                <Suspense fallback={LOADING}>
                  <EntryActions number={order.number} loading={LOADING} onToast={onToast} />
                </Suspense>
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
