import { Banner, BlockStack, Button, Card, SkeletonBodyText, Text } from "@shopify/polaris";
import type { AccountView } from "../../settings/edit/view-account.ts";
import { WebhookRow } from "../webhooks/webhook-row.tsx";
import { LoadFailedBanner } from "../webhooks/load-failed-banner.tsx";
import { useWebhooksOverview } from "../webhooks/use-webhooks-overview.ts";
import { Section } from "./section.tsx";

/** How our addresses stand at the print service. It is asked when the page is already there. */
export function WebhooksSection({ account }: { account: AccountView }) {
  return (
    <Section
      id="webhooks"
      title="Tracking and status updates"
      description="The print service calls these addresses with news of your orders. They are registered by themselves when you connect. Should a call not arrive, the app asks on its own."
    >
      <Card>
        {account.state === "none" ? (
          <Text as="p" tone="subdued">
            Connect the print service first.
          </Text>
        ) : (
          <WebhookStatuses />
        )}
      </Card>
    </Section>
  );
}

function WebhookStatuses() {
  const { overview, loadFailed, load } = useWebhooksOverview();
  if (loadFailed) return <LoadFailedBanner onRetry={load} />;
  if (!overview) return <SkeletonBodyText lines={5} />;
  const undecided = overview.webhooks.some(({ state, foreignKept }) => state === "other" && !foreignKept);
  return (
    <BlockStack gap="400">
      {undecided && (
        <Banner
          tone="warning"
          title="Another address gets updates from the print service"
          action={{ content: "Choose who gets updates", url: "/app/webhooks" }}
        >
          <p>Inkbridge left it in place. Keep it, or use this app&apos;s address instead.</p>
        </Banner>
      )}
      {overview.webhooks.map((webhook) => (
        <WebhookRow key={webhook.kind} webhook={webhook} />
      ))}
      <div>
        <Button url="/app/webhooks">Manage registrations</Button>
      </div>
    </BlockStack>
  );
}
