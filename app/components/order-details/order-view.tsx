import { Badge, BlockStack, InlineGrid, InlineStack, Page, useBreakpoints, type PageProps } from "@shopify/polaris";
import { IDLE_STATES } from "../../orders/core/states.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import { timeAgo, formatDateTime } from "../common/format.ts";
import { addressOfList, useListName } from "../common/list-address.ts";
import { LISTS, orderUrl } from "../common/page-links.ts";
import { useAutoRefresh } from "../common/use-auto-refresh.ts";
import { useShop } from "../common/shop-context.tsx";
import { StateBadge } from "../common/badges.tsx";
import { ActingColumn } from "./acting-column.tsx";
import { useActions, type OrderRequests } from "./actions.tsx";
import { ClaimsCard } from "./claims-card.tsx";
import { PAGE, NEIGHBORS } from "./copy.ts";
import { CustomerCard, recipientKey } from "./customer-card.tsx";
import { useRecipient } from "./recipient.tsx";
import { HistoryCard } from "./history-card.tsx";
import { ItemsCard } from "./lines.tsx";
import { adminUrl, reasonCodesOf } from "./reasons.ts";
import { OrderTextsCard } from "./order-texts.tsx";
import { PriceCard, type PriceState } from "./price-card.tsx";
import { SubmissionCard } from "./submission-card.tsx";
import { useFetcher, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { Neighbors } from "../../orders/pages/list/read-page.ts";

const REFRESH_MS = 5_000;

/** States that only a merchant's action or a change in Shopify ends. */
const FINAL_STATES = [...IDLE_STATES, "fulfilled"];

interface OrderViewProps extends OrderRequests {
  page: OrderDetails;
  price: PriceState;
  /** The customer's texts; undefined while loading. */
  personalization: Personalization | undefined;
}

/** The page of one order: one column that acts, and one that tells. */
export function OrderView({ page, price, personalization, busy, onAction, onChanged, ...feedback }: OrderViewProps) {
  const { timezone } = useShop();
  const isChanging = page.submissions.some(({ replaced, state }) => !replaced && !FINAL_STATES.includes(state));
  useAutoRefresh(REFRESH_MS, page.refreshing || isChanging);
  const { controls, dialog } = useActions(page, busy, onAction, onChanged);
  const neighbors = useNeighbors(page.number);
  return (
    <Page
      title={PAGE.title(page.name)}
      titleMetadata={<Badges page={page} />}
      subtitle={[PAGE.placed(formatDateTime(page.placedAt, timezone)), ...checkedText(page)].join(" · ")}
      backAction={neighbors.backAction}
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
      {/* On a phone one below the other, as screen readers and the keyboard go, too: what acts comes first. */}
      <InlineGrid columns={{ xs: "minmax(0, 1fr)", md: "minmax(0, 5fr) minmax(0, 8fr)" }} gap="400" alignItems="start">
        <section aria-label={PAGE.acts}>
          <ActingColumn page={page} personalization={personalization} controls={controls} {...feedback} />
        </section>
        <section aria-label={PAGE.tells}>
          <TellingColumn page={page} price={price} personalization={personalization} />
        </section>
      </InlineGrid>
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

type TellingColumnProps = Pick<OrderViewProps, "page" | "price" | "personalization">;

/** What was ordered, for whom, what is written about it, and what became of it. */
function TellingColumn({ page, price, personalization }: TellingColumnProps) {
  const hasSubmissions = page.submissions.length > 0;
  const inShopify = useRecipient(page.number, recipientKey(page))?.current;
  return (
    <BlockStack gap="400">
      <ItemsCard page={page} personalization={personalization} />
      {!page.erased && <OrderTextsCard personalization={personalization} />}
      {(hasSubmissions || !page.erased) && <CustomerCard page={page} inShopify={inShopify} />}
      {page.submissions.toReversed().map((submission) => (
        <SubmissionCard key={submission.id} page={page} submission={submission} />
      ))}
      <ClaimsCard page={page} />
      {hasSubmissions && <PriceCard priceState={price} submissions={page.submissions} />}
      <HistoryCard history={page.history} showReference={page.submissions.length > 1} />
    </BlockStack>
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

/**
 * The way back to the list, and to the orders before and after this one in the list as it was seen last. On a phone, the neighbors are in
 * the menu of actions.
 */
function useNeighbors(number: string): Required<Pick<PageProps, "pagination" | "backAction">> & {
  actions: { content: string; onAction(): void }[];
} {
  const { load, data } = useFetcher<Neighbors>();
  const navigate = useNavigate();
  const { smDown } = useBreakpoints();
  const list = useListName();
  useEffect(() => {
    const [, query = ""] = addressOfList(LISTS[list]).split("?");
    load(`/app/orders/${number}/neighbors?list=${list}&${query}`);
  }, [load, number, list]);
  const { previous = null, next = null } = data ?? {};
  const open = (neighbor: string | null) => () => void (neighbor && navigate(orderUrl(neighbor, list)));
  const actions = [
    ...(previous ? [{ content: NEIGHBORS.previous, onAction: open(previous) }] : []),
    ...(next ? [{ content: NEIGHBORS.next, onAction: open(next) }] : []),
  ];
  return {
    backAction: { content: NEIGHBORS.back[list], url: addressOfList(LISTS[list]) },
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
