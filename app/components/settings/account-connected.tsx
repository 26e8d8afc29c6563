import { Badge, Banner, BlockStack, Button, ButtonGroup, Card, InlineStack } from "@shopify/polaris";
import type { AccountView } from "../../settings-page/view-account.ts";
import { OutageBanner } from "../common/banners.tsx";
import { DateTime } from "../common/date-time.tsx";
import { COPY } from "./copy.ts";
import { DisconnectModal } from "./disconnect-modal.tsx";
import { TestReport } from "./test-report.tsx";
import { SyncGapBanner } from "./sync-gap-banner.tsx";
import { useConnectionTest, type AccountActions } from "./use-account.ts";
import { Note, Subheading } from "../common/text.tsx";

const text = COPY.account;
const { loginExpired } = text;

interface Props {
  account: Exclude<AccountView, { state: "none" | "practice" }>;
  actions: AccountActions;
  onChange(): void;
}

/** The connected live account: its status, and the actions on it. */
export function AccountConnected({ account, actions, onChange }: Props) {
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
        {account.state === "connected" && account.gap && <SyncGapBanner gap={account.gap} actions={actions} />}
        {account.state === "connected" && account.outage && <OutageBanner outage={account.outage} />}
        {test && <TestReport test={test} />}
        {failed && <Banner tone="warning">{text.testFailed}</Banner>}
        <ButtonGroup>
          <Button onClick={start} loading={testing}>
            {text.test}
          </Button>
          <Button onClick={onChange}>{text.change}</Button>
          <Button variant="plain" tone="critical" onClick={() => actions.disconnection.ask(true)}>
            {text.disconnect}
          </Button>
        </ButtonGroup>
      </BlockStack>
      <DisconnectModal
        disconnection={actions.disconnection}
        title={COPY.disconnectModal.title}
        sent={COPY.disconnectModal.sent}
      />
    </Card>
  );
}
