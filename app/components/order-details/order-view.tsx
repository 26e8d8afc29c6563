import { Badge, Banner, BlockStack, InlineStack, Layout, Page, useBreakpoints, type PageProps } from "@shopify/polaris";
import { IDLE_STATES } from "../../orders/core/states.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import { timeAgo, formatDateTime } from "../common/format.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY } from "../common/copy.ts";
import { addressOfList } from "../common/list-address.ts";
import { useAutoRefresh } from "../common/use-auto-refresh.ts";
import { useShop } from "../common/shop-context.tsx";
import { StateBadge } from "../common/badges.tsx";
import { OrderActionButton, type ActionControls, type ActionRequest, useActions } from "./actions.tsx";
import { LINES_CARD, nothingToPrintCopy, PAGE, NEIGHBORS } from "./copy.ts";
import { CustomerCard, needsShopify } from "./customer-card.tsx";
import { useRecipient } from "./recipient.tsx";
import { HistoryCard } from "./history-card.tsx";
import { LinesCard } from "./lines.tsx";
import { adminUrl, reasonCodesOf } from "./reasons.ts";
import { OrderTextsCard } from "./order-texts.tsx";
import { PriceCard, type PriceState } from "./price-card.tsx";
import { ReasonBanners } from "./reason-banners.tsx";
import { SubmissionCard } from "./submission-card.tsx";
import { useFetcher, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { Neighbors } from "../../orders/pages/list/read-page.ts";

const REFRESH_MS = 5_000;

/** States that only a merchant's action or a change in Shopify ends. */
const FINAL_STATES = [...IDLE_STATES, "fulfilled"];

export interface OrderViewProps {
  page: OrderDetails;
  price: PriceState;
  /** The customer's texts; undefined while loading. */
  personalization: Personalization | undefined;
  /** The action under way. */
  busy: ActionRequest | null;
  /** The last action did not reach the app, or its answer did not come back. */
  failed: boolean;
  /** The last action was not done: the order changed before it. */
  conflict: boolean;
  /** What the last refresh could not find out, in sentences. */
  problems: readonly string[];
  onAction(request: ActionRequest): void;
  /** A change of the order was saved or withdrawn. */
  onChanged(message: string): void;
}

/** The page of one order: its status, its reasons for attention, and its actions. */
export function OrderView({ page, price, busy, onAction, onChanged, ...main }: OrderViewProps) {
  const { timezone } = useShop();
  const isChanging = page.submissions.some(({ replaced, state }) => !replaced && !FINAL_STATES.includes(state));
  useAutoRefresh(REFRESH_MS, page.refreshing || isChanging);
  const inShopify = useRecipient(page.number, needsShopify(page) ? "shown" : "")?.current;
  const { controls, dialog } = useActions(page, busy, onAction, onChanged);
  const neighbors = useNeighbors(page.number);
  return (
    <Page
      title={PAGE.title(page.name)}
      titleMetadata={<Badges page={page} />}
      subtitle={[PAGE.placed(formatDateTime(page.placedAt, timezone)), ...checkedText(page)].join(" · ")}
      backAction={{ content: PAGE.back, url: addressOfList("/app/orders") }}
      pagination={neighbors.pagination}
      secondaryActions={[
        ...neighbors.actions,
        {
          content: PAGE.refresh,
          loading: busy?.action === "refresh" || page.refreshing,
          disabled: busy !== null,
          onAction: () => onAction({ action: "refresh" }),
        },
        { content: PAGE.viewInShopify, url: adminUrl(page.number), target: "_top" },
      ]}
    >
      <Layout>
        <Layout.Section>
          <Main page={page} controls={controls} {...main} />
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            {(page.submissions.length > 0 || !page.erased) && (
              <CustomerCard page={page} controls={controls} inShopify={inShopify} />
            )}
            {page.submissions.length > 0 && <PriceCard priceState={price} submissions={page.submissions} />}
            <HistoryCard history={page.history} showReference={page.submissions.length > 1} />
            {/* Last: a note of any length that comes later moves no other card. */}
            {!page.erased && <OrderTextsCard personalization={main.personalization} />}
          </BlockStack>
        </Layout.Section>
      </Layout>
      {dialog}
    </Page>
  );
}

/** When Shopify and the print service last answered; none for a side that never did. */
function checkedText({ readAt, submissions, now }: OrderDetails): string[] {
  const ago = (at: string | null | undefined) => (at ? timeAgo(at, new Date(now)) : null);
  const lastChecked = submissions.flatMap((one) => one.checkedAt ?? []).sort();
  return PAGE.checked(ago(readAt), ago(lastChecked.at(-1)));
}

type MainProps = Pick<OrderViewProps, "page" | "personalization" | "failed" | "conflict" | "problems"> & {
  controls: ActionControls;
};

function Main({ page, personalization, controls, failed, conflict, problems }: MainProps) {
  return (
    <BlockStack gap="400">
      {failed && <MessageBanner tone="critical" {...COPY.requestFailed} />}
      {conflict && <MessageBanner tone="warning" {...PAGE.conflict} />}
      {problems.length > 0 && (
        <Banner tone="warning" title={PAGE.refreshProblems}>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Banner>
      )}
      <ReasonBanners page={page} personalization={personalization} controls={controls} />
      {page.submissions.length === 0 && (page.reasons.length === 0 || page.actions.length > 0) && (
        <NothingToPrint page={page} controls={controls} />
      )}
      {page.submissions.toReversed().map((submission) => (
        <SubmissionCard
          key={submission.id}
          page={page}
          submission={submission}
          personalization={personalization}
          controls={controls}
        />
      ))}
      <OtherLines page={page} personalization={personalization} controls={controls} />
    </BlockStack>
  );
}

/** The lines that no active print order shows. */
function OtherLines({ page, personalization, controls }: Pick<MainProps, "page" | "personalization" | "controls">) {
  const active = page.submissions.filter(({ state, replaced }) => state !== "cancelled" && !replaced);
  const shown = new Set(active.flatMap(({ items }) => items.map(({ lineId }) => lineId)));
  const lines = page.lines.filter(({ id }) => !shown.has(id));
  if (lines.length === 0) return null;
  return (
    <LinesCard
      title={shown.size > 0 ? LINES_CARD.others : LINES_CARD.title}
      lines={lines}
      personalization={personalization}
      orderNumber={page.number}
      ignored={page.ignoredReason !== null || page.cancelled}
      controls={controls}
    />
  );
}

/** Why nothing of an order is printed. */
function NothingToPrint({ page, controls }: { page: OrderDetails; controls: ActionControls }) {
  const { title, text } = nothingToPrintCopy(page);
  return (
    <Banner tone="info" title={title}>
      <BlockStack gap="200" inlineAlign="start">
        <p>{text}</p>
        {page.actions.map((action) => (
          <OrderActionButton key={action} action={action} controls={controls} />
        ))}
      </BlockStack>
    </Banner>
  );
}

/** What an order without a print order is called. */
function emptyBadge({ ignoredReason, reasons }: OrderDetails): string {
  if (ignoredReason) return PAGE.badges.ignored;
  return reasons.length > 0 ? PAGE.badges.notSent : PAGE.badges.nothingToPrint;
}

function Badges({ page }: { page: OrderDetails }) {
  const current = page.submissions.find(({ id }) => id === page.currentSubmissionId);
  return (
    <InlineStack gap="200">
      {current ? (
        <StateBadge state={current.state} reasons={reasonCodesOf(page, current)} />
      ) : (
        <Badge>{emptyBadge(page)}</Badge>
      )}
      {page.cancelled && <Badge tone="critical">{PAGE.badges.cancelled}</Badge>}
      {page.submissions.some(({ practice }) => practice) && <Badge tone="info">{PAGE.badges.practice}</Badge>}
      {page.test && <Badge tone="info">{PAGE.badges.test}</Badge>}
      {page.erased && <Badge tone="attention">{PAGE.badges.erased}</Badge>}
    </InlineStack>
  );
}

/** The way to the orders before and after this one, in the list as it was seen last. On a phone it is in the menu of actions. */
export function useNeighbors(number: string): Required<Pick<PageProps, "pagination">> & {
  actions: { content: string; onAction(): void }[];
} {
  const { load, data } = useFetcher<Neighbors>();
  const navigate = useNavigate();
  const { smDown } = useBreakpoints();
  useEffect(() => {
    const [, query = ""] = addressOfList("/app/orders").split("?");
    load(`/app/orders/${number}/neighbors?${query}`);
  }, [load, number]);
  const { previous = null, next = null } = data ?? {};
  const open = (neighbor: string | null) => () => void (neighbor && navigate(`/app/orders/${neighbor}`));
  const actions = [
    ...(previous ? [{ content: NEIGHBORS.previous, onAction: open(previous) }] : []),
    ...(next ? [{ content: NEIGHBORS.next, onAction: open(next) }] : []),
  ];
  return {
    pagination: {
      hasPrevious: previous !== null,
      hasNext: next !== null,
      onPrevious: open(previous),
      onNext: open(next),
      accessibilityLabel: NEIGHBORS.label,
      accessibilityLabels: { previous: NEIGHBORS.previous, next: NEIGHBORS.next },
    },
    actions: smDown ? actions : [],
  };
}
