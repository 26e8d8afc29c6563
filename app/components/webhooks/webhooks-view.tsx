import { Banner, BlockStack, Card, EmptyState, InlineGrid, Page, SkeletonBodyText } from "@shopify/polaris";
import type { UnmatchedPage } from "../../print-accounts/webhooks/unmatched-events.ts";
import { counted } from "../common/format.ts";
import noConnection from "../orders-index/empty-orders.svg";
import { KeyCard } from "./access-key-card.tsx";
import { RegistrationCard } from "./webhook-card.tsx";
import { UnmatchedCard } from "./unmatched-card.tsx";
import { UnreadBanner } from "./load-failed-banner.tsx";
import { useActs, type Acts } from "./use-webhook-actions.ts";
import { useStanding } from "./use-webhooks-overview.ts";

/** The addresses that the print service calls with news: how they stand there, and what came. */
export function RegistrationsView({ connected, unmatched }: { connected: boolean; unmatched: UnmatchedPage }) {
  return (
    <Page
      title="Registrations"
      subtitle="Addresses that the print service calls with tracking and order status updates"
      backAction={{ content: "Settings", url: "/app/settings" }}
    >
      {connected ? <Connected unmatched={unmatched} /> : <NotConnected />}
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

function Connected({ unmatched }: { unmatched: UnmatchedPage }) {
  const acts = useActs();
  return (
    <BlockStack gap="400">
      {acts.failed && (
        <Banner tone="critical" title="The app could not be reached.">
          <p>It is not known whether that was done. Try again in a moment.</p>
        </Banner>
      )}
      <AtService acts={acts} />
      <UnmatchedCard unmatched={unmatched} acts={acts} />
    </BlockStack>
  );
}

function AtService({ acts }: { acts: Acts }) {
  const { standing, unread, load, loading } = useStanding();
  if (unread) return <UnreadBanner onRetry={load} />;
  if (standing === undefined) return <Loading />;
  if (standing === null) return <NotConnected />;
  const others = standing.shops - 1;
  return (
    <>
      {others > 0 && (
        <Banner tone="info" title={`${counted(standing.shops, "store")} share these registrations`}>
          <p>They use one account at the print service. What you change here changes for all of them.</p>
        </Banner>
      )}
      <InlineGrid columns={{ xs: 1, lg: 2 }} gap="400" alignItems="start">
        {standing.registrations.map((registration) => (
          <RegistrationCard
            key={registration.kind}
            registration={registration}
            acts={acts}
            others={others}
            onAsk={load}
            asking={loading}
          />
        ))}
      </InlineGrid>
      <KeyCard standing={standing} acts={acts} />
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
