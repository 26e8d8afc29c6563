import { BlockStack, Card, EmptyState, Page, Button, InlineStack } from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import { writeOrdersQuery } from "../../dry-run/orders-query.ts";
import type { DryRunView as DryRun } from "../../dry-run/read-dry-run.ts";
import picture from "../common/empty-orders.svg";
import { AccountBanner, MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { useAutoRefresh } from "../common/use-auto-refresh.ts";
import { useDownload } from "../common/use-download.ts";
import { COPY } from "./copy.ts";
import { OrdersCard, type OrdersCardProps } from "./orders-card.tsx";
import { ReasonsCard } from "./reasons-card.tsx";
import { RunBanner } from "./run-banner.tsx";
import { SummaryCard } from "./summary-card.tsx";
import { useDryRunActions, useDryRunQuery } from "./use-dry-run.ts";
import { RunProgress } from "../common/run-progress.tsx";
import { CardHeading, Note } from "../common/text.tsx";

const REFRESH_MS = 2_000;

export interface DryRunViewProps {
  account: "connected" | "not_connected" | "account_rejected";
  run: DryRun | null;
  orders: OrdersCardProps["orders"];
}

/** The orders of the last 30 days, as they would have gone. */
export function DryRunView({ account, run, orders }: DryRunViewProps) {
  const actions = useDryRunActions();
  const appBridge = useAppBridge();
  const { query } = useDryRunQuery();
  const file = useDownload(COPY.export.fileName, () => appBridge.toast.show(COPY.export.done));
  const active = run?.state === "listing" || run?.state === "checking";
  useAutoRefresh(REFRESH_MS, active);
  const start = { content: run ? COPY.again : COPY.start, onAction: actions.start, loading: actions.busy };
  const save = () => void file.save(`/app/dry-run/export?${writeOrdersQuery({ ...query, after: null }).toString()}`);
  return (
    <Page
      title={COPY.title}
      subtitle={COPY.subtitle}
      backAction={{ content: COMMON.home, url: "/app" }}
      fullWidth
      primaryAction={run && !active ? start : undefined}
      secondaryActions={
        run && run.checked > 0 ? [{ content: COPY.export.action, onAction: save, loading: file.busy }] : []
      }
    >
      <BlockStack gap="400">
        {actions.failed && <MessageBanner tone="critical" {...COMMON.requestFailed} />}
        {file.failed && <MessageBanner tone="critical" {...COPY.export.failed} onDismiss={file.dismiss} />}
        {account === "not_connected" && <AccountBanner status={account} text={COPY.banners.notConnected} />}
        {account === "account_rejected" && <AccountBanner status={account} text={COPY.banners.accountRejected} />}
        {run && <RunBanner run={run} busy={actions.busy} onStart={actions.start} />}
        {!run && <Message {...COPY.intro} action={start} />}
        {run && active && <ProgressCard run={run} busy={actions.busy} onCancel={() => actions.cancel(run)} />}
        {run?.state === "finished" && run.total === 0 && <Message {...COPY.noOrders} />}
        {run && run.checked > 0 && <Results run={run} orders={orders} />}
      </BlockStack>
    </Page>
  );
}

function Results({ run, orders }: OrdersCardProps) {
  return (
    <>
      <SummaryCard run={run} />
      <ReasonsCard reasons={run.reasons} costProblems={run.costProblems} />
      <OrdersCard run={run} orders={orders} />
    </>
  );
}

interface MessageProps {
  title: string;
  text: string;
  action?: { content: string; loading: boolean; onAction(): void };
}

function Message({ title, text, action }: MessageProps) {
  return (
    <Card>
      <EmptyState heading={title} image={picture} action={action}>
        <p>{text}</p>
      </EmptyState>
    </Card>
  );
}

/** How far a dry run is. */
function ProgressCard({ run, busy, onCancel }: { run: DryRun; busy: boolean; onCancel(): void }) {
  const text = COPY.progress;
  const { state, checked, total } = run;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <div role="status">
            <CardHeading>{state === "listing" ? text.listing : text.checking(checked, total)}</CardHeading>
          </div>
          <Button loading={busy} onClick={onCancel}>
            {COPY.cancel}
          </Button>
        </InlineStack>
        <RunProgress done={checked} total={total} label={text.label} labelHidden />
        <Note>{text.leave}</Note>
      </BlockStack>
    </Card>
  );
}
