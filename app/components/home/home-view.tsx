import { BlockStack, Layout, Page, Card, InlineGrid, InlineStack, Link, Text, Banner, List } from "@shopify/polaris";
import { useState } from "react";
import { FAILED_COUNT_LIMIT } from "../../failed-webhooks/limit.ts";
import type { Home, Figures } from "../../home/home.ts";
import type { ShopifyLimit } from "../../orders/pages/shopify-limit.ts";
import {
  AccountBanner,
  MessageBanner,
  OutageBanner,
  ShopifyLimitBanner,
  UnreadableSettingsBanner,
} from "../common/banners.tsx";
import { costChangeText } from "../common/cost-change.ts";
import { DateTime } from "../common/date-time.tsx";
import { formatDate, formatDateTime, formatNumber, formatUpTo } from "../common/format.ts";
import { useAutoRefresh } from "../common/use-auto-refresh.ts";
import { useDenied, useShop, useSupportUrl } from "../common/shop-context.tsx";
import { AttentionCard, ProductsCard, SystemCard } from "./status-cards.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { PauseSendingDialog, SendingPausedBanner } from "../common/sending-pause.tsx";
import { COPY } from "./copy.ts";
import { GuideCard } from "./guide-card.tsx";
import { WaitingPaymentsBanner } from "./waiting-payments.tsx";
import { LISTS, SETTINGS_LINKS } from "../common/page-links.ts";
import { COUNT_LIMIT } from "../../orders/pages/list/tabs.ts";
import { SHIPPED_STATES } from "../../orders/core/states.ts";
import { SmallNote } from "../common/text.tsx";
import type { CostAlert, SkuCheckSummary, SkuAlert } from "../../sku-checks/findings.ts";
import { gidNumber } from "../../ports/gid.ts";

const READING_REFRESH_MS = 3_000;

/** The state of the shop: open setup steps, problems, and the number of orders by progress. */
export function HomeView({ home, shopifyLimit }: { home: Home; shopifyLimit: ShopifyLimit | null }) {
  const { failedWebhooks: failed } = COPY;
  const shop = useShop();
  const { reading } = home.placedBeforeStart;
  useAutoRefresh(READING_REFRESH_MS, reading);
  const [pausing, setPausing] = useState(false);
  const denied = useDenied();
  return (
    <Page
      title={COPY.title}
      subtitle={shop.name}
      secondaryActions={[
        { content: COPY.dryRun, url: "/app/dry-run" },
        { content: COPY.diagnostics, url: "/app/diagnostics" },
        ...(home.sendingPause
          ? []
          : [{ content: COMMON.sendingPause.pause, disabled: denied, onAction: () => setPausing(true) }]),
      ]}
    >
      <BlockStack gap="400">
        <SendingPausedBanner pause={home.sendingPause} />
        <ShopifyLimitBanner limit={shopifyLimit} />
        <UnreadableSettingsBanner unreadable={home.unreadableSettings} onSettingsPage={false} />
        {home.failedWebhooks > 0 && (
          <MessageBanner
            tone="warning"
            title={failed.title(home.failedWebhooks, FAILED_COUNT_LIMIT)}
            text={failed.text(home.failedWebhooks)}
            action={{ content: failed.action, url: "/app/failed-webhooks" }}
          />
        )}
        {home.dataRequests && (
          <MessageBanner
            tone="warning"
            title={COPY.dataRequests.title(home.dataRequests.count)}
            text={COPY.dataRequests.text(formatDate(home.dataRequests.dueAt, shop.timezone))}
            action={{ content: COPY.dataRequests.action, url: "/app/data-requests" }}
          />
        )}
        {reading && <MessageBanner tone="info" {...COPY.readingMissed} />}
        {home.placedBeforeStart.orders > 0 && <PlacedBeforeStartBanner home={home} />}
        {home.fulfilledFirst > 0 && (
          <MessageBanner
            tone="warning"
            title={COPY.fulfilledFirst.title}
            text={COPY.fulfilledFirst.text(home.fulfilledFirst)}
            action={{
              content: COPY.fulfilledFirst.action,
              url: "/app/orders?tab=attention&reason=fulfilled_elsewhere",
            }}
          />
        )}
        {home.skuCheck && <SkuAlertBanners {...home.skuCheck} />}
        <CatalogBanner catalog={home.catalog} />
        {home.blockedSince && <BlockedBanner since={home.blockedSince} />}
        <AccountProblem account={home.account} showsGuide={home.guide !== null} />
        {home.outage && (
          <OutageBanner
            outage={home.outage}
            action={{ content: COPY.testConnection, url: SETTINGS_LINKS.print_account }}
          />
        )}
        <WaitingPaymentsBanner waiting={home.waitingPayments} />
        {home.tokenEndsAt && <TokenEndBanner endsAt={home.tokenEndsAt} />}
        {home.guide && <GuideCard progress={home.guide} />}
        {(home.hasOrders || home.guide === null) && <Work home={home} />}
      </BlockStack>
      {pausing && <PauseSendingDialog onClose={() => setPausing(false)} />}
    </Page>
  );
}

