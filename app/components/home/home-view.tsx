import { BlockStack, Layout, Page } from "@shopify/polaris";
import type { Home } from "../../home/home.ts";
import { OutageBanner } from "../common/outage-banner.tsx";
import { useShop } from "../common/shop-context.tsx";
import { ReadProblems } from "./read-problems.tsx";
import { AccountProblem } from "./account-problem.tsx";
import { AttentionCard } from "./attention-card.tsx";
import { FiguresCard } from "./figures-card.tsx";
import { GuideCard } from "./guide-card.tsx";
import { SystemCard } from "./system-card.tsx";

const CONNECTION = "/app/settings#print-account";

/** How the shop stands: what is still to be set up, what waits for somebody, and how many orders are where. */
export function HomeView({ home }: { home: Home }) {
  return (
    <Page title="Inkbridge" subtitle={useShop().name}>
      <BlockStack gap="400">
        <ReadProblems failedWebhooks={home.failedWebhooks} unreadableSettings={home.unreadableSettings} />
        <AccountProblem account={home.account} showsGuide={home.guide !== null} />
        {home.outage && (
          <OutageBanner outage={home.outage} action={{ content: "Test the connection", url: CONNECTION }} />
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
