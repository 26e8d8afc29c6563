import { Badge, Banner, BlockStack, Button, ButtonGroup, Card, InlineStack, Box, Text, Link } from "@shopify/polaris";
import type { AccountView, AccountSyncGap, AccountTest } from "../../settings-page/account.ts";
import { OutageBanner } from "../common/banners.tsx";
import { DateTime } from "../common/date-time.tsx";
import { COPY, unreadableMessage, wrongSettingMessage, GAP_PROBLEMS } from "./copy.ts";
import { useConnectionTest, type AccountActions } from "./account-form.tsx";
import { Note, Subheading, SmallNote, Subdued } from "../common/text.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { useDenied } from "../common/shop-context.tsx";

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
  const denied = useDenied();
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <InlineStack gap="200" blockAlign="center">
            <Subheading breakWord>{account.email ?? text.withToken}</Subheading>
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
          <Note>{text.version(account.version)}</Note>
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
        {account.state === "connected" && account.tokenEndsAt && (
          <Banner
            tone="warning"
            title={COMMON.tokenEnds.title}
            action={{ content: COMMON.tokenEnds.action, onAction: onChange }}
          >
            <p>
              {COMMON.tokenEnds.until} <DateTime at={account.tokenEndsAt} />. {COMMON.tokenEnds.text}
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
          <Button disabled={denied} onClick={onChange}>
            {text.change}
          </Button>
          <Button variant="plain" tone="critical" disabled={denied} onClick={() => actions.disconnection.ask(true)}>
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

const { steps: STEP_LABELS, results: RESULTS, connectionFailures: CONNECTION_FAILURES, duration, tested } = COPY.test;

/** The steps of a connection test, with the print service's answers. */
function TestReport({ test }: { test: AccountTest }) {
  return (
    <Box background="bg-surface-secondary" padding="300" borderRadius="200" role="status">
      <BlockStack gap="200">
        {test.steps.map(({ what, result, tookMs }) => (
          <InlineStack key={what} gap="200" align="space-between" blockAlign="center">
            <Text as="span">{STEP_LABELS[what]}</Text>
            <InlineStack gap="200" blockAlign="center">
              <Subdued>{duration(tookMs)}</Subdued>
              <Badge tone={RESULTS[result].tone}>{RESULTS[result].label}</Badge>
            </InlineStack>
          </InlineStack>
        ))}
        {test.connectionFailure && <Text as="p">{CONNECTION_FAILURES[test.connectionFailure]}</Text>}
        {test.problem && (
          <Text as="p">
            {test.problem.kind === "setting"
              ? wrongSettingMessage(test.problem.setting)
              : unreadableMessage(test.problem)}
          </Text>
        )}
        <SmallNote>
          {tested} <DateTime at={test.at} />
        </SmallNote>
      </BlockStack>
    </Box>
  );
}

interface DisconnectModalProps {
  disconnection: AccountActions["disconnection"];
  title: string;
  /** What happens to the orders that were sent. */
  sent: string;
}

/** Asks before the print account is disconnected, and says what follows for orders. */
function DisconnectModal({ disconnection, title, sent }: DisconnectModalProps) {
  const { asking, ask, confirm, busy, failed } = disconnection;
  return (
    <ConfirmDialog
      open={asking}
      title={title}
      label={COPY.account.disconnect}
      destructive
      busy={busy}
      onConfirm={confirm}
      onClose={() => ask(false)}
    >
      <BlockStack gap="200">
        {failed && <Banner tone="critical">{COPY.disconnectModal.failed}</Banner>}
        <Text as="p">{COPY.disconnectModal.unsent}</Text>
        <Text as="p">{sent}</Text>
      </BlockStack>
    </ConfirmDialog>
  );
}

const practiceText = COPY.practice;

interface AccountPracticeProps {
  account: Extract<AccountView, { state: "practice" }>;
  actions: AccountActions;
  onChange(): void;
}

/** The connected practice account: what it does and does not, and the way to a live account. */
export function AccountPractice({ account, actions, onChange }: AccountPracticeProps) {
  const denied = useDenied();
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <InlineStack gap="200" blockAlign="center">
            <Subheading>{practiceText.name}</Subheading>
            <Badge tone="info">{practiceText.badge}</Badge>
          </InlineStack>
          {account.since && (
            <Note>
              {COPY.account.connected} <DateTime at={account.since} />
            </Note>
          )}
        </BlockStack>
        {account.gap && <SyncGapBanner gap={account.gap} actions={actions} />}
        <Text as="p">{practiceText.orders}</Text>
        <Text as="p">{practiceText.skus}</Text>
        <ButtonGroup>
          <Button disabled={denied} onClick={onChange}>
            {practiceText.connectLive}
          </Button>
          <Button variant="plain" tone="critical" disabled={denied} onClick={() => actions.disconnection.ask(true)}>
            {COPY.account.disconnect}
          </Button>
        </ButtonGroup>
      </BlockStack>
      <DisconnectModal
        disconnection={actions.disconnection}
        title={practiceText.disconnectTitle}
        sent={practiceText.sentOrders}
      />
    </Card>
  );
}

const gapText = COPY.syncGap;

/** During a sync gap: the reason why orders are held, and a way to send without the check where the list can't help. */
function SyncGapBanner({ gap, actions }: { gap: AccountSyncGap; actions: AccountActions }) {
  const { asking, ask, confirm, busy, failed } = actions.override;
  const disabled = useDenied();
  return (
    <>
      <Banner
        tone={gap.problem ? "warning" : "info"}
        title={gapText.title}
        action={gap.problem ? { content: gapText.override, disabled, onAction: () => ask(true) } : undefined}
      >
        <p>
          {gapText.since} <DateTime at={gap.from} />. {gapText.held}{" "}
          {gap.problem ? GAP_PROBLEMS[gap.problem] : gapText.automatic}
        </p>
      </Banner>
      <ConfirmDialog
        open={asking}
        title={gapText.confirm.title}
        label={gapText.override}
        cancelLabel={gapText.confirm.wait}
        destructive
        busy={busy}
        onConfirm={confirm}
        onClose={() => ask(false)}
      >
        <BlockStack gap="200">
          <Text as="p">{gapText.confirm.risk}</Text>
          <Text as="p">
            {gapText.confirm.compare} <Link url="/app/reconciliation">{gapText.confirm.compareLink}</Link>.
          </Text>
          {failed && <Note tone="critical">{gapText.confirm.failed}</Note>}
        </BlockStack>
      </ConfirmDialog>
    </>
  );
}
