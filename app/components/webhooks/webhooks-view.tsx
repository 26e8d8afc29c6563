import {
  BlockStack,
  Card,
  EmptyState,
  InlineGrid,
  Page,
  Banner,
  Button,
  Text,
  Badge,
  Box,
  InlineStack,
} from "@shopify/polaris";
import { useState } from "react";
import { useNavigate } from "@remix-run/react";
import type { RegistrationKind } from "../../ports/print-service.ts";
import type { WebhooksOverview } from "../../print-accounts/webhooks/webhook-status.ts";
import type { UnmatchedPage, UnmatchedView } from "../../print-accounts/webhooks/unmatched-events.ts";
import noConnection from "../common/empty-orders.svg";
import { COPY as COMMON } from "../common/copy.ts";
import { MessageBanner } from "../common/banners.tsx";
import { useDenied } from "../common/shop-context.tsx";
import { SETTINGS_LINKS } from "../common/page-links.ts";
import { COPY, KIND_LABELS } from "./copy.ts";
import { LoadingWebhook, WebhookCard, useWebhookActions, type WebhookActions } from "./webhook-card.tsx";
import { LoadFailedBanner, useWebhooksOverview } from "./use-webhooks-overview.tsx";
import { DateTime } from "../common/date-time.tsx";
import { TitledCard, Note, CardHeading, Subdued } from "../common/text.tsx";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { cursorPagination, ResponsiveTable } from "../common/responsive-table.tsx";

interface WebhooksViewProps {
  /** null without a print account. */
  addresses: Addresses | null;
  unmatched: UnmatchedPage;
}

type Addresses = Record<RegistrationKind, string>;

/** The webhooks of the print account: their status, and the updates that arrived. */
export function WebhooksView({ addresses, unmatched }: WebhooksViewProps) {
  return (
    <Page title={COPY.title} subtitle={COPY.subtitle} backAction={{ content: COMMON.settings, url: "/app/settings" }}>
      {addresses ? <ConnectedView addresses={addresses} unmatched={unmatched} /> : <NotConnected />}
    </Page>
  );
}

function NotConnected() {
  return (
    <Card>
      <EmptyState
        heading={COPY.notConnected.title}
        image={noConnection}
        action={{ content: COPY.notConnected.action, url: SETTINGS_LINKS.print_account }}
      >
        <p>{COPY.notConnected.text}</p>
      </EmptyState>
    </Card>
  );
}

function ConnectedView({ addresses, unmatched }: { addresses: Addresses; unmatched: UnmatchedPage }) {
  const actions = useWebhookActions();
  return (
    <BlockStack gap="400">
      {actions.failed && <MessageBanner tone="critical" {...COMMON.requestFailed} />}
      <RegisteredWebhooks addresses={addresses} actions={actions} />
      <UnmatchedCard unmatched={unmatched} actions={actions} />
    </BlockStack>
  );
}

function RegisteredWebhooks({ addresses, actions }: { addresses: Addresses; actions: WebhookActions }) {
  const { overview, loadFailed, load, loading } = useWebhooksOverview();
  if (loadFailed) return <LoadFailedBanner onRetry={load} />;
  if (overview === null) return <NotConnected />;
  return (
    <>
      {overview ? <Webhooks {...{ overview, actions, load, loading }} /> : <Loading addresses={addresses} />}
      <AccessKeyCard overview={overview} actions={actions} />
    </>
  );
}

interface WebhooksProps extends Pick<ReturnType<typeof useWebhooksOverview>, "load" | "loading"> {
  overview: WebhooksOverview;
  actions: WebhookActions;
}

function Webhooks({ overview, actions, load, loading }: WebhooksProps) {
  const otherShops = overview.shops - 1;
  return (
    <>
      {otherShops > 0 && (
        <MessageBanner tone="info" title={COPY.shared.title(overview.shops)} text={COPY.shared.text} />
      )}
      <InlineGrid columns={{ xs: 1, lg: 2 }} gap="400" alignItems="start">
        {overview.webhooks.map((webhook) => (
          <WebhookCard
            key={webhook.kind}
            webhook={webhook}
            actions={actions}
            otherShops={otherShops}
            onReload={load}
            loading={loading}
          />
        ))}
      </InlineGrid>
    </>
  );
}

