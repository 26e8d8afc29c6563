import { Badge, Banner, BlockStack, Button, ButtonGroup, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { AccountView } from "../../settings/edit/view-account.ts";
import { OutageBanner } from "../common/banners.tsx";
import { DateTime } from "../common/date-time.tsx";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { COPY } from "./copy.ts";
import { TestReport } from "./test-report.tsx";
import { SyncGapBanner } from "./sync-gap-banner.tsx";
import { useConnectionTest, useDisconnect } from "./use-account.ts";
import { Note, Subheading } from "../common/text.tsx";

const text = COPY.account;
const { loginExpired } = text;

interface Props {
  account: Exclude<AccountView, { state: "none" }>;
  onChange(): void;
}

/** The connected print account: its status, and the actions on it. */
export function AccountConnected({ account, onChange }: Props) {
  const [disconnecting, setDisconnecting] = useState(false);
  const { start, testing, test, failed } = useConnectionTest();
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <InlineStack gap="200" blockAlign="center">
            <Subheading breakWord>{account.email}</Subheading>
            {account.state === "connected" ? (
              <Badge tone="success">{text.connected}</Badge>
            ) : (
              <Badge tone="critical">{text.rejected}</Badge>
            )}
          </InlineStack>
          {account.state === "connected" && account.since && (
            <Note>
              {text.connected} <DateTime at={account.since} />
            </Note>
          )}
        </BlockStack>
        {account.state === "rejected" && (
          <Banner
            tone="critical"
            title={loginExpired.title}
            action={{ content: loginExpired.action, onAction: onChange }}
          >
            <p>
              {loginExpired.since} <DateTime at={account.refusedAt} />. {loginExpired.text}
            </p>
          </Banner>
        )}
        {account.state === "connected" && account.gap && <SyncGapBanner gap={account.gap} />}
        {account.state === "connected" && account.outage && <OutageBanner outage={account.outage} />}
        {test && <TestReport test={test} />}
        {failed && <Banner tone="warning">{text.testFailed}</Banner>}
        <ButtonGroup>
          <Button onClick={start} loading={testing}>
            {text.test}
          </Button>
          <Button onClick={onChange}>{text.change}</Button>
          <Button variant="plain" tone="critical" onClick={() => setDisconnecting(true)}>
            {text.disconnect}
          </Button>
        </ButtonGroup>
      </BlockStack>
      <DisconnectModal open={disconnecting} onClose={() => setDisconnecting(false)} />
    </Card>
  );
}

/** Asks before the print account is disconnected, and says what follows for orders. */
function DisconnectModal({ open, onClose }: { open: boolean; onClose(): void }) {
  const { disconnect, disconnecting, failed } = useDisconnect(onClose);
  const { title, unsent, sent, failed: failedText } = COPY.disconnectModal;
  return (
    <ConfirmDialog
      open={open}
      title={title}
      label={text.disconnect}
      destructive
      busy={disconnecting}
      onConfirm={disconnect}
      onClose={onClose}
    >
      <BlockStack gap="200">
        {failed && <Banner tone="critical">{failedText}</Banner>}
        <Text as="p">{unsent}</Text>
        <Text as="p">{sent}</Text>
      </BlockStack>
    </ConfirmDialog>
  );
}
