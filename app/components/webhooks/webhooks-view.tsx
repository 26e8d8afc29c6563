import { BlockStack, Card, EmptyState, InlineGrid, Page, SkeletonBodyText } from "@shopify/polaris";
import type { WebhooksOverview } from "../../print-accounts/webhooks/webhook-status.ts";
import type { UnmatchedPage } from "../../print-accounts/webhooks/unmatched-events.ts";
import noConnection from "../common/empty-orders.svg";
import { COPY as COMMON } from "../common/copy.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY, KIND_LABELS } from "./copy.ts";
import { AccessKeyCard } from "./access-key-card.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { UnmatchedCard } from "./unmatched-card.tsx";
import { useWebhookActions, type WebhookActions } from "./use-webhook-actions.ts";
import { LoadFailedBanner, useWebhooksOverview } from "./use-webhooks-overview.tsx";

/** The webhooks of the print account: their status, and the updates that arrived. */
export function WebhooksView({ connected, unmatched }: { connected: boolean; unmatched: UnmatchedPage }) {
  return (
    <Page title={COPY.title} subtitle={COPY.subtitle} backAction={{ content: COMMON.settings, url: "/app/settings" }}>
      {connected ? <ConnectedView unmatched={unmatched} /> : <NotConnected />}
    </Page>
  );
}

function NotConnected() {
  return (
    <Card>
      <EmptyState
        heading={COPY.notConnected.title}
        image={noConnection}
        action={{ content: COPY.notConnected.action, url: "/app/settings" }}
      >
        <p>{COPY.notConnected.text}</p>
      </EmptyState>
    </Card>
  );
}

function ConnectedView({ unmatched }: { unmatched: UnmatchedPage }) {
  const actions = useWebhookActions();
  return (
    <BlockStack gap="400">
      {actions.failed && <MessageBanner tone="critical" {...COMMON.requestFailed} />}
      <RegisteredWebhooks actions={actions} />
      <UnmatchedCard unmatched={unmatched} actions={actions} />
    </BlockStack>
  );
}

function RegisteredWebhooks({ actions }: { actions: WebhookActions }) {
  const { overview, loadFailed, load, loading } = useWebhooksOverview();
  if (loadFailed) return <LoadFailedBanner onRetry={load} />;
  if (overview === null) return <NotConnected />;
  return (
    <>
      {overview ? <Webhooks {...{ overview, actions, load, loading }} /> : <Loading />}
      <AccessKeyCard overview={overview} actions={actions} />
    </>
  );
}

interface WebhooksProps extends Pick<ReturnType<typeof useWebhooksOverview>, "load" | "loading"> {
  overview: WebhooksOverview;
  actions: WebhookActions;
}

function Webhooks({ overview, actions, load, loading }: WebhooksProps) {
  const otherShops = overview.shops - 1;
  return (
    <>
      {otherShops > 0 && (
        <MessageBanner tone="info" title={COPY.shared.title(overview.shops)} text={COPY.shared.text} />
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
    </>
  );
}

/** As tall as a webhook without a problem: what is below stays where it is. */
const SKELETON_LINES = 15;

function Loading() {
  return (
    <InlineGrid columns={{ xs: 1, lg: 2 }} gap="400">
      {Object.keys(KIND_LABELS).map((kind) => (
        <Card key={kind}>
          <SkeletonBodyText lines={SKELETON_LINES} />
        </Card>
      ))}
    </InlineGrid>
  );
}
