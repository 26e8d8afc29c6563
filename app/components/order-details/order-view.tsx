import { Badge, Banner, BlockStack, Box, InlineStack, Layout, Page, Text } from "@shopify/polaris";
import { UNCERTAINTIES } from "../../orders/core/attention.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import { timeAgo, formatDateTime } from "../common/format.ts";
import { useShop } from "../common/shop-context.tsx";
import { StateBadge } from "../common/state-badge.tsx";
import type { ActionControls } from "./action-button.tsx";
import type { ActionRequest } from "./act-words.ts";
import { UncertaintySummary } from "./uncertainty-summary.tsx";
import { HistoryCard } from "./history-card.tsx";
import { LinesCard } from "./lines-card.tsx";
import { adminUrl } from "./fix-links.ts";
import { NothingToPrint } from "./nothing-to-print.tsx";
import { PersonalizationTexts } from "./personalization-texts.tsx";
import { PriceCard, type PriceState } from "./price-card.tsx";
import { ReasonBanner } from "./reason-banner.tsx";
import { SubmissionCard } from "./submission-card.tsx";
import { useActions } from "./use-actions.tsx";

export interface OrderViewProps {
  page: OrderDetails;
  price: PriceState;
  /** The buyer's texts that wait for a look; undefined while they come. */
  personalization: Personalization | undefined;
  /** What is being done right now. */
  busy: ActionRequest | null;
  /** The last wish was not done: the order had moved on. */
  conflict: boolean;
  /** What a refresh could not find out, in sentences. */
  problems: readonly string[];
  onAction(wish: ActionRequest): void;
}

/** One order: what happens with it, why it stands, what can be done. */
export function OrderView({ page, price, personalization, busy, conflict, problems, onAction }: OrderViewProps) {
  const { timezone } = useShop();
  const { controls, dialog } = useActions(page, busy, onAction);
  return (
    <Page
      title={`Order ${page.name}`}
      titleMetadata={<Badges page={page} />}
      subtitle={[`Placed ${formatDateTime(page.placedAt, timezone)}`, ...checkedText(page)].join(" · ")}
      backAction={{ content: "Orders", url: "/app/orders" }}
      secondaryActions={[
        {
          content: "Refresh",
          loading: busy?.action === "refresh" || page.refreshing,
          disabled: busy !== null,
          onAction: () => onAction({ action: "refresh" }),
        },
        { content: "View in Shopify", url: adminUrl(page.number), target: "_top" },
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

/** When each side was last asked, where it was. */
function checkedText({ readAt, submissions, now }: OrderDetails): string[] {
  const checkedSide = (side: string, at: string | null | undefined) =>
    at ? [`${side} ${timeAgo(at, new Date(now))}`] : [];
  const service = submissions.flatMap((one) => one.checkedAt ?? []).sort();
  const checked = [...checkedSide("Shopify", readAt), ...checkedSide("print service", service.at(-1))];
  return checked.length > 0 ? [`Checked: ${checked.join(", ")}`] : [];
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
        <Banner tone="warning" title="That is not possible any more.">
          <Text as="p">The order has moved on meanwhile. What you see now is how it stands.</Text>
        </Banner>
      )}
      {problems.length > 0 && (
        <Banner tone="warning" title="Not everything could be refreshed">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Banner>
      )}
      {page.reasons.map((reason) => (
        // Polaris puts banners that stand side by side further apart.
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

function Badges({ page }: { page: OrderDetails }) {
  const current = page.submissions.find(({ id }) => id === page.currentSubmissionId);
  return (
    <InlineStack gap="200">
      {current ? (
        <StateBadge state={current.state} />
      ) : (
        <Badge>{page.ignoredReason ? "Left alone" : "Nothing to print"}</Badge>
      )}
      {page.cancelled && <Badge tone="critical">Cancelled in Shopify</Badge>}
      {page.test && <Badge tone="info">Test order</Badge>}
      {page.erased && <Badge tone="attention">Personal data erased</Badge>}
    </InlineStack>
  );
}
