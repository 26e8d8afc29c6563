import { Banner, BlockStack, Button, Card, SkeletonBodyText, Text } from "@shopify/polaris";
import type { AccountView } from "../../settings/edit/view-account.ts";
import { RegistrationRow } from "../webhooks/webhook-row.tsx";
import { UnreadBanner } from "../webhooks/load-failed-banner.tsx";
import { useStanding } from "../webhooks/use-webhooks-overview.ts";
import { Section } from "./section.tsx";

/** How our addresses stand at the print service. It is asked when the page is already there. */
export function RegistrationsSection({ account }: { account: AccountView }) {
  return (
    <Section
      id="registrations"
      title="Tracking and status updates"
      description="The print service calls these addresses with news of your orders. They are registered by themselves when you connect. Should a call not arrive, the app asks on its own."
    >
      <Card>
        {account.state === "none" ? (
          <Text as="p" tone="subdued">
            Connect the print service first.
          </Text>
        ) : (
          <Registrations />
        )}
      </Card>
    </Section>
  );
}

function Registrations() {
  const { standing, unread, load } = useStanding();
  if (unread) return <UnreadBanner onRetry={load} />;
  if (!standing) return <SkeletonBodyText lines={5} />;
  const undecided = standing.registrations.some(({ found, otherKept }) => found === "other" && !otherKept);
  return (
    <BlockStack gap="400">
      {undecided && (
        <Banner
          tone="warning"
          title="Another address gets updates from the print service"
          action={{ content: "Choose who gets updates", url: "/app/registrations" }}
        >
          <p>Inkbridge left it in place. Keep it, or use this app&apos;s address instead.</p>
        </Banner>
      )}
      {standing.registrations.map((registration) => (
        <RegistrationRow key={registration.kind} registration={registration} />
      ))}
      <div>
        <Button url="/app/registrations">Manage registrations</Button>
      </div>
    </BlockStack>
  );
}
