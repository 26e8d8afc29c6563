import { BlockStack, Card, EmptyState, Page, Button, InlineStack, InlineGrid, Text, Link } from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import { writeOrdersQuery } from "../../dry-run/orders-query.ts";
import type { DryRunView as DryRun } from "../../dry-run/read-dry-run.ts";
import picture from "../common/empty-orders.svg";
import { AccountBanner, MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { useAutoRefresh } from "../common/use-auto-refresh.ts";
import { useDownload } from "../common/use-download.ts";
import { COPY, PROBLEM_TEXT, waitingText, costNote, marginNote, marginText } from "./copy.ts";
import { OrdersCard, ORDERS_ID, useDryRunQuery, type OrdersCardProps } from "./orders-card.tsx";
import type { RequestFailed } from "../common/request-failed.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import { RunProgress } from "../common/run-progress.tsx";
import { CardHeading, Note, SmallNote, Subheading, Subdued, TitledCard } from "../common/text.tsx";
import { DateTime } from "../common/date-time.tsx";
import { formatMoney } from "../common/format.ts";
import { COST_PROBLEM_LABELS } from "../../dry-run/copy.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import { AttentionBadge } from "../common/badges.tsx";

const REFRESH_MS = 2_000;

interface DryRunViewProps {
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

type Answer = { outcome: "started" | "running" | "canceled" | "ended" } | RequestFailed;

/** Starts and cancels dry runs. */
function useDryRunActions() {
  const appBridge = useAppBridge();
  const { busy, answer, send } = useJsonFetcher<Answer>(({ outcome }) => {
    if (outcome === "canceled") appBridge.toast.show(COPY.canceled);
  });
  return {
    busy,
    failed: answer?.outcome === "failed",
    start: () => send({ action: "start" }),
    cancel: ({ id }: Pick<DryRun, "id">) => send({ action: "cancel", id }),
  };
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

const bannerText = COPY.banners;

/** Why a dry run waits, stopped, or says less than it seems. */
function RunBanner({ run, busy, onStart }: { run: DryRun; busy: boolean; onStart(): void }) {
  const { state, problem, checked, total } = run;
  const start = (content: string) => ({ content, loading: busy, onAction: onStart });
  switch (state) {
    case "failed":
      return (
        <MessageBanner
          tone="critical"
          title={bannerText.failed.title}
          text={problem ? PROBLEM_TEXT[problem] : ""}
          action={start(bannerText.failed.action)}
        />
      );
    case "canceled":
      return (
        <MessageBanner tone="info" title={bannerText.canceled.title} text={bannerText.canceled.text(checked, total)} />
      );
    case "finished":
      return run.outdated ? (
        <MessageBanner
          tone="info"
          title={bannerText.outdated.title}
          text={bannerText.outdated.text}
          action={start(COPY.again)}
        />
      ) : null;
    default:
      return problem && <MessageBanner tone="warning" title={bannerText.waiting.title} text={waitingText(problem)} />;
  }
}

const summaryText = COPY.summary;

/** How many orders would print without a person, what that costs and what remains. */
function SummaryCard({ run }: { run: DryRun }) {
  const { outcomes, money, withoutPerson } = run;
  const toPrint = outcomes.would_send + outcomes.would_hold;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <CardHeading>
            {toPrint === 0 ? summaryText.nothing : summaryText.withoutPerson(withoutPerson, toPrint)}
          </CardHeading>
          <Note>
            {summaryText.startedOn} <DateTime at={run.since} />. {summaryText.assumption}
          </Note>
          {run.truncated && <Note>{COPY.banners.truncated}</Note>}
        </BlockStack>
        {toPrint > 0 && (
          <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
            <Figure
              title={summaryText.cost}
              value={money.pricedOrders === 0 ? summaryText.unknown : formatMoney(money.cost, run.currency)}
              note={costNote(money, toPrint)}
            />
            <Figure title={summaryText.margin} value={marginText(run)} note={marginNote(run)} />
          </InlineGrid>
        )}
      </BlockStack>
    </Card>
  );
}

function Figure({ title, value, note }: { title: string; value: string; note: string }) {
  return (
    <BlockStack gap="100">
      <Subheading>{title}</Subheading>
      <Text as="p" variant="headingLg">
        {value}
      </Text>
      <SmallNote>{note}</SmallNote>
    </BlockStack>
  );
}

const reasonsText = COPY.reasons;

/** What would hold the orders, the most urgent first, with how to fix it; then what keeps costs from being known. */
function ReasonsCard({ reasons, costProblems }: Pick<DryRun, "reasons" | "costProblems">) {
  if (reasons.length === 0 && costProblems.length === 0) return null;
  return (
    <TitledCard title={reasons.length > 0 ? reasonsText.title : COPY.costProblems}>
      {reasons.map(({ code, orders }) => (
        <BlockStack key={code} gap="100">
          <InlineStack gap="200" align="space-between" blockAlign="center">
            <AttentionBadge code={code} />
            <Link
              url={`?reason=${code}#${ORDERS_ID}`}
              accessibilityLabel={`${reasonsText.orders(orders)}: ${ATTENTION[code].label}`}
            >
              {reasonsText.orders(orders)}
            </Link>
          </InlineStack>
          <Text as="p">
            {ATTENTION[code].message} <Subdued>{ATTENTION[code].fix}</Subdued>
          </Text>
        </BlockStack>
      ))}
      {costProblems.length > 0 && reasons.length > 0 && <Subheading>{COPY.costProblems}</Subheading>}
      {costProblems.map(({ problem, orders }) => (
        <InlineStack key={problem} gap="200" align="space-between">
          <Text as="p">{COST_PROBLEM_LABELS[problem]}</Text>
          <Text as="p">{reasonsText.orders(orders)}</Text>
        </InlineStack>
      ))}
    </TitledCard>
  );
}
