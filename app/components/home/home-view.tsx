import { Banner, BlockStack, Layout, Page, Text } from "@shopify/polaris";
import { FAILED_COUNT_LIMIT } from "../../failed-webhooks/limit.ts";
import type { Home } from "../../home/home.ts";
import { AccountBanner } from "../common/account-banner.tsx";
import { DateTime } from "../common/date-time.tsx";
import { OutageBanner } from "../common/outage-banner.tsx";
import { useShop } from "../common/shop-context.tsx";
import { UnreadableSettingsBanner } from "../common/unreadable-settings-banner.tsx";
import { AttentionCard } from "./attention-card.tsx";
import { COPY } from "./copy.ts";
import { FiguresCard } from "./figures-card.tsx";
import { GuideCard } from "./guide-card.tsx";
import { SystemCard } from "./system-card.tsx";

const CONNECTION = "/app/settings#print-account";

/** The state of the shop: open setup steps, problems, and the number of orders by progress. */
export function HomeView({ home }: { home: Home }) {
  return (
    <Page title={COPY.title} subtitle={useShop().name}>
      <BlockStack gap="400">
        <UnreadableSettingsBanner unreadable={home.unreadableSettings} onSettingsPage={false} />
        {home.failedWebhooks > 0 && <FailedWebhooksBanner count={home.failedWebhooks} />}
        <AccountProblem account={home.account} showsGuide={home.guide !== null} />
        {home.outage && (
          <OutageBanner outage={home.outage} action={{ content: COPY.testConnection, url: CONNECTION }} />
        )}
        {home.guide && <GuideCard progress={home.guide} />}
        <FiguresCard figures={home.figures} />
        <Layout>
          <Layout.Section>
            <AttentionCard attentions={home.attentions} />
          </Layout.Section>
          <Layout.Section variant="oneThird">
            <SystemCard home={home} />
          </Layout.Section>
        </Layout>
      </BlockStack>
    </Page>
  );
}

function FailedWebhooksBanner({ count }: { count: number }) {
  const { title, text, action } = COPY.failedWebhooks;
  return (
    <Banner
      tone="warning"
      title={title(count, FAILED_COUNT_LIMIT)}
      action={{ content: action, url: "/app/failed-webhooks" }}
    >
      <Text as="p">{text}</Text>
    </Banner>
  );
}

/** Says that no orders are sent, and why. The setup guide, while it is shown, asks for the first connection itself. */
function AccountProblem({ account, showsGuide }: { account: Home["account"]; showsGuide: boolean }) {
  if (account.state === "rejected") {
    return (
      <AccountBanner status="account_rejected">
        {COPY.accountRejected.since} <DateTime at={account.since} />. {COPY.accountRejected.text}
      </AccountBanner>
    );
  }
  if (account.state === "none" && !showsGuide) {
    return <AccountBanner status="not_connected">{COPY.notConnected}</AccountBanner>;
  }
  return null;
}
