import { Badge, BlockStack, Button, ButtonGroup, Card, InlineStack, Text } from "@shopify/polaris";
import type { AccountView } from "../../settings-page/view-account.ts";
import { DateTime } from "../common/date-time.tsx";
import { Note, Subheading } from "../common/text.tsx";
import { COPY } from "./copy.ts";
import { DisconnectModal } from "./disconnect-modal.tsx";
import { SyncGapBanner } from "./sync-gap-banner.tsx";
import type { AccountActions } from "./use-account.ts";

const text = COPY.practice;

interface Props {
  account: Extract<AccountView, { state: "practice" }>;
  actions: AccountActions;
  onChange(): void;
}

/** The connected practice account: what it does and does not, and the way to a live account. */
export function AccountPractice({ account, actions, onChange }: Props) {
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <InlineStack gap="200" blockAlign="center">
            <Subheading>{text.name}</Subheading>
            <Badge tone="info">{text.badge}</Badge>
          </InlineStack>
          {account.since && (
            <Note>
              {COPY.account.connected} <DateTime at={account.since} />
            </Note>
          )}
        </BlockStack>
        {account.gap && <SyncGapBanner gap={account.gap} actions={actions} />}
        <Text as="p">{text.orders}</Text>
        <Text as="p">{text.skus}</Text>
        <ButtonGroup>
          <Button onClick={onChange}>{text.connectLive}</Button>
          <Button variant="plain" tone="critical" onClick={() => actions.disconnection.ask(true)}>
            {COPY.account.disconnect}
          </Button>
        </ButtonGroup>
      </BlockStack>
      <DisconnectModal disconnection={actions.disconnection} title={text.disconnectTitle} sent={text.sentOrders} />
    </Card>
  );
}
