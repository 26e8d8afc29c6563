import { Banner, BlockStack, Card, EmptyState, InlineGrid, Page, SkeletonBodyText } from "@shopify/polaris";
import type { UnmatchedPage } from "../../print-accounts/webhooks/unmatched-events.ts";
import { pluralize } from "../common/format.ts";
import noConnection from "../orders-index/empty-orders.svg";
import { AccessKeyCard } from "./access-key-card.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { UnmatchedCard } from "./unmatched-card.tsx";
import { LoadFailedBanner } from "./load-failed-banner.tsx";
import { useWebhookActions, type WebhookActions } from "./use-webhook-actions.ts";
import { useWebhooksOverview } from "./use-webhooks-overview.ts";

/** The addresses that the print service calls with news: how they stand there, and what came. */
export function WebhooksView({ connected, unmatched }: { connected: boolean; unmatched: UnmatchedPage }) {
  return (
    <Page
      title="Registrations"
      subtitle="Addresses that the print service calls with tracking and order status updates"
      backAction={{ content: "Settings", url: "/app/settings" }}
    >
      {connected ? <ConnectedView unmatched={unmatched} /> : <NotConnected />}
    </Page>
  );
}

function NotConnected() {
  return (
    <Card>
      <EmptyState
        heading="No print service is connected"
        image={noConnection}
        action={{ content: "Connect it in the settings", url: "/app/settings" }}
      >
        <p>This app registers its addresses there by itself when you connect.</p>
      </EmptyState>
    </Card>
  );
}

function ConnectedView({ unmatched }: { unmatched: UnmatchedPage }) {
  const actions = useWebhookActions();
  return (
    <BlockStack gap="400">
      {actions.failed && (
        <Banner tone="critical" title="The app could not be reached.">
          <p>It is not known whether that was done. Try again in a moment.</p>
        </Banner>
      )}
      <RegisteredWebhooks actions={actions} />
      <UnmatchedCard unmatched={unmatched} actions={actions} />
    </BlockStack>
  );
}

function RegisteredWebhooks({ actions }: { actions: WebhookActions }) {
  const { overview, loadFailed, load, loading } = useWebhooksOverview();
  if (loadFailed) return <LoadFailedBanner onRetry={load} />;
  if (overview === undefined) return <Loading />;
  if (overview === null) return <NotConnected />;
  const otherShops = overview.shops - 1;
  return (
    <>
      {otherShops > 0 && (
        <Banner tone="info" title={`${pluralize(overview.shops, "store")} share these registrations`}>
          <p>They use one account at the print service. What you change here changes for all of them.</p>
        </Banner>
      )}
      <InlineGrid columns={{ xs: 1, lg: 2 }} gap="400" alignItems="start">
        {overview.webhooks.map((webhook) => (
          <WebhookCard
            key={webhook.kind}
            webhook={webhook}
            actions={actions}
            otherShops={otherShops}
            onReload={load}
            loading={loading}
          />
        ))}
      </InlineGrid>
      <AccessKeyCard overview={overview} actions={actions} />
    </>
  );
}

function Loading() {
  return (
    <InlineGrid columns={{ xs: 1, lg: 2 }} gap="400">
      <Card>
        <SkeletonBodyText lines={8} />
      </Card>
      <Card>
        <SkeletonBodyText lines={8} />
      </Card>
    </InlineGrid>
  );
}