/** What is known before the print service has answered. */
function Loading({ addresses }: { addresses: Addresses }) {
  return (
    <InlineGrid columns={{ xs: 1, lg: 2 }} gap="400" alignItems="start">
      {(Object.keys(KIND_LABELS) as RegistrationKind[]).map((kind) => (
        <LoadingWebhook key={kind} kind={kind} address={addresses[kind]} />
      ))}
    </InlineGrid>
  );
}

const keyText = COPY.key;

interface AccessKeyCardProps {
  /** undefined before the print service has answered: the key can be changed once its state is known. */
  overview: WebhooksOverview | undefined;
  actions: WebhookActions;
}

/** The key that authenticates the print service's calls, and its rotation. */
function AccessKeyCard({ overview, actions }: AccessKeyCardProps) {
  const [confirming, setConfirming] = useState(false);
  const denied = useDenied();
  const { previousSecretUntil = null, rotatingSince = null } = overview ?? {};
  const rotate = () => actions.run({ action: "rotate" });
  const tooSoon = actions.answer?.action === "rotate" && actions.answer.outcome === "too_soon" && actions.busy === null;
  return (
    <TitledCard title={keyText.title}>
      <Text as="p">{keyText.text}</Text>
      {rotatingSince && (
        <Banner tone="info" title={keyText.rotating}>
          <p>
            {keyText.started} <DateTime at={rotatingSince} />. {keyText.rotatingText}
          </p>
        </Banner>
      )}
      {tooSoon && previousSecretUntil && <MessageBanner tone="warning" {...keyText.tooSoon} />}
      {!rotatingSince && previousSecretUntil && (
        <Note>
          {keyText.oldKeyUntil} <DateTime at={previousSecretUntil} />.
        </Note>
      )}
      <div>
        <Button
          loading={actions.busy?.action === "rotate"}
          disabled={denied || !overview || actions.busy !== null}
          onClick={() => (rotatingSince ? rotate() : setConfirming(true))}
        >
          {rotatingSince ? keyText.retry : keyText.rotate}
        </Button>
      </div>
      <ConfirmDialog
        open={confirming}
        title={keyText.confirmTitle}
        label={keyText.rotate}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          rotate();
        }}
      >
        <Text as="p">{keyText.confirmText}</Text>
      </ConfirmDialog>
    </TitledCard>
  );
}

const unmatchedText = COPY.unmatched;

/** Updates whose order is unknown. */
function UnmatchedCard({ unmatched, actions }: { unmatched: UnmatchedPage; actions: WebhookActions }) {
  const isEmpty = unmatched.rows.length === 0;
  return (
    <Card padding="0">
      <Box padding="400">
        <BlockStack gap="200" inlineAlign="start">
          <CardHeading>{unmatchedText.title}</CardHeading>
          <Note>{isEmpty ? unmatchedText.none : unmatchedText.text}</Note>
          {!isEmpty && (
            <Button
              loading={actions.busy?.action === "rematch"}
              disabled={actions.busy !== null}
              onClick={() => actions.run({ action: "rematch" })}
            >
              {unmatchedText.rematch}
            </Button>
          )}
        </BlockStack>
      </Box>
      {!isEmpty && <UnmatchedTable unmatched={unmatched} />}
    </Card>
  );
}

function UnmatchedTable({ unmatched }: { unmatched: UnmatchedPage }) {
  const navigate = useNavigate();
  return (
    <ResponsiveTable
      rows={unmatched.rows}
      resource={unmatchedText.resource}
      headings={unmatchedText.headings}
      idOf={({ id }) => id}
      pagination={cursorPagination(unmatched, unmatchedText.pages, ({ after, before }) =>
        navigate(after === null ? `?before=${before}` : `?after=${after}`),
      )}
      cells={(row) => [
        <Text as="span" fontWeight="medium">
          {row.reference}
        </Text>,
        KIND_LABELS[row.kind],
        <DateTime at={row.receivedAt} />,
        <Match row={row} />,
      ]}
      phonePadding="400"
      phone={(row) => (
        <BlockStack gap="100">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="span" fontWeight="medium" breakWord>
              {row.reference}
            </Text>
            <Match row={row} />
          </InlineStack>
          <Subdued>
            {KIND_LABELS[row.kind]} · <DateTime at={row.receivedAt} />
          </Subdued>
        </BlockStack>
      )}
    />
  );
}

const Match = ({ row }: { row: UnmatchedView }) =>
  row.matchedAt ? (
    <Badge tone="success">{unmatchedText.matched}</Badge>
  ) : (
    <Badge tone="attention">{unmatchedText.noOrder}</Badge>
  );
