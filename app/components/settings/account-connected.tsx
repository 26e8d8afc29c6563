import { Badge, Banner, BlockStack, Button, ButtonGroup, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { AccountView } from "../../settings/edit/view-account.ts";
import { OutageBanner } from "../common/outage-banner.tsx";
import { DateTime } from "../common/date-time.tsx";
import { DisconnectModal } from "./disconnect-modal.tsx";
import { TestReport } from "./test-report.tsx";
import { SyncGapBanner } from "./sync-gap-banner.tsx";
import { useConnectionTest } from "./use-account.ts";

interface Props {
  account: Exclude<AccountView, { state: "none" }>;
  onChange(): void;
}

/** A print account that is connected: how it stands, a test, other credentials, an end. */
export function AccountConnected({ account, onChange }: Props) {
  const [disconnecting, setDisconnecting] = useState(false);
  const { start, testing, test, failed } = useConnectionTest();
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h3" variant="headingSm" breakWord>
              {account.email}
            </Text>
            {account.state === "connected" ? (
              <Badge tone="success">Connected</Badge>
            ) : (
              <Badge tone="critical">Refused</Badge>
            )}
          </InlineStack>
          {account.state === "connected" && account.since && (
            <Text as="p" tone="subdued">
              Since <DateTime at={account.since} />
            </Text>
          )}
        </BlockStack>
        {account.state === "rejected" && (
          <Banner
            tone="critical"
            title="The print service does not accept this e-mail and password any more."
            action={{ content: "Enter them again", onAction: onChange }}
          >
            <p>
              Since <DateTime at={account.refusedAt} /> nothing is sent. Orders wait, and go on as soon as the account
              is accepted again.
            </p>
          </Banner>
        )}
        {account.state === "connected" && account.gap && <SyncGapBanner gap={account.gap} />}
        {account.state === "connected" && account.outage && <OutageBanner outage={account.outage} />}
        {test && <TestReport test={test} />}
        {failed && <Banner tone="warning">The test could not be made. Try again in a moment.</Banner>}
        <ButtonGroup>
          <Button onClick={start} loading={testing}>
            Test connection
          </Button>
          <Button onClick={onChange}>Use other credentials</Button>
          <Button variant="plain" tone="critical" onClick={() => setDisconnecting(true)}>
            Disconnect
          </Button>
        </ButtonGroup>
      </BlockStack>
      <DisconnectModal open={disconnecting} onClose={() => setDisconnecting(false)} />
    </Card>
  );
}