/** Before the first order, the setup guide alone says what is to be done. */
function Work({ home }: { home: Home }) {
  return (
    <>
      <WeekLine home={home} />
      <FiguresCard figures={home.figures} />
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <AttentionCard {...home} />
            <ProductsCard products={home.products} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <SystemCard home={home} />
        </Layout.Section>
      </Layout>
    </>
  );
}

/** What the catalog says of mapped SKUs, in one line. */
function CatalogBanner({ catalog: { counts, shrank } }: Pick<Home, "catalog">) {
  const { title, kinds, action, url } = COPY.catalog;
  const found = COPY.catalog.found(counts);
  if (found === "" && !shrank) return null;
  const tab = kinds.find((kind) => counts[kind] > 0);
  const link = { content: action, url: tab && !shrank ? `${url}?tab=${tab}` : url };
  return (
    <MessageBanner
      tone="warning"
      title={title}
      text={[found, ...(shrank ? [COPY.catalog.shrank] : [])].filter(Boolean).join(" ")}
      action={link}
    />
  );
}

/** Orders that nobody sends unless staff does. */
function PlacedBeforeStartBanner({ home: { placedBeforeStart, goLiveAt } }: { home: Home }) {
  const { timezone } = useShop();
  const { orders, whileUninstalled } = placedBeforeStart;
  const { title, action } = whileUninstalled ? COPY.placedWhileUninstalled : COPY.placedBeforeStart;
  const text = whileUninstalled
    ? COPY.placedWhileUninstalled.text
    : COPY.placedBeforeStart.text(formatDateTime(goLiveAt, timezone));
  return (
    <MessageBanner
      tone="warning"
      title={title(orders)}
      text={text}
      action={{ content: action, url: "/app/orders?tab=not_printed" }}
    />
  );
}

/** Shopify takes no requests from the server's address, which its operator has to fix. */
function BlockedBanner({ since }: { since: string }) {
  const { blocked } = COPY;
  const supportUrl = useSupportUrl();
  const text = (
    <>
      {blocked.since} <DateTime at={since} />. {blocked.text}
    </>
  );
  const action =
    supportUrl === null ? undefined : { content: blocked.action, url: supportUrl, target: "_blank" as const };
  return <MessageBanner tone="critical" title={blocked.title} text={text} action={action} />;
}

/** Why no orders are sent. The first step of the setup guide replaces the banner for a missing connection. */
function AccountProblem({ account, showsGuide }: { account: Home["account"]; showsGuide: boolean }) {
  if (account.state === "rejected") {
    const { since, text } = COPY.accountRejected;
    const sentence = (
      <>
        {since} <DateTime at={account.since} />. {text}
      </>
    );
    return <AccountBanner status="account_rejected" text={sentence} />;
  }
  if (account.state === "none" && !showsGuide) {
    return <AccountBanner status="not_connected" text={COPY.notConnected} />;
  }
  return null;
}

/** Whether all is well, in one line. */
function WeekLine({ home }: { home: Home }) {
  const { week } = COPY;
  const { ofWeek, others } = home.needingStaff;
  const isWell = ofWeek + others === 0;
  return (
    <Card>
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <Text as="p" variant="headingSm">
          {weekText(home)}
        </Text>
        <Link url={isWell ? "/app/reports?period=7" : LISTS.inbox}>{isWell ? week.reports : week.inbox}</Link>
      </InlineStack>
    </Card>
  );
}

function weekText({ figures, needingStaff: { ofWeek, others }, ...home }: Home): string {
  const { week } = COPY;
  const count = `${formatNumber(figures.week)}${figures.moreRecent ? "+" : ""}`;
  const orders = `${count} ${figures.week === 1 ? "order" : "orders"}`;
  if (ofWeek + others >= COUNT_LIMIT) return week.many(formatUpTo(COUNT_LIMIT, ofWeek + others));
  const needing = [...(ofWeek > 0 ? [week.needing(ofWeek, orders)] : []), ...(others > 0 ? [week.others(others)] : [])];
  if (needing.length > 0) return needing.join(" ");
  if (figures.week === 0) return week.none;
  const isStopped = home.account.state === "rejected" || home.account.state === "none";
  const isWell = !isStopped && !home.outage && !home.blockedSince && !home.sendingPause && !home.waitingPayments;
  return isWell ? week.well(orders) : week.stopped(orders);
}

