import { Badge, Banner, BlockStack, Box, InlineStack, Layout, Page, Text } from "@shopify/polaris";
import { UNCERTAINTIES } from "../../orders/core/attention.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import { timeAgo, formatDateTime } from "../common/format.ts";
import { useShop } from "../common/shop-context.tsx";
import { StateBadge } from "../common/state-badge.tsx";
import type { ActionControls, ActionRequest } from "./action-button.tsx";
import { nothingToPrintCopy, PAGE } from "./copy.ts";
import { UncertaintySummary } from "./uncertainty-summary.tsx";
import { HistoryCard } from "./history-card.tsx";
import { LinesCard } from "./lines-card.tsx";
import { adminUrl } from "./fix-links.ts";
import { PersonalizationTexts } from "./personalization-texts.tsx";
import { PriceCard, type PriceState } from "./price-card.tsx";
import { ReasonBanner } from "./reason-banner.tsx";
import { SubmissionCard } from "./submission-card.tsx";
import { useActions } from "./use-actions.tsx";

export interface OrderViewProps {
  page: OrderDetails;
  price: PriceState;
  /** The customer's texts to review; undefined while loading. */
  personalization: Personalization | undefined;
  /** The action under way. */
  busy: ActionRequest | null;
  /** The last action was not done: the order changed before it. */
  conflict: boolean;
  /** What the last refresh could not find out, in sentences. */
  problems: readonly string[];
  onAction(request: ActionRequest): void;
}

/** The page of one order: its status, its reasons for attention, and its actions. */
export function OrderView({ page, price, personalization, busy, conflict, problems, onAction }: OrderViewProps) {
  const { timezone } = useShop();
  const { controls, dialog } = useActions(page, busy, onAction);
  return (
    <Page
      title={PAGE.title(page.name)}
      titleMetadata={<Badges page={page} />}
      subtitle={[PAGE.placed(formatDateTime(page.placedAt, timezone)), ...checkedText(page)].join(" · ")}
      backAction={{ content: PAGE.back, url: "/app/orders" }}
      secondaryActions={[
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
          <Main
            page={page}
            personalization={personalization}
            controls={controls}
            conflict={conflict}
            problems={problems}
          />
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            {page.submissions.length > 0 && <PriceCard priceState={price} submissions={page.submissions} />}
            <HistoryCard history={page.history} showReference={page.submissions.length > 1} />
          </BlockStack>
        </Layout.Section>
      </Layout>
      {dialog}
    </Page>
  );
}

/** When Shopify and the print service last answered; none for a side that never did. */
function checkedText({ readAt, submissions, now }: OrderDetails): string[] {
  const checkedSide = (side: string, at: string | null | undefined) =>
    at ? [`${side} ${timeAgo(at, new Date(now))}`] : [];
  const service = submissions.flatMap((one) => one.checkedAt ?? []).sort();
  const checked = [...checkedSide("Shopify", readAt), ...checkedSide("print service", service.at(-1))];
  return checked.length > 0 ? [PAGE.checked(checked)] : [];
}

type MainProps = Pick<OrderViewProps, "page" | "personalization" | "conflict" | "problems"> & {
  controls: ActionControls;
};

function Main({ page, personalization, controls, conflict, problems }: MainProps) {
  const hasSeveral = page.submissions.length > 1;
  const referenceOf = (id: string | null) =>
    hasSeveral ? (page.submissions.find((one) => one.id === id)?.reference ?? null) : null;
  return (
    <BlockStack gap="400">
      {conflict && (
        <Banner tone="warning" title={PAGE.conflict.title}>
          <Text as="p">{PAGE.conflict.message}</Text>
        </Banner>
      )}
      {problems.length > 0 && (
        <Banner tone="warning" title={PAGE.refreshProblems}>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Banner>
      )}
      {page.reasons.map((reason) => (
        // Polaris adds space between adjacent banners.
        <Box key={reason.id}>
          <ReasonBanner
            reason={reason}
            orderNumber={page.number}
            reference={referenceOf(reason.submissionId)}
            controls={controls}
          >
            {UNCERTAINTIES.includes(reason.code) && <UncertaintyOf page={page} id={reason.submissionId} />}
            {reason.code === "personalization_review" && (
              <PersonalizationTexts
                lineId={reason.lineId}
                names={[reason.detail["properties"] ?? []].flat().map(String)}
                personalization={personalization}
              />
            )}
          </ReasonBanner>
        </Box>
      ))}
      {page.submissions.length === 0 && <NothingToPrint page={page} />}
      {page.submissions.toReversed().map((submission) => (
        <SubmissionCard
          key={submission.id}
          submission={submission}
          erased={page.erased}
          now={page.now}
          controls={controls}
        />
      ))}
      <LinesCard lines={page.lines} ignored={page.ignoredReason !== null} controls={controls} />
    </BlockStack>
  );
}

function UncertaintyOf({ page, id }: { page: OrderDetails; id: string | null }) {
  const uncertainty = page.submissions.find((one) => one.id === id)?.uncertainty;
  return uncertainty ? <UncertaintySummary uncertainty={uncertainty} /> : null;
}

/** Why nothing of an order is printed. */
function NothingToPrint({ page }: { page: OrderDetails }) {
  const { title, message } = nothingToPrintCopy(page);
  return (
    <Banner tone="info" title={title}>
      <Text as="p">{message}</Text>
    </Banner>
  );
}

function Badges({ page }: { page: OrderDetails }) {
  const current = page.submissions.find(({ id }) => id === page.currentSubmissionId);
  return (
    <InlineStack gap="200">
      {current ? (
        <StateBadge state={current.state} />
      ) : (
        <Badge>{page.ignoredReason ? PAGE.badges.ignored : PAGE.badges.nothingToPrint}</Badge>
      )}
      {page.cancelled && <Badge tone="critical">{PAGE.badges.cancelled}</Badge>}
      {page.test && <Badge tone="info">{PAGE.badges.test}</Badge>}
      {page.erased && <Badge tone="attention">{PAGE.badges.erased}</Badge>}
    </InlineStack>
  );
}
