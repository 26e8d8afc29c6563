import { Badge, Banner, BlockStack, Box, InlineStack, Layout, Page, Text } from "@shopify/polaris";
import type { OrderPage } from "../../orders/pages/details/order-page.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import { ago, moment } from "../common/format.ts";
import { useShop } from "../common/shop-context.tsx";
import { StateBadge } from "../common/state-badge.tsx";
import type { Acting } from "./action-button.tsx";
import type { Wish } from "./act-words.ts";
import { Doubt } from "./uncertainty-summary.tsx";
import { HistoryCard } from "./history-card.tsx";
import { LinesCard } from "./lines-card.tsx";
import { adminUrl } from "./fix-links.ts";
import { NothingToPrint } from "./nothing-to-print.tsx";
import { PersonalTexts } from "./personalization-texts.tsx";
import { PriceCard, type PriceAsked } from "./price-card.tsx";
import { ReasonBanner } from "./reason-banner.tsx";
import { SubmissionCard } from "./submission-card.tsx";
import { useActing } from "./use-actions.tsx";

export interface OrderViewProps {
  page: OrderPage;
  price: PriceAsked;
  /** The buyer's texts that wait for a look; undefined while they come. */
  personalization: Personalization | undefined;
  /** What is being done right now. */
  busy: Wish | null;
  /** The last wish was not done: the order had moved on. */
  refused: boolean;
  /** What a refresh could not find out, in sentences. */
  troubles: readonly string[];
  onAct(wish: Wish): void;
}

/** One order: what happens with it, why it stands, what can be done. */
export function OrderView({ page, price, personalization, busy, refused, troubles, onAct }: OrderViewProps) {
  const { timezone } = useShop();
  const { acting, dialog } = useActing(page, busy, onAct);
  return (
    <Page
      title={`Order ${page.name}`}
      titleMetadata={<Badges page={page} />}
      subtitle={[`Placed ${moment(page.placedAt, timezone)}`, ...checkedWords(page)].join(" · ")}
      backAction={{ content: "Orders", url: "/app/orders" }}
      secondaryActions={[
        {
          content: "Refresh",
          loading: busy?.act === "refresh" || page.refreshing,
          disabled: busy !== null,
          onAction: () => onAct({ act: "refresh" }),
        },
        { content: "View in Shopify", url: adminUrl(page.number), target: "_top" },
      ]}
    >
      <Layout>
        <Layout.Section>
          <Main page={page} personalization={personalization} acting={acting} refused={refused} troubles={troubles} />
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            {page.submissions.length > 0 && <PriceCard asked={price} submissions={page.submissions} />}
            <HistoryCard history={page.history} named={page.submissions.length > 1} />
          </BlockStack>
        </Layout.Section>
      </Layout>
      {dialog}
    </Page>
  );
}

/** When each side was last asked, where it was. */
function checkedWords({ readAt, submissions, now }: OrderPage): string[] {
  const words = (side: string, at: string | null | undefined) => (at ? [`${side} ${ago(at, new Date(now))}`] : []);
  const service = submissions.flatMap((one) => one.checkedAt ?? []).sort();
  const checked = [...words("Shopify", readAt), ...words("print service", service.at(-1))];
  return checked.length > 0 ? [`Checked: ${checked.join(", ")}`] : [];
}

type MainProps = Pick<OrderViewProps, "page" | "personalization" | "refused" | "troubles"> & { acting: Acting };

function Main({ page, personalization, acting, refused, troubles }: MainProps) {
  const several = page.submissions.length > 1;
  const referenceOf = (id: string | null) =>
    several ? (page.submissions.find((one) => one.id === id)?.reference ?? null) : null;
  return (
    <BlockStack gap="400">
      {refused && (
        <Banner tone="warning" title="That is not possible any more.">
          <Text as="p">The order has moved on meanwhile. What you see now is how it stands.</Text>
        </Banner>
      )}
      {troubles.length > 0 && (
        <Banner tone="warning" title="Not everything could be refreshed">
          {troubles.map((trouble) => (
            <p key={trouble}>{trouble}</p>
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
            acting={acting}
          >
            {IN_DOUBT.includes(reason.code) && <DoubtOf page={page} id={reason.submissionId} />}
            {reason.code === "personalization_review" && (
              <PersonalTexts
                lineId={reason.lineId}
                names={[reason.detail["properties"] ?? []].flat().map(String)}
                read={personalization}
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
          acting={acting}
        />
      ))}
      <LinesCard lines={page.lines} leftAlone={page.leftAlone !== null} acting={acting} />
    </BlockStack>
  );
}

const IN_DOUBT: readonly string[] = ["uncertain", "uncertain_decide"];

function DoubtOf({ page, id }: { page: OrderPage; id: string | null }) {
  const doubt = page.submissions.find((one) => one.id === id)?.doubt;
  return doubt ? <Doubt doubt={doubt} /> : null;
}

function Badges({ page }: { page: OrderPage }) {
  const current = page.submissions.find(({ id }) => id === page.current);
  return (
    <InlineStack gap="200">
      {current ? (
        <StateBadge state={current.state} />
      ) : (
        <Badge>{page.leftAlone ? "Left alone" : "Nothing to print"}</Badge>
      )}
      {page.cancelledAt !== null && <Badge tone="critical">Cancelled in Shopify</Badge>}
      {page.test && <Badge tone="info">Test order</Badge>}
      {page.erased && <Badge tone="attention">Personal data erased</Badge>}
    </InlineStack>
  );
}