/** The access token of the print account has to be replaced by a person. */
function TokenEndBanner({ endsAt }: { endsAt: string }) {
  const { title, until, text, action } = COMMON.tokenEnds;
  const sentence = (
    <>
      {until} <DateTime at={endsAt} />. {text}
    </>
  );
  return (
    <MessageBanner
      tone="warning"
      title={title}
      text={sentence}
      action={{ content: action, url: SETTINGS_LINKS.print_account }}
    />
  );
}

const figuresText = COPY.figures;

/** The number of orders by progress, with links to the orders. */
function FiguresCard({ figures }: { figures: Figures }) {
  const since = `&from=${figures.since}`;
  const capped = (count: number) => formatUpTo(COUNT_LIMIT, count);
  const recent = (count: number) => `${formatNumber(count)}${figures.moreRecent ? "+" : ""}`;
  return (
    <Card>
      <InlineGrid columns={{ xs: 2, sm: 3, md: 5 }} gap="400">
        <Figure
          label={figuresText.attention}
          tab="attention"
          count={capped(figures.attention)}
          period={figuresText.now}
        />
        <Figure label={figuresText.waiting} tab="waiting" count={capped(figures.waiting)} period={figuresText.now} />
        <Figure
          label={figuresText.atProvider}
          tab="at_provider"
          count={capped(figures.at_provider)}
          period={figuresText.now}
        />
        <Figure
          label={figuresText.shipped}
          tab={`all&state=${SHIPPED_STATES.join()}${since}`}
          count={recent(figures.shipped)}
          period={figuresText.recent}
        />
        <Figure
          label={figuresText.fulfilled}
          tab={`fulfilled${since}`}
          count={recent(figures.fulfilled)}
          period={figuresText.recent}
        />
      </InlineGrid>
    </Card>
  );
}

function Figure({ label, tab, count, period }: { label: string; tab: string; count: string; period: string }) {
  return (
    <BlockStack gap="100">
      <Text as="h2" variant="headingSm">
        <Link url={`/app/orders?tab=${tab}`} monochrome removeUnderline>
          {label}
        </Link>
      </Text>
      <Text as="p" variant="headingLg">
        {count}{" "}
        <Text as="span" visuallyHidden>
          {figuresText.unit}
        </Text>
      </Text>
      <SmallNote>{period}</SmallNote>
    </BlockStack>
  );
}

const alertText = COPY.skuAlerts;

/** Print SKUs that the service no longer accepts or that cost something else, with links to their variants. */
function SkuAlertBanners({ rejected, costRaised, costLowered }: Omit<SkuCheckSummary, "enabled" | "last">) {
  return (
    <>
      {rejected.count > 0 && (
        <Banner tone="critical" title={alertText.rejected.title(rejected.count)}>
          <SkuList {...rejected} intro={alertText.rejected.text} moreUrl={alertText.rejected.moreUrl} />
        </Banner>
      )}
      {costRaised.count > 0 && (
        <Banner tone="warning" title={alertText.costRaised.title(costRaised.count)}>
          <SkuList {...costRaised} intro={alertText.costRaised.text} />
        </Banner>
      )}
      {costLowered.count > 0 && (
        <Banner tone="info" title={alertText.costLowered.title(costLowered.count)}>
          <SkuList {...costLowered} intro={alertText.costLowered.text} />
        </Banner>
      )}
    </>
  );
}

interface SkuListProps {
  count: number;
  skus: (SkuAlert & Partial<CostAlert>)[];
  intro: string;
  /** The page that lists all of them. */
  moreUrl?: string;
}

function SkuList({ count, skus, intro, moreUrl }: SkuListProps) {
  const more = alertText.more(count - skus.length);
  return (
    <BlockStack gap="100">
      <p>{intro}</p>
      <List gap="extraTight">
        {skus.map(({ itemSku, productGid, variantGid, productTitle, changes }) => (
          <List.Item key={itemSku}>
            <Link url={`/app/products/${gidNumber(productGid)}?variant=${gidNumber(variantGid)}`} monochrome>
              {itemSku}
            </Link>
            {productTitle === null ? "" : ` · ${productTitle}`}
            {changes?.map((change) => (
              <p key={change.country.code}>{costChangeText(change)}</p>
            ))}
          </List.Item>
        ))}
      </List>
      {count > skus.length && (
        <p>
          {moreUrl ? (
            <Link url={moreUrl} monochrome>
              {more}
            </Link>
          ) : (
            more
          )}
        </p>
      )}
    </BlockStack>
  );
}
